import { type NameLetters, nameLetters } from '../letters-of-names.js';
import { letterValue } from '../numerology.js';
import type { BirthParts } from '../parts-of-births.js';
import type { Composition } from '../writing/compose.js';
import type { Facts, Slots } from '../writing/line.js';
import type { Names, Words } from '../writing/words.js';

/** A number of a name with what its letters tell besides: what tells apart two people with the same number. */
export type NameFacts = NameLetters & {
  readonly number: number;
  /** The number before it was reduced. */
  readonly sum?: number;
};

/** What the reading of a name's number shows, and is told from. `sum` is the number before it was reduced. */
export function numberOfName<Type extends string>(type: Type, fullName: string, number: number, sum?: number) {
  const facts: NameFacts = { number, ...nameLetters(fullName), ...(sum === undefined ? {} : { sum }) };
  return { computed: { type, number }, facts };
}

/** What the lines on a name's letters are chosen by, and filled with. */
export function lettersToTell(letters: NameLetters): { readonly facts: Facts; readonly slots: Slots } {
  const { vowels, consonants } = letters;
  return {
    facts: { ...letters, ...(vowels > 1 && consonants > 1 ? { share: shareOf(letters) } : {}) },
    slots: {
      first: letters.first_letter,
      last: letters.last_letter,
      consonant: letters.first_consonant,
      count: letters.most_count === undefined ? undefined : String(letters.most_count),
      initials: letters.initials,
      vowels: String(vowels),
      consonants: String(consonants),
    },
  };
}

/** How many vowels stand against the consonants. */
function shareOf({ vowels, consonants }: NameLetters): 'more' | 'even' | 'fewer' {
  if (vowels > consonants) return 'more';
  return vowels * 4 >= consonants * 3 ? 'even' : 'fewer';
}

/** A number that is worth telling what it was reduced from. */
export const sumToTell = (sum: number | undefined): { readonly facts: Facts; readonly slots: Slots } =>
  sum === undefined || sum < 10 || sum === 11 || sum === 22 || sum === 33
    ? { facts: {}, slots: {} }
    : { facts: { sum_ones: sum % 10 }, slots: { sum: String(sum) } };

/** The words of a single number of a name, and of the letters that it comes from. */
export const byName =
  (name: string) =>
  (facts: NameFacts): Composition => {
    const letters = lettersToTell(facts);
    const sum = sumToTell(facts.sum);
    return {
      facts: { number: facts.number, ...letters.facts, ...sum.facts },
      slots: { ...letters.slots, ...sum.slots, number: String(facts.number) },
      seed: `${name} ${JSON.stringify(facts)}`,
    };
  };

/**
 * What the lines on the parts of a birth date are chosen by, and filled with.
 *
 * @param lifePath with the number of the day it may be told too: of a number that somebody has it is not said that it is missing
 */
export const birthToTell = (
  { summands, missing, ...parts }: BirthParts,
  date: string,
  names: Names,
  lifePath: number,
): { readonly facts: Facts; readonly slots: Slots } => ({
  facts: { ...parts, date_missing: missing.filter((digit) => ![parts.day_number, lifePath].includes(Number(digit))) },
  slots: { born: names.day(date), parts: summands.join(' + ') },
});

/** As many lines of the move as there are numbers: each number adds one of its own, in order. No text comes twice. */
export function mixed(words: Words, move: string, numbers: readonly number[]): string[] {
  const said: string[] = [];
  for (const number of numbers) {
    let line = words.find(move, { facts: { number } });
    while (line !== undefined && said.includes(line)) line = words.find(move, { facts: { number } });
    if (line !== undefined) said.push(line);
  }
  return said;
}

/** So many of the moves, in the order in which they are given: which, differs from seed to seed. */
export function some(words: Words, moves: readonly string[], count: number): string[] {
  const chosen = new Set(words.shuffle(moves).slice(0, count));
  return moves.filter((move) => chosen.has(move));
}

/** The values of letters, of those that there are. */
export const valuesOf = (...letters: readonly (string | undefined)[]): number[] =>
  letters.flatMap((letter) => (letter === undefined ? [] : [letterValue(letter)]));
