import { challengeNumbers } from '../../shared/contract/catalogue/numerology.js';
import { handle } from '../handle.js';
import { challenges } from '../lib/numerology.js';
import { warmUp } from '../lib/readings/envelope.js';
import { challengeReading } from '../lib/readings/numerology.js';
import { write } from '../lib/readings/write.js';

export default handle(
  challengeNumbers,
  async (input, call) => {
    const facts = { challenges: challenges(input.birth_date) };
    return {
      computed_data: { type: 'challenge' as const, number: facts.challenges },
      reading: await write(challengeReading, facts, input.language, call),
    };
  },
  warmUp,
);
