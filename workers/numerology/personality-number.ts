import { personalityNumber } from '../../shared/catalogue/numerology.js';
import { handle } from '../handle.js';
import { lettersOf, personality } from '../tools/numbers/names.js';
import { warmUp } from '../tools/readings/envelope.js';
import { personalityReading } from '../tools/readings/numerology.js';
import { write } from '../tools/readings/write.js';

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
