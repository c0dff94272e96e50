import type { Composition } from '../compose/compose.js';
import type { Names, Words } from '../compose/words.js';
import type { MinorFacts } from '../facts.js';
import { monthAndDay, sayForEach, showReduction, timeSlots } from './numbers.js';

export interface PersonalMonthFacts extends MinorFacts {
  readonly number: number;
  /** YYYY-MM. */
  readonly month: string;
  readonly birth_date: string;
  readonly year_number: number;
  readonly life_path: number;
  /** Number of the day of birth. */
  readonly day_number: number;
}

/** Moves after the meaning of the month's number: for everybody, for one life path and for one birthday. */
const plans = [
  ['month.overview', 'month.path', 'month.born'],
  ['month.advice', 'month.born', 'month.path'],
  ['month.context', 'month.path', 'month.born'],
] as const;

export const buildComposition = (
  { number, year_number, life_path, day_number, month, birth_date }: PersonalMonthFacts,
  names: Names,
): Composition => ({
  facts: { number, year_number, life_path, day_number },
  slots: {
    born: names.day(birth_date),
    ...timeSlots(names, number, [year_number, Number(month.slice(5))]),
    year_steps: showReduction(...monthAndDay(birth_date), Number(month.slice(0, 4))),
  },
  seed: `month ${number} ${month} ${birth_date}`,
});

export const writeTexts = ({ number, month, life_path, day_number }: PersonalMonthFacts, words: Words) => ({
  number,
  month,
  theme: words.say('month.theme'),
  overview: words.tell(['number.month', ...words.pick(plans), 'number.month.sum']),
  focus_areas: sayForEach(words, 'month.focus', [number, number, life_path, day_number]),
});
