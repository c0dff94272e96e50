import type { Composition } from '../compose/compose.js';
import type { Names, Words } from '../compose/words.js';
import type { BirthParts, MinorFacts, NameLetters } from '../facts.js';
import { describeBirth, describeLetters, findMeaning, numberSlots, partMove, showReduction } from './numbers.js';

export interface NumerologicalFacts extends BirthParts, MinorFacts {
  readonly birth_date: string;
  readonly name: NameLetters | null;
  readonly life_path: number;
  readonly expression: number | null;
  readonly soul_urge: number | null;
  readonly personal_year: number;
  readonly year: number;
  /** Sum of all letters before it was reduced, and of the vowels. */
  readonly letters_sum: number | undefined;
  readonly vowels_sum: number | undefined;
}

export function buildComposition(facts: NumerologicalFacts, names: Names): Composition {
  const { name, life_path, expression, birth_date, personal_year, ...parts } = facts;
  const birth = describeBirth(parts, birth_date, names, life_path);
  const letters = name ? describeLetters(name, names) : undefined;
  return {
    facts: { ...birth.facts, ...letters?.facts, relation: relateNumbers(life_path, expression), personal_year },
    slots: {
      ...birth.slots,
      ...letters?.slots,
      path: String(life_path),
      personal_year: String(personal_year),
      year_core: findMeaning(names, personal_year, 'number.time'),
      ability: expression === null ? undefined : String(expression),
    },
    seed: `numbers ${JSON.stringify(facts)}`,
  };
}

export function writeTexts(facts: NumerologicalFacts, words: Words) {
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
}

/** Numbers of one family understand each other: thinkers, builders, creators. */
const families: readonly (readonly number[])[] = [
  [1, 5, 7],
  [2, 4, 8, 11, 22],
  [3, 6, 9, 33],
];

function relateNumbers(one: number, other: number | null): 'same' | 'kin' | 'differ' | 'none' {
  if (other === null) return 'none';
  if (one === other) return 'same';
  return families.some((family) => family.includes(one) && family.includes(other)) ? 'kin' : 'differ';
}
