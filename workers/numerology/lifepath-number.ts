import { lifepathNumber } from '../../shared/contract/catalogue/numerology.js';
import { birthParts, lifePath } from '../lib/numerology.js';
import { minorFacts } from '../lib/readings/minor.js';
import { numerology, today } from '../lib/readings/reading.js';

export default numerology(lifepathNumber, {
  name: 'lifepath_number',
  about: 'a life path number: title, meaning, strengths, challenges, career, relationships',
  calculate({ birth_date }, call) {
    const number = lifePath(birth_date);
    return {
      computed: { type: 'lifepath' as const, number },
      facts: { number, birth_date, ...birthParts(birth_date), ...minorFacts(birth_date, today(call)) },
    };
  },
});
