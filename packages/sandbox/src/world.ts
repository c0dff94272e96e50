import { createHash } from 'node:crypto';

/** A number from 0 to below 1 that looks random and depends on the text alone. */
export function chance(text: string): number {
  // FNV-1a, then the finaliser of MurmurHash3, so that texts that differ in one letter land far apart.
  let hash = 2_166_136_261;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 16), 2_246_822_507);
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** One of the choices, by what the text draws. */
export function pick<T>(choices: readonly T[], text: string): T {
  const choice = choices[Math.floor(chance(text) * choices.length)];
  if (choice === undefined) throw new RangeError('nothing to pick from');
  return choice;
}

/** A whole number from `least` to `most`, by what the text draws. */
export const between = (least: number, most: number, text: string): number =>
  least + Math.floor(chance(text) * (most - least + 1));

/** An identifier of so many URL-safe characters that depends on the text alone. */
export const identifier = (length: number, text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, length);

const DAY_MS = 86_400_000;

/** The day so many days after (or before) a day. All days are UTC, YYYY-MM-DD. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Days from `first` to `last`: negative if it is earlier, NaN if one is not a date. */
export const daysApart = (first: string, last: string): number => (Date.parse(last) - Date.parse(first)) / DAY_MS;

/** Every day from `first` to `last`, both included. */
export const daysFrom = (first: string, last: string): string[] =>
  Array.from({ length: daysApart(first, last) + 1 }, (_, index) => addDays(first, index));
