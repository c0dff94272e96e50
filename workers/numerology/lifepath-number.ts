import { lifepathNumber } from '../../shared/contract/catalogue/numerology.js';
import { lifePath } from '../lib/numerology.js';
import { byNumber, numerology, oneNumber } from '../lib/readings/reading.js';

export default numerology(lifepathNumber, {
  name: 'lifepath_number',
  about: 'a life path number: title, meaning, strengths, challenges, career, relationships',
  calculate: ({ birth_date }) => oneNumber('lifepath', lifePath(birth_date)),
  theme: byNumber('life'),
  compose: ({ number }, words) => ({
    number,
    title: words.say('life.title'),
    meaning: words.say('life.meaning'),
    strengths: words.list('life.strengths'),
    challenges: words.list('life.challenges'),
    career: words.say('life.career'),
    relationships: words.say('life.relationships'),
  }),
});
