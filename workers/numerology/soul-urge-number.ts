import { soulUrgeNumber } from '../../shared/contract/catalogue/numerology.js';
import { lettersOf, soulUrge } from '../lib/numerology.js';
import { byNumber, numerology, oneNumber } from '../lib/readings/reading.js';

export default numerology(soulUrgeNumber, {
  name: 'soul_urge_number',
  about: 'a soul urge number: what the bearer of a name wants',
  calculate: ({ full_name }) => oneNumber('soul_urge', soulUrge(lettersOf(full_name))),
  theme: byNumber('soul'),
  compose: ({ number }, words) => ({
    number,
    title: words.say('soul.title'),
    meaning: words.say('soul.meaning'),
    desires: words.list('soul.desires'),
  }),
});
