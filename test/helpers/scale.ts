import covertable from 'covertable';

/** `npm run test:nightly` tries every combination; `npm test` as many as show what a few of the factors break together. */
const isNightly = process.env.TEST_SCALE === 'nightly';

/** How much there is to be of something at night, and how much by day. */
export const sized = <T>(nightly: T, daily: T): T => (isNightly ? nightly : daily);

/** By day a third of a list for each turn, so that over three turns each of it has had one; at night all of it for all. */
export const byTurns = <T>(all: readonly T[], turn: number): readonly T[] =>
  sized(
    all,
    all.filter((_, at) => at % 3 === turn % 3),
  );

/** Tests that run at night alone. */
export const describeAtNight = (title: string, tell: (this: Mocha.Suite) => void) =>
  sized(describe, describe.skip)(title, tell);

/** A test that runs at night alone. */
export const itAtNight = (title: string, test: Mocha.AsyncFunc) => sized(it, it.skip)(title, test);

/**
 * Rows with one value of each factor, the same in every run.
 *
 * @param strength by day, any so many factors meet in every combination of their values
 * @param nightly the same at night; without it, all of them do
 */
export const combinations = <Factors extends Record<string, string[]>>(
  factors: Factors,
  strength: number,
  nightly = Object.keys(factors).length,
) => covertable.make(factors, { length: sized(nightly, strength) });
