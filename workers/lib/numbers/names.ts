import anyAscii from 'any-ascii';
import { errors } from '../../../shared/contract/errors.js';
import { reduce } from './reduce.js';

const VOWELS = new Set('AEIOU');

/** A to I are 1 to 9, J to R again, S to Z 1 to 8. */
const letterValue = (letter: string): number => ((letter.charCodeAt(0) - 65) % 9) + 1;

/**
 * The letters A to Z of a name: accents are dropped and other scripts transliterated (José → JOSE, Łukasz → LUKASZ).
 *
 * @throws ApiError 422 when none is left
 */
export function lettersOf(fullName: string): string[] {
  // Only letters are transliterated: an emoji would become its English name, and № the letters N and O.
  const written = fullName.normalize('NFC').replace(/[^\p{L}\p{M}]/gu, '');
  const letters = [...anyAscii(written).toUpperCase()].filter((letter) => /[A-Z]/.test(letter));
  if (letters.length === 0) throw errors.fullNameWithoutLetters();
  return letters;
}

const total = (letters: readonly string[]): number =>
  reduce(letters.reduce((sum, letter) => sum + letterValue(letter), 0));

/** The number of all letters. */
export const expression = (letters: readonly string[]): number => total(letters);

/** The number of the vowels A, E, I, O, U; 0 for a name without any. */
export const soulUrge = (letters: readonly string[]): number => total(letters.filter((letter) => VOWELS.has(letter)));

/** The number of the consonants, Y among them; 0 for a name without any. */
export const personality = (letters: readonly string[]): number =>
  total(letters.filter((letter) => !VOWELS.has(letter)));

/** How many of the digits 1 to 9 occur among the values of the letters. */
export const subconsciousSelf = (letters: readonly string[]): number => new Set(letters.map(letterValue)).size;
