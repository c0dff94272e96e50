import { lifepathNumber } from '../../shared/contract/catalogue/numerology.js';
import { computeBirthParts, computeLifePath } from '../lib/numerology.js';
import { findMinorFacts } from '../lib/readings/minor.js';
import { numerology, today } from '../lib/readings/reading.js';

export default numerology(lifepathNumber, {
  name: 'lifepath_number',
  about: 'a life path number: title, meaning, strengths, challenges, career, relationships',
  calculate({ birth_date }, call) {
    const number = computeLifePath(birth_date);
    return {
      computed: { type: 'lifepath' as const, number },
      facts: { number, birth_date, ...computeBirthParts(birth_date), ...findMinorFacts(birth_date, today(call)) },
    };
  },
});
