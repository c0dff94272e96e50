import { tarotReading } from '../../shared/contract/catalogue/horoscope.js';
import { errors } from '../../shared/contract/errors.js';
import type { Call } from '../handle.js';
import { helpMessage } from '../lib/danger/message.js';
import { lifePath } from '../lib/numerology.js';
import { type MinorFacts, minorFacts } from '../lib/readings/minor.js';
import { horoscope, packs, today } from '../lib/readings/reading.js';
import { judge } from '../lib/topics/sensitivity.js';
import { languageCode } from '../lib/writing/pack.js';
import { countWords, type Names, namesOf, SHORTEST, type Words } from '../lib/writing/words.js';
import { findConcern, type TarotConcern } from './tarot-concern.js';
import { type Card, type DrawnCard, draw, isHeavy, type Position, type Spread } from './tarot-deck.js';
import { type Question, readQuestion } from './tarot-question.js';

interface TarotFacts extends MinorFacts {
  readonly spread: Spread;
  readonly cards: readonly DrawnCard[];
  readonly question?: string;
  /** A reason to read the cards soberly, or not at all. */
  readonly concern?: TarotConcern;
  /** The question, if there is no concern. */
  readonly asked?: Question;
  /** The life path number of the birth date, when one was given. */
  readonly life_path?: number;
}

export default horoscope(tarotReading, {
  name: 'tarot_reading',
  about:
    'a tarot reading: the meaning of each card in its position, then of the spread as a whole, with the question in mind',
  kept: ['cards.*.position', 'cards.*.card'],
  isDrawn: true,
  async calculate({ spread, question, birth_date, language }, call) {
    const asked = question === undefined ? undefined : await judgeQuestion(question, language, call);
    const cards = draw(spread);
    const english = namesOf(packs.of('en'));
    const facts: TarotFacts = {
      spread,
      cards,
      ...(question === undefined ? {} : { question }),
      ...asked,
      ...(birth_date === undefined ? {} : { life_path: lifePath(birth_date) }),
      ...minorFacts(birth_date, today(call)),
    };
    const drawn = cards.map((card) => ({
      name: cardName(card, english),
      arcana: card.suit === 'major' ? ('major' as const) : ('minor' as const),
      number: card.number,
      reversed: card.reversed,
    }));
    return { computed: { spread, drawn_cards: drawn, personalized: birth_date !== undefined }, facts };
  },
  theme: (facts) => ({
    facts: {
      spread: facts.spread,
      life_path: facts.life_path,
      tone: toneOf(facts.cards),
      leaning: leaningOf(facts.cards),
      suit: prevailing(facts.cards),
      // A minor gets no answer on romance.
      class: facts.minor && facts.asked?.class === 'love' ? 'other' : facts.asked?.class,
      burden: facts.concern?.about,
    },
    slots: { subject: facts.asked?.subject },
    seed: `tarot ${JSON.stringify(facts)}`,
  }),
  isFixed: ({ concern }) => concern !== undefined,
  compose(facts, words, language) {
    const { concern } = facts;
    const help = concern?.tier === 'danger' ? helpMessage(concern.about, concern.language, language) : undefined;
    return {
      cards: facts.cards.map((card, at) => ({
        position: words.name(`position.${card.position}`),
        card: card.reversed ? words.name('reversed').replace('{card}', cardName(card, words)) : cardName(card, words),
        meaning: help?.cards[at] ?? (concern ? soberMeaning(card, at, words) : meaning(card, facts, words)),
      })),
      overall: help?.overall ?? words.tell(concern ? SOBERLY : overall(facts)),
    };
  },
});

/**
 * Judges a question, and reads it if it is of no concern.
 *
 * @throws ApiError when it asks for harm, unless it shows a danger
 */
async function judgeQuestion(
  question: string,
  language: string,
  call: Call,
): Promise<Pick<TarotFacts, 'concern' | 'asked'>> {
  const judgement = judge(question);
  const concern = await findConcern(question, judgement?.about, languageCode(language), call);
  if (judgement?.harmful && concern?.tier !== 'danger') throw errors.topicRefused({ field: 'question' });
  if (concern) return { concern };
  const asked = readQuestion(question, packs.of(language).language);
  // A question of health that wants a yes or a no, e.g. if somebody gets well, is weighty.
  return asked.class === 'health' && !asked.isOpen ? { concern: { tier: 'weighty', about: 'illness' } } : { asked };
}

const SOBERLY = ['tarot.weighty.opening', 'tarot.weighty.close'];

const overall = ({ cards, asked }: TarotFacts): string[] => [
  'tarot.overall',
  ...(cards.length > 1 ? ['tarot.weight'] : []),
  'tarot.birth?',
  ...ending(asked),
];

/** A question is answered by what it is about, and by a yes or a no where it wants one. */
const ending = (question: Question | undefined): string[] =>
  question ? ['tarot.subject?', 'tarot.answer', ...(question.yesNo ? ['tarot.yesno'] : [])] : ['tarot.close'];

/** A card's name: the major arcana count from 0, the suits from 1. */
const cardName = ({ suit, number }: Card, names: Names): string =>
  names.name(`card.${suit}`, suit === 'major' ? number : number - 1);

/** What a position says of the question; of a spread of one card its only one is the present. */
const roles: Readonly<Record<Spread, Partial<Record<Position, string>>>> = {
  single: { present: 'now' },
  three: { future: 'next' },
  celtic_cross: { challenge: 'obstacle', advice: 'advice', outcome: 'next' },
};

function meaning({ suit, number, reversed, position }: DrawnCard, { spread, asked }: TarotFacts, words: Words): string {
  const card = words.say('tarot.meaning', { facts: { card: `${suit}-${number}`, reversed } });
  const role = asked && roles[spread][position];
  const place = role ? words.say('tarot.asked', { facts: { role } }) : '';
  // The shortest of these lines do not place a card by themselves.
  const short = countWords(`${card} ${place}`) < SHORTEST;
  return [card, place, (!role || short) && words.say('tarot.position', { facts: { position, suit } })]
    .filter(Boolean)
    .join(' ');
}

/** Describes a card without saying how a grave matter goes on. The first card says that cards cannot know. */
function soberMeaning({ suit, position }: DrawnCard, at: number, words: Words): string {
  const facts = { position, suit };
  return words.tell([...(at === 0 ? ['tarot.weighty.first'] : []), 'tarot.weighty.position', 'tarot.weighty.suit?'], {
    facts,
  });
}

function toneOf(cards: readonly DrawnCard[]): 'upright' | 'reversed' | 'even' {
  const reversed = cards.filter((card) => card.reversed).length;
  if (reversed * 2 === cards.length) return 'even';
  return reversed * 2 > cards.length ? 'reversed' : 'upright';
}

/** Which way the cards answer: a heavy one is no yes when it stands upright, and no longer a no when it is reversed. */
function leaningOf(cards: readonly DrawnCard[]): 'for' | 'against' | 'even' {
  const sum = cards.reduce(
    (total, card) => total + (isHeavy(card) ? Number(card.reversed) - 1 : card.reversed ? -1 : 1),
    0,
  );
  if (sum === 0) return 'even';
  return sum > 0 ? 'for' : 'against';
}

/** The suit that more than a third of the cards belong to, if it is the only one with so many. */
function prevailing(cards: readonly DrawnCard[]): string {
  const counts = new Map<string, number>();
  for (const { suit } of cards) counts.set(suit, (counts.get(suit) ?? 0) + 1);
  const [first, second] = [...counts].sort(([, one], [, other]) => other - one);
  return first && first[1] > cards.length / 3 && first[1] > (second?.[1] ?? 0) ? first[0] : 'mixed';
}
