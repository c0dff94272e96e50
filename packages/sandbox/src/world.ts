import { createHash } from 'node:crypto';

/** Returns a pseudorandom number from 0 to below 1, with a text as its seed. */
export function chance(text: string): number {
  // FNV-1a, then the finaliser of MurmurHash3, so that texts that differ in one letter land far apart.
  let hash = 2_166_136_261;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 16), 2_246_822_507);
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Picks one of the choices, with a text as the seed. */
export function pick<T>(choices: readonly T[], text: string): T {
  const choice = choices[Math.floor(chance(text) * choices.length)];
  if (choice === undefined) throw new RangeError('nothing to pick from');
  return choice;
}

/** Returns an integer from `least` to `most`, with a text as the seed. */
export const between = (least: number, most: number, text: string): number =>
  least + Math.floor(chance(text) * (most - least + 1));

/** Hashes a text to an identifier of URL-safe characters. */
export const identifier = (length: number, text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, length);

const DAY_MS = 86_400_000;

/** Adds a number of days, which may be negative, to a day. All days are UTC, YYYY-MM-DD. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Counts the days from `first` to `last`: negative if it is earlier, NaN if one is not a date. */
export const countDays = (first: string, last: string): number => (Date.parse(last) - Date.parse(first)) / DAY_MS;

/** Lists the days from `first` to `last`, both included. */
export const listDays = (first: string, last: string): string[] =>
  Array.from({ length: countDays(first, last) + 1 }, (_, index) => addDays(first, index));
