import { personalYearPrediction } from '../../shared/contract/catalogue/numerology.js';
import { keyMonths, personalYear } from '../lib/numerology.js';
import { numerology, today } from '../lib/readings/reading.js';

export default numerology(personalYearPrediction, {
  name: 'personal_year',
  about: 'what a personal year number suggests for one year: theme, and overview with its key months',
  calculate(input, call) {
    const year = input.year ?? Number(today(call).slice(0, 4));
    const number = personalYear(input.birth_date, year);
    const { best, challenging } = keyMonths(input.birth_date, year);
    return {
      computed: { type: 'personal_year' as const, number },
      facts: { number, year, best_months: best, challenging_months: challenging },
    };
  },
  theme: ({ number, year, best_months, challenging_months }, names) => ({
    facts: { number },
    slots: { best: names.months(best_months), hard: names.months(challenging_months) },
    seed: `year ${number} ${year}`,
  }),
  compose: ({ number, year, best_months, challenging_months }, words) => ({
    number,
    year,
    theme: words.say('year.theme'),
    overview: words.tell(['year.overview', 'year.months']),
    key_months: { best: best_months, challenging: challenging_months },
  }),
});
