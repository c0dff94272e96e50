import type { Composition } from '../compose/compose.js';
import type { Names, Words } from '../compose/words.js';
import type { MinorFacts } from '../facts.js';
import { monthAndDay, timeSlots } from './numbers.js';

export interface PersonalYearFacts extends MinorFacts {
  readonly number: number;
  readonly year: number;
  readonly birth_date: string;
  readonly best_months: number[];
  readonly challenging_months: number[];
  readonly life_path: number;
  /** The last year of the same number, and the ages in that year and in this one. */
  readonly last_year?: number;
  readonly last_age?: number;
  readonly age?: number;
  /** Challenge number of these years. */
  readonly challenge?: number;
}

export const buildComposition = (
  {
    number,
    life_path,
    year,
    birth_date,
    best_months,
    challenging_months,
    last_year,
    last_age,
    age,
    challenge,
  }: PersonalYearFacts,
  names: Names,
): Composition => ({
  facts: { number, life_path, challenge },
  slots: {
    born: names.day(birth_date),
    ...timeSlots(names, number, [...monthAndDay(birth_date), year]),
    best: names.months(best_months),
    hard: names.months(challenging_months),
    last: last_year === undefined ? undefined : String(last_year),
    last_age: last_age === undefined ? undefined : String(last_age),
    age: age === undefined ? undefined : String(age),
  },
  seed: `year ${number} ${year} ${birth_date}`,
});

export const writeTexts = ({ number, year, best_months, challenging_months }: PersonalYearFacts, words: Words) => ({
  number,
  year,
  theme: words.say('year.theme'),
  overview: words.tell([
    'number.year',
    words.pick(['year.overview', 'year.course']),
    'year.path',
    'year.cycle?',
    'year.challenge?',
    words.pick(['year.months', 'year.advice']),
    'number.year.sum',
  ]),
  key_months: { best: best_months, challenging: challenging_months },
});
