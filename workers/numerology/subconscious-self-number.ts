import { subconsciousSelfNumber } from '../../shared/contract/catalogue/numerology.js';
import { lettersOf, subconsciousSelf } from '../lib/numerology.js';
import { byNumber, numerology, oneNumber } from '../lib/readings/reading.js';

export default numerology(subconsciousSelfNumber, {
  name: 'subconscious_self_number',
  about: 'a subconscious self number: what the bearer of a name falls back on in a crisis',
  calculate: ({ full_name }) => oneNumber('subconscious_self', subconsciousSelf(lettersOf(full_name))),
  theme: byNumber('subconscious'),
  compose: ({ number }, words) => ({
    number,
    meaning: words.say('subconscious.meaning'),
    crisis_response: words.say('subconscious.crisis'),
  }),
});
