import { numerologicalNumbers } from '../../shared/contract/catalogue/numerology.js';
import { nameLetters } from '../lib/name-letters.js';
import {
  birthParts,
  challenges,
  expression,
  isVowel,
  lifePath,
  parseLetters,
  personalDay,
  personality,
  personalMonth,
  personalYear,
  soulUrge,
  subconsciousSelf,
  sumLetters,
} from '../lib/numerology.js';
import { minorFacts } from '../lib/readings/minor.js';
import { numerology, today } from '../lib/readings/reading.js';

export default numerology(numerologicalNumbers, {
  name: 'numerological_numbers',
  about: 'the life path, expression and soul urge numbers of a person, each by itself and all together',
  calculate({ birth_date: born, full_name }, call) {
    const date = today(call);
    const letters = full_name === undefined ? undefined : parseLetters(full_name);
    const computed = {
      life_path: lifePath(born),
      expression: letters ? expression(letters) : null,
      soul_urge: letters ? soulUrge(letters) : null,
      personality: letters ? personality(letters) : null,
      subconscious_self: letters ? subconsciousSelf(letters) : null,
      personal_year: personalYear(born, Number(date.slice(0, 4))),
      personal_month: personalMonth(born, date),
      personal_day: personalDay(born, date),
      challenge: challenges(born),
    };
    const facts = {
      ...minorFacts(born, date),
      birth_date: born,
      ...birthParts(born),
      name: full_name === undefined ? null : nameLetters(full_name),
      life_path: computed.life_path,
      expression: computed.expression,
      soul_urge: computed.soul_urge,
      personal_year: computed.personal_year,
      year: Number(date.slice(0, 4)),
      letters_sum: letters && sumLetters(letters),
      vowels_sum: letters && sumLetters(letters.filter(isVowel)),
    };
    return { computed, facts };
  },
});
