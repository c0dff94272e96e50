import { personalMonthPrediction } from '../../shared/contract/catalogue/numerology.js';
import { lifePath, parts, personalMonth, personalYear, showReduction } from '../lib/numerology.js';
import { birthParts } from '../lib/parts-of-births.js';
import { minorFacts } from '../lib/readings/minor.js';
import { mixed, timeSlots } from '../lib/readings/numbers.js';
import { numerology, today } from '../lib/readings/reading.js';

/** Moves after the meaning of the month's number: for everybody, for one life path and for one birthday. */
const plans = [
  ['month.overview', 'month.path', 'month.born'],
  ['month.advice', 'month.born', 'month.path'],
  ['month.context', 'month.path', 'month.born'],
] as const;

export default numerology(personalMonthPrediction, {
  name: 'personal_month',
  about: 'what a personal month number suggests for one month: theme, overview, focus areas',
  kept: ['month'],
  calculate(input, call) {
    const month = input.month ?? today(call).slice(0, 7);
    const number = personalMonth(input.birth_date, month);
    return {
      computed: { type: 'personal_month' as const, number },
      facts: {
        number,
        month,
        ...minorFacts(input.birth_date, `${month}-01`),
        birth_date: input.birth_date,
        year_number: personalYear(input.birth_date, Number(month.slice(0, 4))),
        life_path: lifePath(input.birth_date),
        day_number: birthParts(input.birth_date).day_number,
      },
    };
  },
  theme: ({ number, year_number, life_path, day_number, month, birth_date }, names) => ({
    facts: { number, year_number, life_path, day_number },
    slots: {
      born: names.day(birth_date),
      ...timeSlots(names, number, [year_number, parts(month).month]),
      year_steps: showReduction(parts(birth_date).month, parts(birth_date).day, parts(month).year),
    },
    seed: `month ${number} ${month} ${birth_date}`,
  }),
  compose: ({ number, month, life_path, day_number }, words) => ({
    number,
    month,
    theme: words.say('month.theme'),
    overview: words.tell(['number.month', ...words.pick(plans), 'number.month.sum']),
    focus_areas: mixed(words, 'month.focus', [number, number, life_path, day_number]),
  }),
});
