import { personalMonthPrediction } from '../../shared/contract/catalogue/numerology.js';
import { handle } from '../handle.js';
import { personalMonth, personalYear } from '../lib/numerology.js';
import { today, warmUp } from '../lib/readings/envelope.js';
import { personalMonthReading } from '../lib/readings/numerology.js';
import { write } from '../lib/readings/write.js';

export default handle(
  personalMonthPrediction,
  async (input, call) => {
    const month = input.month ?? today(call).slice(0, 7);
    const number = personalMonth(input.birth_date, month);
    const facts = { number, month, year_number: personalYear(input.birth_date, Number(month.slice(0, 4))) };
    return {
      computed_data: { type: 'personal_month' as const, number },
      reading: await write(personalMonthReading, facts, input.language, call),
    };
  },
  warmUp,
);
