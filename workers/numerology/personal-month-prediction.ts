import { personalMonthPrediction } from '../../shared/contract/catalogue/numerology.js';
import { computeBirthParts, computeLifePath, computePersonalMonth, computePersonalYear } from '../lib/numerology.js';
import { findMinorFacts } from '../lib/readings/minor.js';
import { numerology, today } from '../lib/readings/reading.js';

export default numerology(personalMonthPrediction, {
  name: 'personal_month',
  about: 'what a personal month number suggests for one month: theme, overview, focus areas',
  kept: ['month'],
  calculate(input, call) {
    const month = input.month ?? today(call).slice(0, 7);
    const number = computePersonalMonth(input.birth_date, month);
    return {
      computed: { type: 'personal_month' as const, number },
      facts: {
        number,
        month,
        ...findMinorFacts(input.birth_date, `${month}-01`),
        birth_date: input.birth_date,
        year_number: computePersonalYear(input.birth_date, Number(month.slice(0, 4))),
        life_path: computeLifePath(input.birth_date),
        day_number: computeBirthParts(input.birth_date).day_number,
      },
    };
  },
});
