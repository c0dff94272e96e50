import { personalMonthPrediction } from '../../shared/contract/catalogue/numerology.js';
import { birthParts, lifePath, personalMonth, personalYear } from '../lib/numerology.js';
import { minorFacts } from '../lib/readings/minor.js';
import { numerology, today } from '../lib/readings/reading.js';

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
});
