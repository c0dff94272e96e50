import { personalityNumber } from '../../shared/contract/catalogue/numerology.js';
import { lettersOf, personality } from '../lib/numerology.js';
import { byNumber, numerology, oneNumber } from '../lib/readings/reading.js';

export default numerology(personalityNumber, {
  name: 'personality_number',
  about: 'a personality number: how others see the bearer of a name',
  calculate: ({ full_name }) => oneNumber('personality', personality(lettersOf(full_name))),
  theme: byNumber('personality'),
  compose: ({ number }, words) => ({
    number,
    title: words.say('personality.title'),
    meaning: words.say('personality.meaning'),
    first_impression: words.say('personality.impression'),
  }),
});
