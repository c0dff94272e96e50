import { expressionNumber } from '../../shared/contract/catalogue/numerology.js';
import { handle } from '../handle.js';
import { expression, lettersOf } from '../lib/numerology.js';
import { warmUp } from '../lib/readings/envelope.js';
import { expressionReading } from '../lib/readings/numerology.js';
import { write } from '../lib/readings/write.js';

export default handle(
  expressionNumber,
  async (input, call) => {
    const number = expression(lettersOf(input.full_name));
    return {
      computed_data: { type: 'expression' as const, number },
      reading: await write(expressionReading, { number }, input.language, call),
    };
  },
  warmUp,
);
