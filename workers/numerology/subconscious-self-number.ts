import { subconsciousSelfNumber } from '../../shared/contract/catalogue/numerology.js';
import { handle } from '../handle.js';
import { lettersOf, subconsciousSelf } from '../lib/numerology.js';
import { warmUp } from '../lib/readings/envelope.js';
import { subconsciousReading } from '../lib/readings/numerology.js';
import { write } from '../lib/readings/write.js';

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
