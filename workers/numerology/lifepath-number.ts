import { lifepathNumber } from '../../shared/contract/catalogue/numerology.js';
import { lifePath } from '../lib/numerology.js';
import { birthParts } from '../lib/parts-of-births.js';
import { birthToTell, mixed } from '../lib/readings/numbers.js';
import { numerology, oneNumber } from '../lib/readings/reading.js';

export default numerology(lifepathNumber, {
  name: 'lifepath_number',
  about: 'a life path number: title, meaning, strengths, challenges, career, relationships',
  calculate({ birth_date }) {
    const { computed, facts } = oneNumber('lifepath', lifePath(birth_date));
    return { computed, facts: { ...facts, birth_date, ...birthParts(birth_date) } };
  },
  theme: ({ number, birth_date, ...parts }, names) => {
    const birth = birthToTell(parts, birth_date, names);
    return { facts: { number, ...birth.facts }, slots: birth.slots, seed: `life ${number} ${birth_date}` };
  },
  compose: ({ number, day_number, year_number, attitude, missing }, words) => ({
    number,
    title: words.say('life.title'),
    meaning: words.tell(['life.meaning', 'birth.day', 'birth.parts']),
    strengths: mixed(words, 'life.strengths', [number, number, day_number, year_number]),
    // A digit that is missing is learned late; in a date without any the attitude is what is overdone.
    challenges: mixed(words, 'life.challenges', [number, number, Number(missing[0] ?? attitude)]),
    career: words.tell(['life.career', 'birth.work']),
    relationships: words.tell(['life.relationships', 'birth.month']),
  }),
});
