import { expressionNumber } from '../../shared/contract/catalogue/numerology.js';
import { numberOfName } from '../lib/letters-of-names.js';
import { expression, lettersOf, sumOf } from '../lib/numerology.js';
import { numerology } from '../lib/readings/reading.js';

export default numerology(expressionNumber, {
  name: 'expression_number',
  about: 'an expression number: what the bearer of a name can do',
  calculate({ full_name }) {
    const letters = lettersOf(full_name);
    return numberOfName('expression', full_name, expression(letters), sumOf(letters));
  },
});
