import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { nightlyOrDaily } from './scale.js';

/** The seed of everything that is drawn by chance in a run; SEED gives another. */
export const seed = Number(process.env.SEED ?? randomInt(2 ** 31));

/** A title that says how to repeat the run: `SEED=… npx mocha …`. */
export const seeded = (title: string): string => `${title} (SEED=${seed})`;

/** Checks a property with the run's seed, on more values by night. */
export const always = <T>(property: fc.IAsyncProperty<T> | fc.IProperty<T>, numRuns = nightlyOrDaily(1_000, 200)) =>
  fc.assert(property, { seed, numRuns });
