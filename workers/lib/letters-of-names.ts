import { isVowel, latinLetters, lettersOf, letterValue, reduce, sumOf } from './numerology.js';

/** Facts of a name's letters beside its numbers. Values are 1 to 9. */
export interface NameLetters {
  /** The value of the first letter. */
  readonly first_value: number;
  readonly first_vowel?: string;
  /** The value of most letters, and their count. Absent where several values are equally frequent. */
  readonly most_value?: number;
  readonly most_count?: number;
  /** The values that no letter has. */
  readonly missing: readonly string[];
  readonly initials: string;
  /** The initials, added and reduced. */
  readonly balance: number;
  /** The first name by itself, reduced. */
  readonly given: number;
  /** The last of several names by itself, reduced. */
  readonly family?: number;
}

const VALUES = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/**
 * Reads a name letter by letter, as the letters A to Z of `lettersOf`. Its parts are what blanks separate.
 *
 * @throws ApiError 422 when the name has no letter
 */
export function nameLetters(fullName: string): NameLetters {
  const letters = lettersOf(fullName);
  const parts = fullName
    .split(/\s+/)
    .map(latinLetters)
    .filter((part) => part.length > 0);
  const [given = letters, ...others] = parts;
  const family = others.at(-1);
  const initials = parts.flatMap(([initial]) => initial ?? []);
  const [first = ''] = letters;
  const vowel = letters.find(isVowel);
  return {
    first_value: letterValue(first),
    ...(vowel === undefined ? {} : { first_vowel: vowel }),
    ...mostOf(letters.map(letterValue)),
    missing: VALUES.filter((value) => !letters.some((letter) => letterValue(letter) === value)).map(String),
    initials: initials.join(''),
    balance: reduce(sumOf(initials)),
    given: reduce(sumOf(given)),
    ...(family === undefined ? {} : { family: reduce(sumOf(family)) }),
  };
}

/** Finds the most frequent of the values, if one is more frequent than all others. */
function mostOf(values: readonly number[]): Pick<NameLetters, 'most_value' | 'most_count'> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most_count = Math.max(...counts.values());
  const [most_value, ...tied] = VALUES.filter((value) => counts.get(value) === most_count);
  return most_value === undefined || tied.length > 0 || most_count === 1 ? {} : { most_value, most_count };
}
