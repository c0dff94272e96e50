import { personalMonthPrediction } from '../../shared/contract/catalogue/numerology.js';
import { personalMonth, personalYear } from '../lib/numerology.js';
import { numerology, today } from '../lib/readings/reading.js';

const FOCUS_AREAS = 4;

export default numerology(personalMonthPrediction, {
  name: 'personal_month',
  about: 'what a personal month number suggests for one month: theme, overview, focus areas',
  kept: ['month'],
  calculate(input, call) {
    const month = input.month ?? today(call).slice(0, 7);
    const number = personalMonth(input.birth_date, month);
    return {
      computed: { type: 'personal_month' as const, number },
      facts: { number, month, year_number: personalYear(input.birth_date, Number(month.slice(0, 4))) },
    };
  },
  theme: ({ number, year_number, month }) => ({ facts: { number, year_number }, seed: `month ${number} ${month}` }),
  compose: ({ number, month }, words) => ({
    number,
    month,
    theme: words.say('month.theme'),
    overview: words.tell(['month.overview', 'month.context']),
    focus_areas: words.list('month.focus', FOCUS_AREAS),
  }),
});
