import { randomInt } from 'node:crypto';
import fc from 'fast-check';

/** The seed of everything that is drawn by chance in a run; SEED gives another. */
export const seed = Number(process.env.SEED ?? randomInt(2 ** 31));

/** A title that says how to repeat the run: `SEED=… npm test -w sandbox`. */
export const seeded = (title: string): string => `${title} (SEED=${seed})`;

const letters = 'abcdefghijklmnopqrstuvwxyz';
const syllable = fc.constantFrom(
  'ba',
  'lo',
  'mi',
  'ster',
  'pan',
  'qu',
  'or',
  'ing',
  'ke',
  'vu',
  'sha',
  'ton',
  'é',
  'ri',
);
const word = fc.oneof(
  { weight: 4, arbitrary: fc.array(syllable, { minLength: 2, maxLength: 5 }).map((parts) => parts.join('')) },
  { weight: 2, arbitrary: fc.string({ unit: fc.constantFrom(...letters), minLength: 2, maxLength: 9 }) },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...'абвгдежзиклмнопрст'), minLength: 3, maxLength: 9 }) },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...'料理音楽猫旅本水火'), minLength: 1, maxLength: 4 }) },
  { weight: 2, arbitrary: fc.constantFrom('garden', 'chess', 'rain', 'electric cars', 'slow bread', 'jazz', 'gatos') },
);
const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));

export const drawn = {
  /** Texts such as people might look for, among them many that nobody would. */
  words: (count: number): string[] => fc.sample(phrase, { seed, numRuns: count }),
  /** Days of the past. */
  days: (count: number): string[] =>
    fc
      .sample(fc.date({ min: new Date('1900-01-01'), max: new Date(), noInvalidDate: true }), { seed, numRuns: count })
      .map((date) => date.toISOString().slice(0, 10)),
  of<T>(all: readonly T[], index: number): T {
    const [one] = fc.sample(fc.constantFrom(...all), { seed: seed + index, numRuns: 1 });
    if (one === undefined) throw new RangeError('nothing to draw from');
    return one;
  },
};
