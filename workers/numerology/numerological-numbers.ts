import { numerologicalNumbers } from '../../shared/contract/catalogue/numerology.js';
import { nameLetters } from '../lib/name-letters.js';
import {
  challenges,
  computeBirthParts,
  computeLifePath,
  computePersonalDay,
  computePersonalMonth,
  computePersonalYear,
  computeSoulUrge,
  computeSubconsciousSelf,
  expression,
  isVowel,
  parseLetters,
  personality,
  sumLetters,
} from '../lib/numerology.js';
import { findMinorFacts } from '../lib/readings/minor.js';
import { numerology, today } from '../lib/readings/reading.js';

export default numerology(numerologicalNumbers, {
  name: 'numerological_numbers',
  about: 'the life path, expression and soul urge numbers of a person, each by itself and all together',
  calculate({ birth_date: born, full_name }, call) {
    const date = today(call);
    const letters = full_name === undefined ? undefined : parseLetters(full_name);
    const computed = {
      life_path: computeLifePath(born),
      expression: letters ? expression(letters) : null,
      soul_urge: letters ? computeSoulUrge(letters) : null,
      personality: letters ? personality(letters) : null,
      subconscious_self: letters ? computeSubconsciousSelf(letters) : null,
      personal_year: computePersonalYear(born, Number(date.slice(0, 4))),
      personal_month: computePersonalMonth(born, date),
      personal_day: computePersonalDay(born, date),
      challenge: challenges(born),
    };
    const facts = {
      ...findMinorFacts(born, date),
      birth_date: born,
      ...computeBirthParts(born),
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
