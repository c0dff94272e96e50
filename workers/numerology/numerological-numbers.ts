import { numerologicalNumbers } from '../../shared/contract/catalogue/numerology.js';
import { nameLetters } from '../lib/letters-of-names.js';
import {
  challenges,
  expression,
  isVowel,
  lettersOf,
  lifePath,
  personalDay,
  personality,
  personalMonth,
  personalYear,
  showReduction,
  soulUrge,
  subconsciousSelf,
  sumOf,
} from '../lib/numerology.js';
import { birthParts } from '../lib/parts-of-births.js';
import { minorFacts } from '../lib/readings/minor.js';
import { birthToTell, lettersToTell, meaningOf, numberSlots, partMove } from '../lib/readings/numbers.js';
import { numerology, today } from '../lib/readings/reading.js';

export default numerology(numerologicalNumbers, {
  name: 'numerological_numbers',
  about: 'the life path, expression and soul urge numbers of a person, each by itself and all together',
  calculate({ birth_date: born, full_name }, call) {
    const date = today(call);
    const letters = full_name === undefined ? undefined : lettersOf(full_name);
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
      letters_sum: letters && sumOf(letters),
      vowels_sum: letters && sumOf(letters.filter(isVowel)),
    };
    return { computed, facts };
  },
  theme(facts, names) {
    const { name, life_path, expression, birth_date, personal_year, ...parts } = facts;
    const birth = birthToTell(parts, birth_date, names, life_path);
    const letters = name ? lettersToTell(name, names) : undefined;
    return {
      facts: { ...birth.facts, ...letters?.facts, relation: relationOf(life_path, expression), personal_year },
      slots: {
        ...birth.slots,
        ...letters?.slots,
        path: String(life_path),
        personal_year: String(personal_year),
        year_core: meaningOf(names, personal_year, 'number.time'),
        ability: expression === null ? undefined : String(expression),
      },
      seed: `numbers ${JSON.stringify(facts)}`,
    };
  },
  compose(facts, words) {
    const { name, life_path, expression, soul_urge } = facts;
    const tell = (number: number, sum: number | undefined, moves: readonly string[]): string =>
      words.tell(moves, {
        facts: { number },
        slots: {
          ...numberSlots(words, number),
          ...(sum === undefined ? {} : { steps: sum > 0 ? showReduction(sum) : undefined }),
        },
      });
    return {
      life_path: tell(life_path, undefined, [
        'number.life',
        'life.meaning',
        words.chance(0.5) ? 'life.lesson' : 'birth.day',
        'number.born',
      ]),
      expression:
        expression === null
          ? null
          : tell(expression, facts.letters_sum, [
              'number.expression',
              words.pick(['expression.meaning', 'expression.gift']),
              ...(name?.family === undefined ? [] : [partMove('family', name.family)]),
              'number.letters',
            ]),
      soul_urge:
        soul_urge === null
          ? null
          : tell(soul_urge, facts.vowels_sum, ['number.soul?', 'soul.meaning', 'soul.joy', 'number.vowels?']),
      overall: tell(life_path, undefined, [
        'number.overall',
        'overall.base',
        'overall.pair',
        'number.overall.year',
        'overall.year',
      ]),
    };
  },
});

/** Numbers of one family understand each other: thinkers, builders, creators. */
const families: readonly (readonly number[])[] = [
  [1, 5, 7],
  [2, 4, 8, 11, 22],
  [3, 6, 9, 33],
];

function relationOf(one: number, other: number | null): 'same' | 'kin' | 'differ' | 'none' {
  if (other === null) return 'none';
  if (one === other) return 'same';
  return families.some((family) => family.includes(one) && family.includes(other)) ? 'kin' : 'differ';
}
