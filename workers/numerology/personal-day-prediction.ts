import { personalDayPrediction } from '../../shared/contract/catalogue/numerology.js';
import { handle } from '../handle.js';
import { personalDay, personalMonth } from '../lib/numerology.js';
import { today, warmUp } from '../lib/readings/envelope.js';
import { personalDayReading } from '../lib/readings/numerology.js';
import { write } from '../lib/readings/write.js';
import { dayNumber } from '../lib/sky/days.js';

export default handle(
  personalDayPrediction,
  async (input, call) => {
    const date = input.date ?? today(call);
    const number = personalDay(input.birth_date, date);
    const facts = { number, date, day_number: dayNumber(date), month_number: personalMonth(input.birth_date, date) };
    return {
      computed_data: { type: 'personal_day' as const, number },
      reading: await write(personalDayReading, facts, input.language, call),
    };
  },
  warmUp,
);
