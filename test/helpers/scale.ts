import covertable from 'covertable';

/** `npm run test:nightly` tries every combination; `npm test` as many as show what a few of the factors break together. */
const isNightly = process.env.TEST_SCALE === 'nightly';

/** Returns the first value in nightly runs, and the second by default. */
export const nightlyOrDaily = <T>(nightly: T, daily: T): T => (isNightly ? nightly : daily);

/** Returns the whole list in nightly runs, and by default a different third for each of three turns. */
export const takeTurns = <T>(all: readonly T[], turn: number): readonly T[] =>
  nightlyOrDaily(
    all,
    all.filter((_, at) => at % 3 === turn % 3),
  );

/** A suite that runs nightly only. */
export const describeNightly = (title: string, tell: (this: Mocha.Suite) => void) =>
  nightlyOrDaily(describe, describe.skip)(title, tell);

/** A test that runs nightly only. */
export const itNightly = (title: string, test: Mocha.AsyncFunc) => nightlyOrDaily(it, it.skip)(title, test);

/**
 * Rows with one value of each factor, the same in every run.
 *
 * @param strength number of factors of which the default run covers every combination of values
 * @param nightly the same at night; without it, all of them do
 */
export const combinations = <Factors extends Record<string, string[]>>(
  factors: Factors,
  strength: number,
  nightly = Object.keys(factors).length,
) => covertable.make(factors, { length: nightlyOrDaily(nightly, strength) });
