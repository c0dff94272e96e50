import { subconsciousSelfNumber } from '../../shared/contract/catalogue/numerology.js';
import { lettersOf, subconsciousSelf } from '../lib/numerology.js';
import { byName, numberOfName } from '../lib/readings/numbers.js';
import { numerology } from '../lib/readings/reading.js';

export default numerology(subconsciousSelfNumber, {
  name: 'subconscious_self_number',
  about: 'a subconscious self number: what the bearer of a name falls back on in a crisis',
  calculate: ({ full_name }) => numberOfName('subconscious_self', full_name, subconsciousSelf(lettersOf(full_name))),
  theme: byName('subconscious'),
  compose: ({ number, missing }, words) => ({
    number,
    meaning: words.tell([
      'subconscious.meaning',
      'name.most?',
      'name.missing?',
      // Who lacks less than two digits is told by the first name instead.
      missing.length > 1 ? 'name.missing' : 'name.given',
      'name.share?',
    ]),
    crisis_response: words.tell(['subconscious.crisis', 'name.balance']),
  }),
});
