import { createHash } from 'node:crypto';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

/** Random choices by a seed: the same seed makes the same choices in the same order. */
export interface Random {
  /** Returns a whole number, bounds included. */
  between(least: number, most: number): number;
  /** Returns true with this probability, 0 to 1. */
  chance(probability: number): boolean;
  /** Returns one of the items. @throws RangeError when there are none */
  pick<Item>(items: readonly Item[]): Item;
  /** Returns the items in another order. */
  shuffle<Item>(items: readonly Item[]): Item[];
}

/** Creates a generator from any text, e.g. a request id or `leo 2026-01-05`. */
export function randomFrom(seed: string): Random {
  // The whole state comes from the digest, since generators seeded with similar numbers begin with similar choices.
  const digest = createHash('sha256').update(seed).digest();
  const generator = xoroshiro128plusFromState([0, 4, 8, 12].map((at) => digest.readInt32LE(at)));
  const between = (least: number, most: number) => uniformInt(generator, least, most);
  const pick = <Item>(items: readonly Item[]): Item => {
    if (items.length === 0) throw new RangeError('nothing to pick from');
    return items[between(0, items.length - 1)] as Item;
  };
  const shuffle = <Item>(items: readonly Item[]): Item[] => {
    const left = [...items];
    const drawn: Item[] = [];
    while (left.length > 0) drawn.push(...left.splice(between(0, left.length - 1), 1));
    return drawn;
  };
  return { between, chance: (probability) => between(1, 1_000_000) <= probability * 1_000_000, pick, shuffle };
}
