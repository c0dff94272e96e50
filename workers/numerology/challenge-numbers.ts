import { challengeNumbers } from '../../shared/catalogue/numerology.js';
import { handle } from '../handle.js';
import { challenges } from '../tools/numbers/dates.js';
import { warmUp } from '../tools/readings/envelope.js';
import { challengeReading } from '../tools/readings/numerology.js';
import { write } from '../tools/readings/write.js';

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
