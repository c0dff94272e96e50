import { type Composer, type Composition, compose } from './compose.js';
import { fill, parseLine } from './line.js';
import type { Pack, Phrases } from './pack.js';

/** Formats of names, dates and numbers in a language. */
export interface Names {
  /** Returns a phrase, e.g. `planet.mars`; of a list of phrases the one at `at`. */
  name(key: string, at?: number): string;
  /** Formats a date without its year, e.g. March 3. */
  day(date: string): string;
  /** Formats a date with its preposition, e.g. on March 3. */
  on(date: string): string;
  /** Returns the weekday of a date. */
  weekday(date: string): string;
  number(value: number): string;
  /** Formats a number of days from today: today, tomorrow, in 3 days. */
  inDays(days: number): string;
  /** Formats months, 1 to 12, as a list in words. */
  months(numbers: readonly number[]): string;
}

/** A composer that also formats names, dates and numbers in its language. */
export type Words = Composer & Names;

interface Formats {
  day: Intl.DateTimeFormat;
  weekday: Intl.DateTimeFormat;
  month: Intl.DateTimeFormat;
  number: Intl.NumberFormat;
  inDays: Intl.RelativeTimeFormat;
  list: Intl.ListFormat;
}

/** Formatters by language, of which there are as many as packs. Each takes long to create and some 30 KB outside of the heap. */
const formats = new Map<string, Formats>();

function getFormats(language: string): Formats {
  const made = formats.get(language);
  if (made) return made;
  const date = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options });
  const make: Formats = {
    day: date({ day: 'numeric', month: 'long' }),
    weekday: date({ weekday: 'long' }),
    month: date({ month: 'long' }),
    number: new Intl.NumberFormat(language),
    inDays: new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
    list: new Intl.ListFormat(language),
  };
  formats.set(language, make);
  return make;
}

export function createNames({ language, phrases, joins }: Phrases): Names {
  const format = getFormats(language);
  const at = (date: string): Date => new Date(`${date}T00:00:00Z`);
  const name = (key: string, index = 0): string => {
    const found = phrases[key]?.[index];
    if (found === undefined) throw new RangeError(`no name for "${key}" in the ${language} pack`);
    return found;
  };
  const day = (date: string): string => {
    const written = format.day.format(at(date));
    // Some languages write the first of a month as an ordinal, which Intl does not.
    const first = phrases['day.first']?.[0];
    return first && date.endsWith('-01') ? written.replace(/\b1\b/, first) : written;
  };
  return {
    name,
    day,
    on(date) {
      const line = parseLine(name('on.date'), {}, { name: 'on.date', size: 0 });
      return fill(line, { day: day(date) }, joins) ?? day(date);
    },
    weekday: (date) => format.weekday.format(at(date)),
    number: (value) => format.number.format(value),
    inDays: (days) => format.inDays.format(days, 'day').replaceAll('’', "'"),
    months: (numbers) =>
      format.list.format(numbers.map((month) => format.month.format(at(`2000-${String(month).padStart(2, '0')}-01`)))),
  };
}

/** Starts a text with names, dates and numbers. */
export const wordsFor = (pack: Pack, composition: Composition): Words => ({
  ...compose(pack, composition),
  ...createNames(pack),
});

/** Counts the words of a text. */
export const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** Minimum number of words of a short text. */
export const SHORTEST = 15;

/** Minimum number of words of a text on love, career or health. */
export const SHORTEST_AREA = 31;

/** Adds lines of the move `more` to a text while it is too short and there are any. */
export function lengthen(words: Words, text: string, more: string, least: number): string {
  if (countWords(text) >= least) return text;
  const line = words.find(more);
  return line === undefined ? text : lengthen(words, `${text} ${line}`, more, least);
}
