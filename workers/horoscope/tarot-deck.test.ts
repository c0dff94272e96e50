import { equal, ok } from 'node:assert/strict';
import { randomFrom } from 'readings/compose';
import { deck, draw, positions } from './tarot-deck.js';

/** The value that chi-square with 77 degrees of freedom exceeds once in 10,000 times (Wilson and Hilferty). */
const CHI_SQUARE_77 = 130.5;
/** The same with 1 degree of freedom. */
const CHI_SQUARE_1 = 15.14;
const SEED = 'deck';

describe('the tarot deck', () => {
  it('has 78 different cards', () => {
    equal(deck.length, 78);
    equal(new Set(deck.map(({ suit, number }) => `${suit} ${number}`)).size, 78);
    equal(deck.filter(({ suit }) => suit === 'major').length, 22);
  });

  it('draws every card with the same probability in every position, and reversed in half of the cases', () => {
    // Always the same draws: of any others, one deck in 900 that is fair would fail.
    const random = randomFrom(SEED);
    const DRAWS = 8_000;
    const counts = positions.celtic_cross.map(() => new Map<string, number>());
    let reversed = 0;
    for (let drawn = 0; drawn < DRAWS; drawn++) {
      for (const [place, card] of draw('celtic_cross', (limit) => random.between(0, limit - 1)).entries()) {
        const key = `${card.suit} ${card.number}`;
        counts[place]?.set(key, (counts[place].get(key) ?? 0) + 1);
        if (card.reversed) reversed++;
      }
    }
    const expected = DRAWS / 78;
    for (const [place, count] of counts.entries()) {
      const chi = deck.reduce(
        (sum, { suit, number }) => sum + ((count.get(`${suit} ${number}`) ?? 0) - expected) ** 2 / expected,
        0,
      );
      ok(chi < CHI_SQUARE_77, `place ${place}: chi-square ${chi.toFixed(1)}`);
    }
    const half = (DRAWS * 10) / 2;
    const chi = (2 * (reversed - half) ** 2) / half;
    ok(chi < CHI_SQUARE_1, `reversed: chi-square ${chi.toFixed(1)}`);
  });

  it('draws at random by default, and never a card twice', () => {
    const seen = new Set<string>();
    for (let drawn = 0; drawn < 300; drawn++) {
      const cards = draw('celtic_cross').map(({ suit, number }) => `${suit} ${number}`);
      equal(new Set(cards).size, 10);
      for (const card of cards) seen.add(card);
    }
    equal(seen.size, 78);
  });
});
