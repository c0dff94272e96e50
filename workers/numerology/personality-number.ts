import { personalityNumber } from '../../shared/contract/catalogue/numerology.js';
import { describeNameNumber } from '../lib/name-letters.js';
import { isVowel, parseLetters, personality, sumLetters } from '../lib/numerology.js';
import { numerology } from '../lib/readings/reading.js';

export default numerology(personalityNumber, {
  name: 'personality_number',
  about: 'a personality number: how others see the bearer of a name',
  calculate({ full_name }) {
    const letters = parseLetters(full_name);
    const sum = sumLetters(letters.filter((letter) => !isVowel(letter)));
    return describeNameNumber('personality', full_name, personality(letters), sum);
  },
});
