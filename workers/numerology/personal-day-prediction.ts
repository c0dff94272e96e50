import { personalDayPrediction } from '../../shared/contract/catalogue/numerology.js';
import { birthParts, lifePath, personalDay, personalMonth } from '../lib/numerology.js';
import { minorFacts } from '../lib/readings/minor.js';
import { numerology, today } from '../lib/readings/reading.js';
import { dayNumber } from '../lib/sky/days.js';

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
});
