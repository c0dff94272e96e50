import { lifepathNumber } from '../../shared/catalogue/numerology.js';
import { handle } from '../handle.js';
import { lifePath } from '../tools/numbers/dates.js';
import { warmUp } from '../tools/readings/envelope.js';
import { lifePathReading } from '../tools/readings/numerology.js';
import { write } from '../tools/readings/write.js';

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
