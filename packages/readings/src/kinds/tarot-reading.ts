import type { Composition } from '../compose/compose.js';
import { countWords, type Names, SHORTEST, type Words } from '../compose/words.js';
import type { MinorFacts } from '../facts.js';

export type Spread = 'single' | 'three' | 'celtic_cross';
export type Suit = 'major' | 'wands' | 'cups' | 'swords' | 'pentacles';
export type Position =
  | 'present'
  | 'past'
  | 'future'
  | 'challenge'
  | 'above'
  | 'below'
  | 'advice'
  | 'external'
  | 'hopes'
  | 'outcome';

export interface Card {
  readonly suit: Suit;
  /** 0 to 21 in the major arcana, 1 to 14 (ace to king) in a suit. */
  readonly number: number;
}

export interface DrawnCard extends Card {
  readonly reversed: boolean;
  readonly position: Position;
}

/** A question to the cards. */
export interface TarotQuestion {
  /** `decision`: only that a yes or a no is wanted is known; `other`: nothing is. */
  readonly class: 'health' | 'study' | 'work' | 'love' | 'family' | 'money' | 'move' | 'decision' | 'other';
  readonly yesNo: boolean;
  /** Subject of the question in its own words, e.g. `the job in Berlin`. */
  readonly subject?: string;
}

export interface TarotFacts extends MinorFacts {
  readonly spread: Spread;
  readonly cards: readonly DrawnCard[];
  readonly question?: string;
  /** Subject of a grave question, of which the cards are read soberly. */
  readonly concern?: {
    readonly about: string;
    /** Texts in place of the reading, when the question shows a danger. */
    readonly message?: { readonly overall: string; readonly cards: readonly string[] };
  };
  /** The question, if there is no concern. */
  readonly asked?: TarotQuestion;
  /** Life path number of the birth date, if one was given. */
  readonly life_path?: number;
}

/** Cards of loss, strain or deceit: a burden when upright, its easing when reversed. */
const HEAVY: Readonly<Record<Suit, readonly number[]>> = {
  major: [15, 16, 18],
  wands: [5, 10],
  cups: [5],
  swords: [3, 5, 7, 8, 9, 10],
  pentacles: [5],
};

const isHeavy = ({ suit, number }: Card): boolean => HEAVY[suit].includes(number);

export const buildComposition = (facts: TarotFacts): Composition => ({
  facts: {
    spread: facts.spread,
    life_path: facts.life_path,
    tone: findTone(facts.cards),
    leaning: findLeaning(facts.cards),
    suit: prevailingSuit(facts.cards),
    // A minor gets no answer on romance.
    class: facts.minor && facts.asked?.class === 'love' ? 'other' : facts.asked?.class,
    burden: facts.concern?.about,
  },
  slots: { subject: facts.asked?.subject },
  seed: `tarot ${JSON.stringify(facts)}`,
});

export function writeTexts(facts: TarotFacts, words: Words) {
  const { concern } = facts;
  const message = concern?.message;
  return {
    cards: facts.cards.map((card, at) => ({
      position: words.name(`position.${card.position}`),
      card: card.reversed ? words.name('reversed').replace('{card}', cardName(card, words)) : cardName(card, words),
      meaning: message?.cards[at] ?? (concern ? writeSoberMeaning(card, at, words) : writeMeaning(card, facts, words)),
    })),
    overall: message?.overall ?? words.tell(concern ? SOBER_MOVES : overallMoves(facts)),
  };
}

const SOBER_MOVES = ['tarot.weighty.opening', 'tarot.weighty.close'];

const overallMoves = ({ cards, asked }: TarotFacts): string[] => [
  'tarot.overall',
  ...(cards.length > 1 ? ['tarot.weight'] : []),
  'tarot.birth?',
  ...closingMoves(asked),
];

/** Returns the closing moves: about the subject of a question, and a yes or no if it asks for one. */
const closingMoves = (question: TarotQuestion | undefined): string[] =>
  question ? ['tarot.subject?', 'tarot.answer', ...(question.yesNo ? ['tarot.yesno'] : [])] : ['tarot.close'];

/** Returns the name of a card. The major arcana count from 0, the suits from 1. */
const cardName = ({ suit, number }: Card, names: Names): string =>
  names.name(`card.${suit}`, suit === 'major' ? number : number - 1);

/** Role of a position in the response to a question. */
const ROLES: Readonly<Record<Spread, Partial<Record<Position, string>>>> = {
  single: { present: 'now' },
  three: { future: 'next' },
  celtic_cross: { challenge: 'obstacle', advice: 'advice', outcome: 'next' },
};

function writeMeaning(
  { suit, number, reversed, position }: DrawnCard,
  { spread, asked }: TarotFacts,
  words: Words,
): string {
  const card = words.say('tarot.meaning', { facts: { card: `${suit}-${number}`, reversed } });
  const role = asked && ROLES[spread][position];
  const place = role ? words.say('tarot.asked', { facts: { role } }) : '';
  // The shortest of these lines do not name the position of a card.
  const short = countWords(`${card} ${place}`) < SHORTEST;
  return [card, place, (!role || short) && words.say('tarot.position', { facts: { position, suit } })]
    .filter(Boolean)
    .join(' ');
}

/** Describes a card without saying how a grave matter goes on. The first card says that cards cannot know. */
function writeSoberMeaning({ suit, position }: DrawnCard, at: number, words: Words): string {
  const facts = { position, suit };
  return words.tell([...(at === 0 ? ['tarot.weighty.first'] : []), 'tarot.weighty.position', 'tarot.weighty.suit?'], {
    facts,
  });
}

function findTone(cards: readonly DrawnCard[]): 'upright' | 'reversed' | 'even' {
  const reversed = cards.filter((card) => card.reversed).length;
  if (reversed * 2 === cards.length) return 'even';
  return reversed * 2 > cards.length ? 'reversed' : 'upright';
}

/** Returns the leaning of the cards. A heavy one is against when upright, and neutral when reversed. */
function findLeaning(cards: readonly DrawnCard[]): 'for' | 'against' | 'even' {
  const sum = cards.reduce(
    (total, card) => total + (isHeavy(card) ? Number(card.reversed) - 1 : card.reversed ? -1 : 1),
    0,
  );
  if (sum === 0) return 'even';
  return sum > 0 ? 'for' : 'against';
}

/** Returns the suit of more than a third of the cards if no other suit has as many, else `mixed`. */
function prevailingSuit(cards: readonly DrawnCard[]): string {
  const counts = new Map<string, number>();
  for (const { suit } of cards) counts.set(suit, (counts.get(suit) ?? 0) + 1);
  const [first, second] = [...counts].sort(([, one], [, other]) => other - one);
  return first && first[1] > cards.length / 3 && first[1] > (second?.[1] ?? 0) ? first[0] : 'mixed';
}
