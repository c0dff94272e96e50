import type { NameFacts, NameLetters } from 'readings';
import { findLetterValue, isVowel, listLatinLetters, parseLetters, reduce, sumLetters } from './numerology.js';

const VALUES = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/**
 * Reads a name letter by letter, as the letters A to Z of `parseLetters`. Its parts are separated by spaces.
 *
 * @throws ApiError 422 if the name has no letter
 */
export function nameLetters(fullName: string): NameLetters {
  const letters = parseLetters(fullName);
  const parts = fullName
    .split(/\s+/)
    .map(listLatinLetters)
    .filter((part) => part.length > 0);
  const [given = letters, ...others] = parts;
  const family = others.at(-1);
  const initials = parts.flatMap(([initial]) => initial ?? []);
  const [first = ''] = letters;
  const vowel = letters.find(isVowel);
  return {
    first_value: findLetterValue(first),
    ...(vowel === undefined ? {} : { first_vowel: vowel }),
    ...findMostFrequent(letters.map(findLetterValue)),
    missing: VALUES.filter((value) => !letters.some((letter) => findLetterValue(letter) === value)).map(String),
    initials: initials.join(''),
    balance: reduce(sumLetters(initials)),
    given: reduce(sumLetters(given)),
    ...(family === undefined ? {} : { family: reduce(sumLetters(family)) }),
  };
}

/**
 * Returns the computed data and the facts of a number of a name.
 *
 * @param sum the number before it was reduced
 */
export function describeNameNumber<Type extends string>(type: Type, fullName: string, number: number, sum?: number) {
  const facts: NameFacts = { number, ...nameLetters(fullName), ...(sum === undefined ? {} : { sum }) };
  return { computed: { type, number }, facts };
}

/** Finds the most frequent of the values, if one is more frequent than all others. */
function findMostFrequent(values: readonly number[]): Pick<NameLetters, 'most_value' | 'most_count'> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most_count = Math.max(...counts.values());
  const [most_value, ...tied] = VALUES.filter((value) => counts.get(value) === most_count);
  return most_value === undefined || tied.length > 0 || most_count === 1 ? {} : { most_value, most_count };
}
