import { expressionNumber } from '../../shared/contract/catalogue/numerology.js';
import { expression, lettersOf, sumOf } from '../lib/numerology.js';
import { byName, mixed, numberOfName, partMove } from '../lib/readings/numbers.js';
import { numerology } from '../lib/readings/reading.js';

export default numerology(expressionNumber, {
  name: 'expression_number',
  about: 'an expression number: what the bearer of a name can do',
  calculate({ full_name }) {
    const letters = lettersOf(full_name);
    return numberOfName('expression', full_name, expression(letters), sumOf(letters));
  },
  theme: byName('expression'),
  compose: ({ number, most_value, first_value, given, family }, words) => ({
    number,
    title: words.say('expression.title'),
    meaning: words.tell([
      'number.expression',
      words.pick(['expression.meaning', 'expression.gift']),
      partMove('given', given),
      ...(family === undefined ? [] : [partMove('family', family)]),
      'number.letters',
    ]),
    talents: mixed(words, 'expression.talents', [number, number, most_value ?? given, first_value]),
  }),
});
