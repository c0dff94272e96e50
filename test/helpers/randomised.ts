import { randomInt } from 'node:crypto';
import fc from 'fast-check';

/** The seed of everything that is drawn by chance in a run; SEED gives another. */
export const seed = Number(process.env.SEED ?? randomInt(2 ** 31));

/** A title that says how to repeat the run: `SEED=… npx mocha …`. */
export const seeded = (title: string): string => `${title} (SEED=${seed})`;

/** Checks a property with the run's seed. */
export const always = <T>(property: fc.IAsyncProperty<T> | fc.IProperty<T>, numRuns = 300) =>
  fc.assert(property, { seed, numRuns });
