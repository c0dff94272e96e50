import type { Composition } from '../compose/compose.js';
import type { Names, Words } from '../compose/words.js';
import type { MinorFacts } from '../facts.js';
import { dayNumber } from './days.js';
import { timeSlots } from './numbers.js';

export interface PersonalDayFacts extends MinorFacts {
  readonly number: number;
  readonly date: string;
  readonly birth_date: string;
  /** Day number of the date. */
  readonly turn: number;
  readonly month_number: number;
  readonly life_path: number;
  /** Number of the day of birth. */
  readonly born_number: number;
  /** Number of day and month of birth together. */
  readonly attitude: number;
}

/** Number of activities that a day is best for, and to avoid, by its number; life path and day of birth add more. */
const BEST = 1;
const AVOIDED = 1;
/** Numbers whose activities contradict a day of a number: no parties on a day for being alone. */
const CONTRARY: Readonly<Record<number, readonly number[]>> = {
  1: [2],
  2: [1],
  3: [7],
  4: [5],
  5: [4, 22],
  7: [2, 3, 5, 6],
  9: [1, 22],
  11: [3, 5],
  22: [5, 9],
};

/** Days between two lines of context. A month has only one, and births say it on different days. */
const CONTEXT_EVERY = 3;

export const buildComposition = (
  { number, month_number, date, turn, birth_date }: PersonalDayFacts,
  names: Names,
): Composition => ({
  facts: { number, month_number },
  slots: timeSlots(names, number, [month_number, Number(date.slice(8))]),
  seed: `day ${number} ${month_number} ${date} ${birth_date}`,
  series: { of: `day ${number} ${month_number} ${birth_date}`, turn },
});

export const writeTexts = (
  { number, date, turn, birth_date, life_path, born_number, attitude }: PersonalDayFacts,
  words: Words,
) => ({
  number,
  date,
  theme: words.say('day.theme'),
  advice: words.tell([
    'number.day',
    'day.advice',
    ...((turn - dayNumber(birth_date)) % CONTEXT_EVERY === 0 ? ['day.context'] : []),
    'number.day.sum',
  ]),
  best_for: listActivities('day.best', BEST, number, [life_path, born_number, attitude], words),
  avoid: listActivities('day.avoid', AVOIDED, number, [born_number, life_path], words),
});

/** Lists activities of the day's number and one of each other number. A contrary number gives way to one more of its own. */
function listActivities(move: string, own: number, number: number, others: readonly number[], words: Words): string[] {
  const fitting = others.filter((other) => !CONTRARY[number]?.includes(other));
  return [
    ...words.list(move, own + others.length - fitting.length, { fragment: true }),
    ...fitting.map((other) => words.say(move, { facts: { number: other }, fragment: true })),
  ];
}
