import { personalityNumber } from '../../shared/contract/catalogue/numerology.js';
import { handle } from '../handle.js';
import { lettersOf, personality } from '../lib/numerology.js';
import { warmUp } from '../lib/readings/envelope.js';
import { personalityReading } from '../lib/readings/numerology.js';
import { write } from '../lib/readings/write.js';

export default handle(
  personalityNumber,
  async (input, call) => {
    const number = personality(lettersOf(input.full_name));
    return {
      computed_data: { type: 'personality' as const, number },
      reading: await write(personalityReading, { number }, input.language, call),
    };
  },
  warmUp,
);
