import { personalityNumber } from '../../shared/contract/catalogue/numerology.js';
import { isVowel, lettersOf, personality, sumOf } from '../lib/numerology.js';
import { byName, numberOfName, partMove } from '../lib/readings/numbers.js';
import { numerology } from '../lib/readings/reading.js';

export default numerology(personalityNumber, {
  name: 'personality_number',
  about: 'a personality number: how others see the bearer of a name',
  calculate({ full_name }) {
    const letters = lettersOf(full_name);
    const sum = sumOf(letters.filter((letter) => !isVowel(letter)));
    return numberOfName('personality', full_name, personality(letters), sum);
  },
  theme: byName('personality'),
  compose: ({ number, given, family }, words) => ({
    number,
    title: words.say('personality.title'),
    meaning: words.tell([
      'number.personality?',
      ...(number === 0
        ? ['personality.meaning', 'personality.effect']
        : [words.pick(['personality.meaning', 'personality.effect'])]),
      'number.consonants?',
    ]),
    first_impression: words.tell([
      'personality.impression',
      partMove('given', given),
      ...(family === undefined ? [] : [partMove('family', family)]),
    ]),
  }),
});
