import type { Composition } from '../compose/compose.js';
import type { Facts, Slots } from '../compose/line.js';
import type { Names, Words } from '../compose/words.js';
import type { BirthParts, NameFacts, NameLetters } from '../facts.js';

/** Numbers of numerology, in the order of the packs' `number.core` and `number.time`. */
const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 22, 33];

/** Returns what a number stands for: of a person (`number.core`) or of a day, month or year (`number.time`). */
export function findMeaning(names: Names, number: number, of: 'number.core' | 'number.time'): string | undefined {
  const at = NUMBERS.indexOf(number);
  return at < 0 ? undefined : names.name(of, at);
}

/** Slots of a person's number: itself, and what it stands for. */
export const numberSlots = (names: Names, number: number): Slots => ({
  number: String(number),
  core: findMeaning(names, number, 'number.core'),
});

/** Slots of the number of a day, month or year, with how it was calculated. */
export const timeSlots = (names: Names, number: number, summands: readonly number[]): Slots => ({
  number: String(number),
  time_core: findMeaning(names, number, 'number.time'),
  steps: showReduction(...summands),
});

/** Slots of the master numbers among the parts of a name or date. */
const partSlots = (names: Names, parts: Readonly<Record<string, number | undefined>>): Slots =>
  Object.fromEntries(
    Object.entries(parts).flatMap(([part, number]) =>
      number !== undefined && isMaster(number)
        ? [
            [part, String(number)],
            [`${part}_core`, findMeaning(names, number, 'number.core')],
          ]
        : [],
    ),
  );

/** Returns the move on a part of a name. A master number has one of its own. */
export const partMove = (part: 'given' | 'family' | 'balance', number: number): string =>
  isMaster(number) ? `number.${part}` : `name.${part}`;

/** Returns facts and slots of the lines on a name's letters. */
export function describeLetters(letters: NameLetters, names: Names): { readonly facts: Facts; readonly slots: Slots } {
  const { given, family, balance } = letters;
  return {
    facts: { ...letters },
    slots: {
      count: letters.most_count === undefined ? undefined : String(letters.most_count),
      initials: letters.initials,
      lacking: letters.missing.length > 0 ? letters.missing.join(', ') : undefined,
      ...partSlots(names, { given, family, balance }),
    },
  };
}

/** Returns the composition of a reading of one number of a name and its letters. */
export const buildNameComposition =
  (name: string) =>
  (facts: NameFacts, names: Names): Composition => {
    const letters = describeLetters(facts, names);
    const steps = facts.sum ? showReduction(facts.sum) : undefined;
    return {
      facts: { number: facts.number, ...letters.facts },
      slots: { ...letters.slots, ...numberSlots(names, facts.number), steps },
      seed: `${name} ${JSON.stringify(facts)}`,
    };
  };

/**
 * Returns facts and slots of the lines on the parts of a birth date.
 *
 * @param lifePath life path number. It and the number of the day are never called missing
 */
export const describeBirth = (
  { summands, missing, ...parts }: BirthParts,
  date: string,
  names: Names,
  lifePath: number,
): { readonly facts: Facts; readonly slots: Slots } => ({
  facts: { ...parts, date_missing: missing.filter((digit) => ![parts.day_number, lifePath].includes(Number(digit))) },
  slots: {
    ...numberSlots(names, lifePath),
    ...partSlots(names, { attitude: parts.attitude }),
    born: names.day(date),
    steps: showReduction(...summands),
  },
});

/** Says a line of the move for each number, in order. No text comes twice. */
export function sayForEach(words: Words, move: string, numbers: readonly number[]): string[] {
  const said: string[] = [];
  for (const number of numbers) {
    let line = words.find(move, { facts: { number } });
    while (line !== undefined && said.includes(line)) line = words.find(move, { facts: { number } });
    if (line !== undefined) said.push(line);
  }
  return said;
}

/** Returns the values of the letters that are defined. */
export const toValues = (...letters: readonly (string | undefined)[]): number[] =>
  letters.flatMap((letter) => (letter === undefined ? [] : [letterValue(letter)]));

/** Returns the value of a letter A to Z: A to I are 1 to 9, J to R again, S to Z 1 to 8. */
const letterValue = (letter: string): number => ((letter.charCodeAt(0) - 65) % 9) + 1;

/** True of the master numbers. */
export const isMaster = (number: number): boolean => [11, 22, 33].includes(number);

/** Writes how summands become a number, e.g. `11 + 11 + 7 = 29 → 11`. */
export function showReduction(...summands: readonly number[]): string {
  const steps = [summands.reduce((sum, one) => sum + one, 0)];
  for (let left = steps[0] ?? 0; left > 9 && !isMaster(left); steps.push(left))
    left = [...String(left)].reduce((sum, digit) => sum + Number(digit), 0);
  const reduction = steps.join(' → ');
  return summands.length > 1 ? `${summands.join(' + ')} = ${reduction}` : reduction;
}

/** Returns month and day of a date, YYYY-MM-DD. */
export const monthAndDay = (date: string): readonly [number, number] => [
  Number(date.slice(5, 7)),
  Number(date.slice(8)),
];
