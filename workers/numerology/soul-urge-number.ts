import { soulUrgeNumber } from '../../shared/contract/catalogue/numerology.js';
import { describeNameNumber } from '../lib/name-letters.js';
import { computeSoulUrge, isVowel, parseLetters, sumLetters } from '../lib/numerology.js';
import { numerology } from '../lib/readings/reading.js';

export default numerology(soulUrgeNumber, {
  name: 'soul_urge_number',
  about: 'a soul urge number: what the bearer of a name wants',
  calculate({ full_name }) {
    const letters = parseLetters(full_name);
    const sum = sumLetters(letters.filter(isVowel));
    return describeNameNumber('soul_urge', full_name, computeSoulUrge(letters), sum);
  },
});
