import { subconsciousSelfNumber } from '../../shared/contract/catalogue/numerology.js';
import { lettersOf, subconsciousSelf } from '../lib/numerology.js';
import { byName, numberOfName, partMove } from '../lib/readings/numbers.js';
import { numerology } from '../lib/readings/reading.js';

/** How many of the digits that a name lacks are told. */
const LACKING = 1;

export default numerology(subconsciousSelfNumber, {
  name: 'subconscious_self_number',
  about: 'a subconscious self number: what the bearer of a name falls back on in a crisis',
  calculate: ({ full_name }) => numberOfName('subconscious_self', full_name, subconsciousSelf(lettersOf(full_name))),
  theme: byName('subconscious'),
  compose: ({ number, most_value, missing, given, balance, initials }, words) => ({
    number,
    meaning: [
      words.tell([
        'number.subconscious',
        'subconscious.meaning',
        most_value === undefined ? partMove('given', given) : 'name.most',
      ]),
      ...words
        .shuffle(missing)
        .slice(0, LACKING)
        .map((digit) => words.say('name.missing', { facts: { missing: digit } })),
      // Who lacks less is told by the first name instead.
      words.tell([
        ...(missing.length < LACKING ? [partMove('given', given)] : []),
        missing.length > 0 ? 'number.count' : 'number.count.all',
      ]),
    ].join(' '),
    crisis_response: words.tell([
      'subconscious.crisis',
      initials.length > 1 ? partMove('balance', balance) : partMove('given', given),
    ]),
  }),
});
