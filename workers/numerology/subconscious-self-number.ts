import { subconsciousSelfNumber } from '../../shared/contract/catalogue/numerology.js';
import { describeNameNumber } from '../lib/name-letters.js';
import { computeSubconsciousSelf, parseLetters } from '../lib/numerology.js';
import { numerology } from '../lib/readings/reading.js';

export default numerology(subconsciousSelfNumber, {
  name: 'subconscious_self_number',
  about: 'a subconscious self number: what the bearer of a name falls back on in a crisis',
  calculate: ({ full_name }) =>
    describeNameNumber('subconscious_self', full_name, computeSubconsciousSelf(parseLetters(full_name))),
});
