import { expressionNumber } from '../../shared/contract/catalogue/numerology.js';
import { describeNameNumber } from '../lib/name-letters.js';
import { expression, parseLetters, sumLetters } from '../lib/numerology.js';
import { numerology } from '../lib/readings/reading.js';

export default numerology(expressionNumber, {
  name: 'expression_number',
  about: 'an expression number: what the bearer of a name can do',
  calculate({ full_name }) {
    const letters = parseLetters(full_name);
    return describeNameNumber('expression', full_name, expression(letters), sumLetters(letters));
  },
});
