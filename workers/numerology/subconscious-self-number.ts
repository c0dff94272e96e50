import { subconsciousSelfNumber } from '../../shared/contract/catalogue/numerology.js';
import { numberOfName } from '../lib/letters-of-names.js';
import { lettersOf, subconsciousSelf } from '../lib/numerology.js';
import { numerology } from '../lib/readings/reading.js';

export default numerology(subconsciousSelfNumber, {
  name: 'subconscious_self_number',
  about: 'a subconscious self number: what the bearer of a name falls back on in a crisis',
  calculate: ({ full_name }) => numberOfName('subconscious_self', full_name, subconsciousSelf(lettersOf(full_name))),
});
