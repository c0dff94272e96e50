import { lifepathNumber } from '../../shared/contract/catalogue/numerology.js';
import { handle } from '../handle.js';
import { lifePath } from '../lib/numerology.js';
import { warmUp } from '../lib/readings/envelope.js';
import { lifePathReading } from '../lib/readings/numerology.js';
import { write } from '../lib/readings/write.js';

export default handle(
  lifepathNumber,
  async (input, call) => {
    const number = lifePath(input.birth_date);
    const facts = { number };
    return {
      computed_data: { type: 'lifepath' as const, number },
      reading: await write(lifePathReading, facts, input.language, call),
    };
  },
  warmUp,
);
