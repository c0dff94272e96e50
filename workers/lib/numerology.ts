import anyAscii from 'any-ascii';
import type { BirthParts, ChallengeTime } from 'readings';
import { errors } from '../../shared/contract/errors.js';

const MASTERS: ReadonlySet<number> = new Set([11, 22, 33]);

const sumDigits = (value: number): number => [...String(value)].reduce((sum, digit) => sum + Number(digit), 0);

/** Adds the digits again and again until one digit or a master number (11, 22, 33) is left. */
export function reduce(value: number): number {
  let left = value;
  while (left > 9 && !MASTERS.has(left)) left = sumDigits(left);
  return left;
}

/** Adds the digits until one digit is left, also from a master number. */
function reduceFully(value: number): number {
  let left = value;
  while (left > 9) left = sumDigits(left);
  return left;
}

/** Parses YYYY-MM-DD, or a beginning of it. */
function parseDate(date: string): { year: number; month: number; day: number } {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return { year, month, day };
}

/** Reduces month, day and year one by one, and their sum. */
export function computeLifePath(birthDate: string): number {
  const { year, month, day } = parseDate(birthDate);
  return reduce(reduce(month) + reduce(day) + reduce(year));
}

/** Computes the differences between month, day and year, each reduced to one digit: four numbers from 0 to 8. */
export function challenges(birthDate: string): [number, number, number, number] {
  const born = parseDate(birthDate);
  const [year, month, day] = [reduceFully(born.year), reduceFully(born.month), reduceFully(born.day)];
  const first = Math.abs(month - day);
  const second = Math.abs(day - year);
  return [first, second, Math.abs(first - second), Math.abs(month - year)];
}

/** The first challenge lasts to the age of 36 less the life path's digit, the next two nine years each, the fourth stays. */
export function computeChallengeTimes(birthDate: string): [ChallengeTime, ChallengeTime, ChallengeTime, ChallengeTime] {
  const { year } = parseDate(birthDate);
  const first = 36 - reduceFully(computeLifePath(birthDate));
  const from = (age: number) => ({ from_age: age, from: year + age });
  const until = (age: number) => ({ until_age: age, until: year + age });
  return [
    until(first),
    { ...from(first), ...until(first + 9) },
    { ...from(first + 9), ...until(first + 18) },
    from(first + 18),
  ];
}

/** Reduces the sum of birth month, birth day and calendar year. */
export function computePersonalYear(birthDate: string, year: number): number {
  const born = parseDate(birthDate);
  return reduce(born.month + born.day + year);
}

/** Reduces the sum of the personal year and the calendar month. `month` starts with YYYY-MM. */
export function computePersonalMonth(birthDate: string, month: string): number {
  const read = parseDate(month);
  return reduce(computePersonalYear(birthDate, read.year) + read.month);
}

/** Reduces the sum of the personal month and the calendar day. */
export const computePersonalDay = (birthDate: string, date: string): number =>
  reduce(computePersonalMonth(birthDate, date) + parseDate(date).day);

const families: readonly (readonly number[])[] = [
  [1, 5, 7],
  [2, 4, 8],
  [3, 6, 9],
];

/** Finds the months in the family of the personal year, 1-5-7, 2-4-8 or 3-6-9, which carry it, and those opposite, which test it. */
export function findKeyMonths(birthDate: string, year: number): { best: number[]; challenging: number[] } {
  const personal = reduceFully(computePersonalYear(birthDate, year));
  const months = Array.from({ length: 12 }, (_, index) => index + 1);
  const reduceMonth = (month: number): number =>
    reduceFully(computePersonalMonth(birthDate, `${year}-${String(month).padStart(2, '0')}`));
  const family = families.find((members) => members.includes(personal)) ?? [];
  const across = [((personal + 3) % 9) + 1, ((personal + 4) % 9) + 1].filter((number) => !family.includes(number));
  return {
    best: months.filter((month) => family.includes(reduceMonth(month))),
    challenging: months.filter((month) => across.includes(reduceMonth(month))),
  };
}

const VOWELS = new Set('AEIOU');

export const isVowel = (letter: string): boolean => VOWELS.has(letter);

/** Returns 1 to 9 for A to I and for J to R, and 1 to 8 for S to Z. */
export const findLetterValue = (letter: string): number => ((letter.charCodeAt(0) - 65) % 9) + 1;

/** Returns the letters A to Z of a name: accents are dropped, other scripts transliterated (José → JOSE, Łukasz → LUKASZ). */
export function listLatinLetters(name: string): string[] {
  // Only letters are transliterated: an emoji would become its English name, and № the letters N and O.
  const written = name.normalize('NFC').replace(/[^\p{L}\p{M}]/gu, '');
  return [...anyAscii(written).toUpperCase()].filter((letter) => /[A-Z]/.test(letter));
}

/** @throws ApiError 422 if the name has no letters A to Z */
export function parseLetters(fullName: string): string[] {
  const letters = listLatinLetters(fullName);
  if (letters.length === 0) throw errors.fullNameWithoutLetters();
  return letters;
}

export const sumLetters = (letters: readonly string[]): number =>
  letters.reduce((sum, letter) => sum + findLetterValue(letter), 0);

export const expression = (letters: readonly string[]): number => reduce(sumLetters(letters));

/** Returns the number of the vowels, without Y; 0 for a name without any. */
export const computeSoulUrge = (letters: readonly string[]): number => reduce(sumLetters(letters.filter(isVowel)));

/** Returns the number of the consonants, with Y; 0 for a name without any. */
export const personality = (letters: readonly string[]): number =>
  reduce(sumLetters(letters.filter((letter) => !isVowel(letter))));

/** Counts the different values of the letters. */
export const computeSubconsciousSelf = (letters: readonly string[]): number =>
  new Set(letters.map(findLetterValue)).size;

/** @param date YYYY-MM-DD */
export function computeBirthParts(date: string): BirthParts {
  const { year, month, day } = parseDate(date);
  return {
    month,
    day_number: reduce(day),
    year_number: reduce(year),
    attitude: reduce(month + day),
    summands: [month, day, year].map(reduce),
    missing: [...'123456789'].filter((digit) => !date.includes(digit)),
  };
}
