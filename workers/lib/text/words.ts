import { existsSync, readFileSync } from 'node:fs';
import { projectFile } from '../../../shared/process/project-file.js';
import { createLettersPattern } from './languages.js';
import { cleanLine, cutAtWord, normaliseLetters } from './plain-text.js';

const lists = new Map<string, ReadonlySet<string>>();

/** Returns the stop words of a language (the, of, and). Empty if there is no list. */
export function stopWords(language: string): ReadonlySet<string> {
  let list = lists.get(language);
  if (!list) {
    const path = projectFile(`workers/lib/text/stop-words/${language}.txt`);
    list = new Set(existsSync(path) ? readFileSync(path, 'utf8').split(/\s+/).filter(Boolean) : []);
    lists.set(language, list);
  }
  return list;
}

/** A word. Combining marks belong to the letter before them; after a symbol, as in notes of music, they begin no word. */
const WORD =
  /(?:\p{N}{1,3}(?:[.,\u00A0\u202F]\p{N}{3})+|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*)(?:['’-][\p{L}\p{M}\p{N}]+)*(?:\+\+|#(?![\p{L}\p{N}]))?/gu;

/** Scripts that put no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Splits a text into words. */
export function splitWords(text: string): string[] {
  const words = text.match(WORD) ?? [];
  return words.flatMap((word) =>
    UNSPACED.test(word)
      ? [...segmenter.segment(word)].filter((part) => part.isWordLike).map((part) => part.segment)
      : [word],
  );
}

/** Returns the different words of a text in lower case, without stop words and Latin words of one or two letters. */
export function significantWords(text: string, language: string): string[] {
  const stops = stopWords(language);
  const words = splitWords(text.toLowerCase().replaceAll('’', "'")).map((word) => word.replace(/'s$/, ''));
  return [...new Set(words)].filter((word) => !stops.has(word) && !/^[\p{Script=Latin}\p{N}]{1,2}$/u.test(word));
}

/** Maximum length of a keyword, in UTF-16 units. */
const MAX_KEYWORD_LENGTH = 60;

/**
 * Returns up to `max` different keywords of letters, marks, digits, spaces, and symbols that belong to words (C++, C#, R&B,
 * rock 'n' roll, e-bike, node.js). Keywords in one text may be separated by commas or line ends.
 */
export function sanitiseKeywords(given: readonly string[], max: number): string[] {
  const kept = new Map<string, string>();
  for (const raw of given.flatMap((one) => one.split(/[,;\n،、，；]+/))) {
    const keyword = sanitise(raw);
    const key = keyword.toLocaleLowerCase();
    if (keyword !== '' && !kept.has(key)) kept.set(key, keyword);
  }
  return [...kept.values()].slice(0, max);
}

function sanitise(raw: string): string {
  const text = normaliseLetters(cleanLine(raw))
    .replace(/[^\p{L}\p{M}\p{N}\s'’\-+#&.\u200C\u200D]/gu, ' ')
    .replace(/(?<![\p{L}\p{M}])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}])/gu, '')
    .replace(/(?<![\p{L}\p{N}+#])[+#]+/gu, ' ')
    .replace(/(?<![\p{L}\p{M}\p{N}])[.'’\-&]+|[.'’\-&]+(?![\p{L}\p{M}\p{N}])/gu, ' ')
    .replace(/(^|\s)\p{M}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return cutAtWord(text, MAX_KEYWORD_LENGTH);
}

/** Languages in Latin script that have a list of stop words. */
const LISTED = ['en', 'es', 'fr', 'de', 'pt', 'it'];

/** Minimum number of words for comparing shares of stop words. */
const MIN_WORDS = 5;

/** True if a text is certainly not in the language: in another script, or with far more stop words of another language. */
export function isForeign(text: string, language: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return false;
  const own = createLettersPattern(language);
  if ((text.match(own)?.length ?? 0) < letters * 0.4) return true;
  if (!'a'.match(own)) return false;
  const words = splitWords(text.toLowerCase().replaceAll('’', "'"));
  if (words.length < MIN_WORDS) return false;
  const stopWordShare = (known: string) => words.filter((word) => stopWords(known).has(word)).length / words.length;
  // Related languages share stop words, as Catalan and Spanish do. A language without a list is compared with English alone.
  const others = LISTED.includes(language) ? LISTED.filter((known) => known !== language) : ['en'];
  const ownShare = LISTED.includes(language) ? stopWordShare(language) : 0.12;
  return others.some((other) => stopWordShare(other) > Math.max(0.25, ownShare * 2.2));
}
