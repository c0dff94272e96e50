import { expressionNumber } from '../../shared/contract/catalogue/numerology.js';
import { expression, lettersOf, sumOf } from '../lib/numerology.js';
import { byName, mixed, numberOfName } from '../lib/readings/numbers.js';
import { numerology } from '../lib/readings/reading.js';

export default numerology(expressionNumber, {
  name: 'expression_number',
  about: 'an expression number: what the bearer of a name can do',
  calculate({ full_name }) {
    const letters = lettersOf(full_name);
    return numberOfName('expression', full_name, expression(letters), sumOf(letters));
  },
  theme: byName('expression'),
  compose: ({ number, most_value, first_value, given, family, missing }, words) => ({
    number,
    title: words.say('expression.title'),
    meaning: words.tell([
      words.pick(['expression.meaning', 'expression.gift']),
      'name.sum?',
      'name.given',
      'name.share?',
      family === undefined ? alone(missing) : 'name.family',
    ]),
    talents: mixed(words, 'expression.talents', [number, number, most_value ?? given, first_value]),
  }),
});

/** What a single name is told by instead of the family's. */
const alone = (missing: readonly string[]): string => (missing.length > 0 ? 'name.missing' : 'name.first');
