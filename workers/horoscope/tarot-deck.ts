import { randomInt } from 'node:crypto';
import type { Card, DrawnCard, Position, Spread, Suit } from 'readings';

/** Positions of each spread, in the order in which cards are laid. */
export const positions: Readonly<Record<Spread, readonly Position[]>> = {
  single: ['present'],
  three: ['past', 'present', 'future'],
  celtic_cross: [
    ...(['present', 'challenge', 'past', 'future', 'above', 'below'] as const),
    ...(['advice', 'external', 'hopes', 'outcome'] as const),
  ],
};

const MINOR_SUITS: readonly Suit[] = ['wands', 'cups', 'swords', 'pentacles'];
const createCards = (suit: Suit, first: number, count: number): Card[] =>
  Array.from({ length: count }, (_, index) => ({ suit, number: first + index }));

/** The 78 cards. */
export const deck: readonly Card[] = [
  ...createCards('major', 0, 22),
  ...MINOR_SUITS.flatMap((suit) => createCards(suit, 1, 14)),
];

/**
 * Draws a spread: no card twice, each reversed with probability 1/2.
 *
 * @param below random whole numbers from 0 to its argument (exclusive), cryptographically random by default
 */
export function draw(spread: Spread, below: (limit: number) => number = randomInt): DrawnCard[] {
  const left = [...deck];
  return positions[spread].map((position) => {
    const [card] = left.splice(below(left.length), 1);
    if (!card) throw new RangeError('the deck is used up');
    return { ...card, reversed: below(2) === 1, position };
  });
}
