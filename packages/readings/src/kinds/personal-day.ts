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

/** How many things a day is best for, and how many to avoid on it, by its number; the life path and the day of birth add to them. */
const BEST = 1;
const AVOIDED = 1;
/** Numbers whose things are the opposite of what a day of a number is for: no parties on a day for being alone. */
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

/** A month has one line of context, so it is not said on consecutive days, nor to everybody on the same ones. */
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
  best_for: things('day.best', BEST, number, [life_path, born_number, attitude], words),
  avoid: things('day.avoid', AVOIDED, number, [born_number, life_path], words),
});

/** So many things of the day's number, and one of each other number; of one that is contrary to it, one more of its own. */
function things(move: string, own: number, number: number, others: readonly number[], words: Words): string[] {
  const fitting = others.filter((other) => !CONTRARY[number]?.includes(other));
  return [
    ...words.list(move, own + others.length - fitting.length, { fragment: true }),
    ...fitting.map((other) => words.say(move, { facts: { number: other }, fragment: true })),
  ];
}
