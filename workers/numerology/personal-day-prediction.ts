import { personalDayPrediction } from '../../shared/contract/catalogue/numerology.js';
import { lifePath, parts, personalDay, personalMonth } from '../lib/numerology.js';
import { birthParts } from '../lib/parts-of-births.js';
import { minorFacts } from '../lib/readings/minor.js';
import { timeSlots } from '../lib/readings/numbers.js';
import { numerology, today } from '../lib/readings/reading.js';
import { dayNumber } from '../lib/sky/days.js';
import type { Words } from '../lib/writing/words.js';

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

export default numerology(personalDayPrediction, {
  name: 'personal_day',
  about: 'what a personal day number suggests for one day: theme, advice, what it is best for, what to avoid',
  kept: ['date'],
  calculate(input, call) {
    const date = input.date ?? today(call);
    const number = personalDay(input.birth_date, date);
    return {
      computed: { type: 'personal_day' as const, number },
      facts: {
        number,
        date,
        birth_date: input.birth_date,
        ...minorFacts(input.birth_date, date),
        turn: dayNumber(date),
        month_number: personalMonth(input.birth_date, date),
        life_path: lifePath(input.birth_date),
        born_number: birthParts(input.birth_date).day_number,
        attitude: birthParts(input.birth_date).attitude,
      },
    };
  },
  theme: ({ number, month_number, date, turn, birth_date }, names) => ({
    facts: { number, month_number },
    slots: timeSlots(names, number, [month_number, parts(date).day]),
    seed: `day ${number} ${month_number} ${date} ${birth_date}`,
    series: { of: `day ${number} ${month_number} ${birth_date}`, turn },
  }),
  compose: ({ number, date, turn, birth_date, life_path, born_number, attitude }, words) => ({
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
  }),
});

/** So many things of the day's number, and one of each other number; of one that is contrary to it, one more of its own. */
function things(move: string, own: number, number: number, others: readonly number[], words: Words): string[] {
  const fitting = others.filter((other) => !CONTRARY[number]?.includes(other));
  return [
    ...words.list(move, own + others.length - fitting.length, { fragment: true }),
    ...fitting.map((other) => words.say(move, { facts: { number: other }, fragment: true })),
  ];
}
