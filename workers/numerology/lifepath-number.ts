import { lifepathNumber } from '../../shared/contract/catalogue/numerology.js';
import { isMaster, lifePath } from '../lib/numerology.js';
import { birthParts } from '../lib/parts-of-births.js';
import { minorFacts } from '../lib/readings/minor.js';
import { birthToTell, mixed } from '../lib/readings/numbers.js';
import { numerology, oneNumber, today } from '../lib/readings/reading.js';
import type { Words } from '../lib/writing/words.js';

export default numerology(lifepathNumber, {
  name: 'lifepath_number',
  about: 'a life path number: title, meaning, strengths, challenges, career, relationships',
  calculate({ birth_date }, call) {
    const { computed, facts } = oneNumber('lifepath', lifePath(birth_date));
    return {
      computed,
      facts: { ...facts, birth_date, ...birthParts(birth_date), ...minorFacts(birth_date, today(call)) },
    };
  },
  theme: ({ number, birth_date, minor, ...parts }, names) => {
    const birth = birthToTell(parts, birth_date, names, number);
    return { facts: { number, minor, ...birth.facts }, slots: birth.slots, seed: `life ${number} ${birth_date}` };
  },
  compose: ({ number, day_number, year_number, attitude, missing, minor }, words) => ({
    number,
    title: words.say('life.title'),
    meaning: words.tell([
      'number.life',
      'life.meaning',
      'life.lesson',
      words.chance(0.5) ? 'birth.day' : 'birth.missing?',
      'number.born',
    ]),
    strengths: mixed(words, 'life.strengths', [number, number, day_number, year_number]),
    // A digit that is missing is learned late; in a date without any the attitude is what is overdone.
    challenges: mixed(words, 'life.challenges', [
      number,
      Number(missing[0] ?? attitude),
      Number(missing.at(-1) ?? day_number),
    ]),
    career: words.tell([...one(words, 'life.career'), isMaster(attitude) ? 'number.attitude' : 'birth.work']),
    relationships: words.tell(minor ? ['minor.love'] : [...one(words, 'life.relationships'), 'birth.month']),
  }),
});

/** Moves for a part of life: its description, and at times advice. */
const one = (words: Words, move: string): readonly string[] => words.pick([[move], [move, `${move}.how`]]);
