import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Random choices that a seed repeats. */
export class Draw {
  readonly #generator: ReturnType<typeof xoroshiro128plus>;

  constructor(seed: number) {
    this.#generator = xoroshiro128plus(seed);
  }

  /** A whole number from 0 up to and without the bound. */
  below(bound: number): number {
    return uniformInt(this.#generator, 0, bound - 1);
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.below(choices.length)];
    if (choice === undefined) throw new Error('nothing to choose from');
    return choice;
  }

  /** Some of the choices, in their order. */
  some<T>(choices: readonly T[], percent: number): T[] {
    return choices.filter(() => this.chance(percent));
  }

  list<T>(length: number, make: () => T): T[] {
    return Array.from({ length }, make);
  }
}
