import type { tarotReading } from '../../../shared/contract/catalogue/horoscope.js';
import type { Output } from '../../../shared/contract/contract.js';
import type { Names, Words } from './words.js';
import type { ReadingKind } from './write.js';

export interface CardFacts {
  /** `major`, or the suit. */
  readonly suit: string;
  readonly number: number;
  readonly reversed: boolean;
  readonly position: string;
}

export interface TarotFacts {
  readonly spread: string;
  readonly question?: string;
  readonly cards: readonly CardFacts[];
  /** The life path number of the birth date, when one was given. */
  readonly life_path?: number;
}

/** A card's name: the major arcana count from 0, the suits from 1. */
export const cardName = ({ suit, number }: Pick<CardFacts, 'suit' | 'number'>, names: Names): string =>
  names.name(`card.${suit}`, suit === 'major' ? number : number - 1);

export const tarot: ReadingKind<TarotFacts, Output<typeof tarotReading>['reading']> = {
  name: 'tarot_reading',
  about:
    'a tarot reading: the meaning of each card in its position, then of the spread as a whole, with the question in mind',
  kept: ['cards.*.position', 'cards.*.card'],
  theme: (facts) => ({
    facts: {
      spread: facts.spread,
      asked: facts.question !== undefined,
      life_path: facts.life_path,
      tone: toneOf(facts.cards),
      suit: prevailing(facts.cards),
    },
    seed: `tarot ${JSON.stringify(facts)}`,
  }),
  compose: (facts, words) => ({
    cards: facts.cards.map((card) => ({
      position: words.name(`position.${card.position}`),
      card: card.reversed ? words.name('reversed').replace('{card}', cardName(card, words)) : cardName(card, words),
      meaning: meaning(card, words),
    })),
    overall: words.tell([
      'tarot.overall',
      ...(facts.cards.length > 1 ? ['tarot.weight'] : []),
      'tarot.birth?',
      'tarot.question',
    ]),
  }),
};

function meaning({ suit, number, reversed, position }: CardFacts, words: Words): string {
  const card = words.say('tarot.meaning', { facts: { card: `${suit}-${number}`, reversed } });
  return `${card} ${words.say('tarot.position', { facts: { position, suit } })}`;
}

function toneOf(cards: readonly CardFacts[]): 'upright' | 'reversed' | 'even' {
  const reversed = cards.filter((card) => card.reversed).length;
  if (reversed * 2 === cards.length) return 'even';
  return reversed * 2 > cards.length ? 'reversed' : 'upright';
}

/** The suit that more than a third of the cards belong to, if it is the only one with so many. */
function prevailing(cards: readonly CardFacts[]): string {
  const counts = new Map<string, number>();
  for (const { suit } of cards) counts.set(suit, (counts.get(suit) ?? 0) + 1);
  const [first, second] = [...counts].sort(([, one], [, other]) => other - one);
  return first && first[1] > cards.length / 3 && first[1] > (second?.[1] ?? 0) ? first[0] : 'mixed';
}
