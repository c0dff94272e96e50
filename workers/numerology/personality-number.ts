import { personalityNumber } from '../../shared/contract/catalogue/numerology.js';
import { isVowel, lettersOf, personality, sumOf } from '../lib/numerology.js';
import { byName, numberOfName, some } from '../lib/readings/numbers.js';
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
  compose: ({ number }, words) => ({
    number,
    title: words.say('personality.title'),
    meaning: words.tell([
      words.pick(['personality.meaning', 'personality.effect']),
      'name.sum?',
      'name.consonant?',
      'name.share?',
    ]),
    first_impression: words.tell([
      'personality.impression',
      ...some(words, ['name.first', 'name.last', 'name.given'], 2),
      'name.family?',
    ]),
  }),
});
