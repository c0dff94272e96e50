import { subconsciousSelfNumber } from '../../shared/contract/catalogue/numerology.js';
import { lettersOf, subconsciousSelf } from '../lib/numerology.js';
import { byName, numberOfName } from '../lib/readings/numbers.js';
import { numerology } from '../lib/readings/reading.js';

export default numerology(subconsciousSelfNumber, {
  name: 'subconscious_self_number',
  about: 'a subconscious self number: what the bearer of a name falls back on in a crisis',
  calculate: ({ full_name }) => numberOfName('subconscious_self', full_name, subconsciousSelf(lettersOf(full_name))),
  theme: byName('subconscious'),
  compose: ({ number }, words) => ({
    number,
    meaning: words.tell(['subconscious.meaning', 'name.most?', 'name.missing?', 'name.missing?']),
    crisis_response: words.tell(['subconscious.crisis', 'name.balance']),
  }),
});
