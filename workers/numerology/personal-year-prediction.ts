import { personalYearPrediction } from '../../shared/contract/catalogue/numerology.js';
import { handle } from '../handle.js';
import { keyMonths, personalYear } from '../lib/numerology.js';
import { today, warmUp } from '../lib/readings/envelope.js';
import { personalYearReading } from '../lib/readings/numerology.js';
import { write } from '../lib/readings/write.js';

export default handle(
  personalYearPrediction,
  async (input, call) => {
    const year = input.year ?? Number(today(call).slice(0, 4));
    const number = personalYear(input.birth_date, year);
    const { best, challenging } = keyMonths(input.birth_date, year);
    const facts = { number, year, best_months: best, challenging_months: challenging };
    return {
      computed_data: { type: 'personal_year' as const, number },
      reading: await write(personalYearReading, facts, input.language, call),
    };
  },
  warmUp,
);
