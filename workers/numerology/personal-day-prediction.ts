import { personalDayPrediction } from '../../shared/contract/catalogue/numerology.js';
import { computeBirthParts, computeLifePath, computePersonalDay, computePersonalMonth } from '../lib/numerology.js';
import { findMinorFacts } from '../lib/readings/minor.js';
import { numerology, today } from '../lib/readings/reading.js';
import { dayNumber } from '../lib/sky/days.js';

export default numerology(personalDayPrediction, {
  name: 'personal_day',
  about: 'what a personal day number suggests for one day: theme, advice, what it is best for, what to avoid',
  kept: ['date'],
  calculate(input, call) {
    const date = input.date ?? today(call);
    const number = computePersonalDay(input.birth_date, date);
    return {
      computed: { type: 'personal_day' as const, number },
      facts: {
        number,
        date,
        birth_date: input.birth_date,
        ...findMinorFacts(input.birth_date, date),
        turn: dayNumber(date),
        month_number: computePersonalMonth(input.birth_date, date),
        life_path: computeLifePath(input.birth_date),
        born_number: computeBirthParts(input.birth_date).day_number,
        attitude: computeBirthParts(input.birth_date).attitude,
      },
    };
  },
});
