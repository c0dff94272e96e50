import { challengeNumbers } from '../../shared/contract/catalogue/numerology.js';
import { challenges, computeChallengeTimes } from '../lib/numerology.js';
import { findMinorFacts } from '../lib/readings/minor.js';
import { numerology, today } from '../lib/readings/reading.js';

export default numerology(challengeNumbers, {
  name: 'challenge_numbers',
  about: 'the four challenge numbers of a birth date, each with the time of life that it belongs to',
  calculate({ birth_date }, call) {
    const numbers = challenges(birth_date);
    return {
      computed: { type: 'challenge' as const, number: numbers },
      facts: {
        challenges: numbers,
        times: computeChallengeTimes(birth_date),
        ...findMinorFacts(birth_date, today(call)),
      },
    };
  },
});
