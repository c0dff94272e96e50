import anyAscii from 'any-ascii';
import type { ChallengeTime } from 'readings';
import { errors } from '../../shared/contract/errors.js';

const MASTERS: ReadonlySet<number> = new Set([11, 22, 33]);

const digitSum = (value: number): number => [...String(value)].reduce((sum, digit) => sum + Number(digit), 0);

/** Adds the digits again and again until one digit or a master number (11, 22, 33) is left. */
export function reduce(value: number): number {
  let left = value;
  while (left > 9 && !MASTERS.has(left)) left = digitSum(left);
  return left;
}

/** Adds the digits until one is left, whatever turns up. */
export function reduceFully(value: number): number {
  let left = value;
  while (left > 9) left = digitSum(left);
  return left;
}

/** Year, month and day of YYYY-MM-DD. */
export function parts(date: string): { year: number; month: number; day: number } {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return { year, month, day };
}

/** Month, day and year reduced one by one, added and reduced again. */
export function lifePath(birthDate: string): number {
  const { year, month, day } = parts(birthDate);
  return reduce(reduce(month) + reduce(day) + reduce(year));
}

/** The differences between month, day and year, each reduced to one digit: four numbers from 0 to 8. */
export function challenges(birthDate: string): [number, number, number, number] {
  const born = parts(birthDate);
  const [year, month, day] = [reduceFully(born.year), reduceFully(born.month), reduceFully(born.day)];
  const first = Math.abs(month - day);
  const second = Math.abs(day - year);
  return [first, second, Math.abs(first - second), Math.abs(month - year)];
}

/** The first challenge lasts to the age of 36 less the life path's digit, the next two nine years each, the fourth stays. */
export function challengeTimes(birthDate: string): [ChallengeTime, ChallengeTime, ChallengeTime, ChallengeTime] {
  const { year } = parts(birthDate);
  const first = 36 - reduceFully(lifePath(birthDate));
  const from = (age: number) => ({ from_age: age, from: year + age });
  const until = (age: number) => ({ until_age: age, until: year + age });
  return [
    until(first),
    { ...from(first), ...until(first + 9) },
    { ...from(first + 9), ...until(first + 18) },
    from(first + 18),
  ];
}

/** Birth month, birth day and the calendar year, added and reduced. */
export function personalYear(birthDate: string, year: number): number {
  const born = parts(birthDate);
  return reduce(born.month + born.day + year);
}

/** The personal year and the calendar month, added and reduced. `month` starts with YYYY-MM. */
export function personalMonth(birthDate: string, month: string): number {
  const read = parts(month);
  return reduce(personalYear(birthDate, read.year) + read.month);
}

/** The personal month and the calendar day, added and reduced. */
export const personalDay = (birthDate: string, date: string): number =>
  reduce(personalMonth(birthDate, date) + parts(date).day);

const families: readonly (readonly number[])[] = [
  [1, 5, 7],
  [2, 4, 8],
  [3, 6, 9],
];

/** Personal months of one family with the personal year carry it, 1-5-7, 2-4-8 and 3-6-9; half a circle away they test it. */
export function keyMonths(birthDate: string, year: number): { best: number[]; challenging: number[] } {
  const own = reduceFully(personalYear(birthDate, year));
  const months = Array.from({ length: 12 }, (_, index) => index + 1);
  const numberOf = (month: number): number =>
    reduceFully(personalMonth(birthDate, `${year}-${String(month).padStart(2, '0')}`));
  const family = families.find((members) => members.includes(own)) ?? [];
  const across = [((own + 3) % 9) + 1, ((own + 4) % 9) + 1].filter((number) => !family.includes(number));
  return {
    best: months.filter((month) => family.includes(numberOf(month))),
    challenging: months.filter((month) => across.includes(numberOf(month))),
  };
}

const VOWELS = new Set('AEIOU');

/** Whether a letter A to Z is a vowel: Y is none. */
export const isVowel = (letter: string): boolean => VOWELS.has(letter);

/** A to I are 1 to 9, J to R again, S to Z 1 to 8. */
export const letterValue = (letter: string): number => ((letter.charCodeAt(0) - 65) % 9) + 1;

/** The letters A to Z of a name or a part of it: accents are dropped and other scripts transliterated (José → JOSE, Łukasz → LUKASZ). */
export function latinLetters(name: string): string[] {
  // Only letters are transliterated: an emoji would become its English name, and № the letters N and O.
  const written = name.normalize('NFC').replace(/[^\p{L}\p{M}]/gu, '');
  return [...anyAscii(written).toUpperCase()].filter((letter) => /[A-Z]/.test(letter));
}

/**
 * The letters A to Z of a name.
 *
 * @throws ApiError 422 when none is left
 */
export function lettersOf(fullName: string): string[] {
  const letters = latinLetters(fullName);
  if (letters.length === 0) throw errors.fullNameWithoutLetters();
  return letters;
}

/** The values of letters, added up. */
export const sumOf = (letters: readonly string[]): number =>
  letters.reduce((sum, letter) => sum + letterValue(letter), 0);

/** The number of all letters. */
export const expression = (letters: readonly string[]): number => reduce(sumOf(letters));

/** The number of the vowels A, E, I, O, U; 0 for a name without any. */
export const soulUrge = (letters: readonly string[]): number => reduce(sumOf(letters.filter(isVowel)));

/** The number of the consonants, Y among them; 0 for a name without any. */
export const personality = (letters: readonly string[]): number =>
  reduce(sumOf(letters.filter((letter) => !isVowel(letter))));

/** How many of the digits 1 to 9 occur among the values of the letters. */
export const subconsciousSelf = (letters: readonly string[]): number => new Set(letters.map(letterValue)).size;
