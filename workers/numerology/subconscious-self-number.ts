import { subconsciousSelfNumber } from '../../shared/catalogue/numerology.js';
import { handle } from '../handle.js';
import { lettersOf, subconsciousSelf } from '../tools/numbers/names.js';
import { warmUp } from '../tools/readings/envelope.js';
import { subconsciousReading } from '../tools/readings/numerology.js';
import { write } from '../tools/readings/write.js';

export default handle(
  subconsciousSelfNumber,
  async (input, call) => {
    const number = subconsciousSelf(lettersOf(input.full_name));
    return {
      computed_data: { type: 'subconscious_self' as const, number },
      reading: await write(subconsciousReading, { number }, input.language, call),
    };
  },
  warmUp,
);
