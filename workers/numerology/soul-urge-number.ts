import { soulUrgeNumber } from '../../shared/contract/catalogue/numerology.js';
import { handle } from '../handle.js';
import { lettersOf, soulUrge } from '../lib/numerology.js';
import { warmUp } from '../lib/readings/envelope.js';
import { soulUrgeReading } from '../lib/readings/numerology.js';
import { write } from '../lib/readings/write.js';

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
