import { randomInt } from 'node:crypto';
import type { spreads } from '../../shared/contract/catalogue/horoscope-names.js';

export type Spread = (typeof spreads)[number];
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

/** The positions of each spread, in the order in which cards are laid. */
export const positions: Readonly<Record<Spread, readonly Position[]>> = {
  single: ['present'],
  three: ['past', 'present', 'future'],
  celtic_cross: [
    ...(['present', 'challenge', 'past', 'future', 'above', 'below'] as const),
    ...(['advice', 'external', 'hopes', 'outcome'] as const),
  ],
};

const MINOR_SUITS: readonly Suit[] = ['wands', 'cups', 'swords', 'pentacles'];
const cardsOf = (suit: Suit, first: number, count: number): Card[] =>
  Array.from({ length: count }, (_, index) => ({ suit, number: first + index }));

/** The 78 cards. */
export const deck: readonly Card[] = [
  ...cardsOf('major', 0, 22),
  ...MINOR_SUITS.flatMap((suit) => cardsOf(suit, 1, 14)),
];

/** Cards of loss, strain or deceit, which tell of a burden while they stand upright, and of its easing when reversed. */
const HEAVY: Readonly<Record<Suit, readonly number[]>> = {
  major: [15, 16, 18],
  wands: [5, 10],
  cups: [5],
  swords: [3, 5, 7, 8, 9, 10],
  pentacles: [5],
};

export const isHeavy = ({ suit, number }: Card): boolean => HEAVY[suit].includes(number);

/**
 * Draws a spread: no card twice, each reversed with probability 1/2.
 *
 * @param below a source of whole numbers from 0 up to and without its argument; by default cryptographically random
 */
export function draw(spread: Spread, below: (limit: number) => number = randomInt): DrawnCard[] {
  const left = [...deck];
  return positions[spread].map((position) => {
    const [card] = left.splice(below(left.length), 1);
    if (!card) throw new RangeError('the deck is used up');
    return { ...card, reversed: below(2) === 1, position };
  });
}
