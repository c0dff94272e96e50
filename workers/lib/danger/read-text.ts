import { fold } from './patterns.js';

/** Word that marks the end of a sentence or clause. It distinguishes "I can't live" from "I can't live in Rome". */
const SENTENCE_END = 'eos';

/** Characters that replace letters inside words, as in `k1ll` and `su*cide`. */
const DISGUISES: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i', '*': 'i' },
};

/** Cyrillic letters that look like Latin ones. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  ...{ а: 'a', е: 'e', о: 'o', р: 'p', с: 'c', х: 'x', у: 'y', і: 'i', к: 'k', т: 't', м: 'm', н: 'h', в: 'b' },
};

/**
 * Returns the words of a text as `fold` writes them, with `eos` where a sentence or a clause ends. Disguises are undone: invisible
 * characters, digits for letters, letters of another alphabet, s p a c e d and repeeeated letters.
 */
export function readText(text: string): string[] {
  const letters = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/(?<=\p{L})[013457@$!*]+(?=\p{L})/gu, (signs) => [...signs].map((sign) => DISGUISES[sign]).join(''))
    .replace(/\p{L}+/gu, (word) =>
      /[a-z]/.test(word) && /[а-яі]/.test(word) ? [...word].map((one) => LOOK_ALIKES[one] ?? one).join('') : word,
    )
    .replace(/(?<!\p{L})\p{L}(?:[ .-]\p{L}){3,}(?!\p{L})/gu, (spaced) => spaced.replace(/[ .-]/g, ''))
    .replace(/(\p{Script=Latin})\1{2,}/gu, '$1');
  const words = fold(letters.replace(/[.,!?;…\n¿¡。、，！？؟،]+/g, ` ${SENTENCE_END} `)).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...words, SENTENCE_END].filter((word, at, all) => word !== SENTENCE_END || all[at - 1] !== SENTENCE_END);
}

const MIN_TYPO_LENGTH = 6;
const MIN_SWAP_LENGTH = 4;

/** Replaces words that are one typing error away from a known word with the same first letter. */
export const correctSpelling = (words: readonly string[], rightWords: readonly string[]): string[] =>
  words.map((word) => rightWords.find((right) => isTypo(word, right)) ?? word);

/** True if two letters are swapped or, in longer words, one letter is wrong, missing or too many. */
function isTypo(word: string, right: string): boolean {
  if (word === right || word[0] !== right[0] || Math.abs(word.length - right.length) > 1) return false;
  let at = 0;
  while (at < word.length && word[at] === right[at]) at++;
  const isSwap =
    word.length === right.length &&
    word[at] === right[at + 1] &&
    word[at + 1] === right[at] &&
    word.slice(at + 2) === right.slice(at + 2);
  if (isSwap) return right.length >= MIN_SWAP_LENGTH;
  if (right.length < MIN_TYPO_LENGTH) return false;
  if (word.length === right.length) return word.slice(at + 1) === right.slice(at + 1);
  return word.length < right.length ? word.slice(at) === right.slice(at + 1) : word.slice(at + 1) === right.slice(at);
}
