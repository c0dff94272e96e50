import { expressionNumber } from '../../shared/catalogue/numerology.js';
import { handle } from '../handle.js';
import { expression, lettersOf } from '../tools/numbers/names.js';
import { warmUp } from '../tools/readings/envelope.js';
import { expressionReading } from '../tools/readings/numerology.js';
import { write } from '../tools/readings/write.js';

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
