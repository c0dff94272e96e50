import { numerologicalNumbers } from '../../shared/contract/catalogue/numerology.js';
import {
  challenges,
  expression,
  lettersOf,
  lifePath,
  personalDay,
  personality,
  personalMonth,
  personalYear,
  soulUrge,
  subconsciousSelf,
} from '../lib/numerology.js';
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
      life_path: computed.life_path,
      expression: computed.expression,
      soul_urge: computed.soul_urge,
      year_number: computed.personal_year,
    };
    return { computed, facts };
  },
  theme: (facts) => ({
    facts: { relation: relationOf(facts.life_path, facts.expression), year_number: facts.year_number },
    seed: `numbers ${JSON.stringify(facts)}`,
  }),
  compose(facts, words) {
    const say = (move: string, number: number): string => words.say(move, { facts: { number } });
    return {
      life_path: say('life.meaning', facts.life_path),
      expression: facts.expression === null ? null : say('expression.meaning', facts.expression),
      soul_urge: facts.soul_urge === null ? null : say('soul.meaning', facts.soul_urge),
      overall: `${say('overall.base', facts.life_path)} ${words.tell(['overall.pair', 'overall.year'])}`,
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
