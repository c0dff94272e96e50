import { expressionNumber } from '../../shared/contract/catalogue/numerology.js';
import { expression, lettersOf } from '../lib/numerology.js';
import { byNumber, numerology, oneNumber } from '../lib/readings/reading.js';

export default numerology(expressionNumber, {
  name: 'expression_number',
  about: 'an expression number: what the bearer of a name can do',
  calculate: ({ full_name }) => oneNumber('expression', expression(lettersOf(full_name))),
  theme: byNumber('expression'),
  compose: ({ number }, words) => ({
    number,
    title: words.say('expression.title'),
    meaning: words.say('expression.meaning'),
    talents: words.list('expression.talents'),
  }),
});
