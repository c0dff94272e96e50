import { soulUrgeNumber } from '../../shared/contract/catalogue/numerology.js';
import { isVowel, lettersOf, soulUrge, sumOf } from '../lib/numerology.js';
import { byName, mixed, numberOfName, partMove, valuesOf } from '../lib/readings/numbers.js';
import { numerology } from '../lib/readings/reading.js';

export default numerology(soulUrgeNumber, {
  name: 'soul_urge_number',
  about: 'a soul urge number: what the bearer of a name wants',
  calculate({ full_name }) {
    const letters = lettersOf(full_name);
    const sum = sumOf(letters.filter(isVowel));
    return numberOfName('soul_urge', full_name, soulUrge(letters), sum);
  },
  theme: byName('soul'),
  compose: ({ number, first_vowel, given, family }, words) => ({
    number,
    title: words.say('soul.title'),
    meaning: words.tell([
      'number.soul?',
      ...(number === 0 ? ['soul.meaning', 'soul.joy'] : [words.pick(['soul.meaning', 'soul.joy'])]),
      partMove('given', given),
      ...(family === undefined ? [] : [partMove('family', family)]),
      'name.missing?',
      'number.vowels?',
    ]),
    desires: mixed(words, 'soul.desires', [number, number, ...valuesOf(first_vowel), given]),
  }),
});
