import { soulUrgeNumber } from '../../shared/catalogue/numerology.js';
import { handle } from '../handle.js';
import { lettersOf, soulUrge } from '../tools/numbers/names.js';
import { warmUp } from '../tools/readings/envelope.js';
import { soulUrgeReading } from '../tools/readings/numerology.js';
import { write } from '../tools/readings/write.js';

export default handle(
  soulUrgeNumber,
  async (input, call) => {
    const number = soulUrge(lettersOf(input.full_name));
    return {
      computed_data: { type: 'soul_urge' as const, number },
      reading: await write(soulUrgeReading, { number }, input.language, call),
    };
  },
  warmUp,
);
