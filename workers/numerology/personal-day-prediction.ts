import { personalDayPrediction } from '../../shared/contract/catalogue/numerology.js';
import { personalDay, personalMonth } from '../lib/numerology.js';
import { numerology, today } from '../lib/readings/reading.js';
import { dayNumber } from '../lib/sky/days.js';

/** How many things a day is best for, and how many to avoid on it. */
const BEST = 4;
const AVOIDED = 3;
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
        day_number: dayNumber(date),
        month_number: personalMonth(input.birth_date, date),
      },
    };
  },
  theme: ({ number, month_number, date, day_number, birth_date }) => ({
    facts: { number, month_number },
    seed: `day ${number} ${month_number} ${date} ${birth_date}`,
    series: { of: `day ${number} ${month_number} ${birth_date}`, turn: day_number },
  }),
  compose: ({ number, date, day_number, birth_date }, words) => ({
    number,
    date,
    theme: words.say('day.theme'),
    advice: words.tell([
      'day.advice',
      (day_number - dayNumber(birth_date)) % CONTEXT_EVERY === 0 ? 'day.context' : 'day.advice',
    ]),
    best_for: words.list('day.best', BEST, { fragment: true }),
    avoid: words.list('day.avoid', AVOIDED, { fragment: true }),
  }),
});
