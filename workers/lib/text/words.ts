import { existsSync, readFileSync } from 'node:fs';
import { projectFile } from '../../../shared/process/project-file.js';
import { lettersOf } from './languages.js';
import { cleanLine, cutAtWord, inTypedLetters } from './plain-text.js';

const lists = new Map<string, ReadonlySet<string>>();

/** Words that say nothing by themselves (the, of, and) in a language; empty where there is no list. */
export function stopWords(language: string): ReadonlySet<string> {
  let list = lists.get(language);
  if (!list) {
    const path = projectFile(`workers/lib/text/stop-words/${language}.txt`);
    list = new Set(existsSync(path) ? readFileSync(path, 'utf8').split(/\s+/).filter(Boolean) : []);
    lists.set(language, list);
  }
  return list;
}

/** A mark belongs to the letter before it: one that follows a sign, as in notes of music, begins no word. */
const WORD =
  /(?:\p{N}{1,3}(?:[.,\u00A0\u202F]\p{N}{3})+|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*)(?:['’-][\p{L}\p{M}\p{N}]+)*(?:\+\+|#(?![\p{L}\p{N}]))?/gu;

/** Scripts that put no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** All words of a text, in order, in the letter case they have. */
export function everyWord(text: string): string[] {
  const words = text.match(WORD) ?? [];
  return words.flatMap((word) =>
    UNSPACED.test(word)
      ? [...segmenter.segment(word)].filter((part) => part.isWordLike).map((part) => part.segment)
      : [word],
  );
}

/** The telling words of a text in lower case, in order, each once: no stop words, no Latin ones of one or two letters. */
export function wordsOf(text: string, language: string): string[] {
  const stops = stopWords(language);
  const words = everyWord(text.toLowerCase().replaceAll('’', "'")).map((word) => word.replace(/'s$/, ''));
  return [...new Set(words)].filter((word) => !stops.has(word) && !/^[\p{Script=Latin}\p{N}]{1,2}$/u.test(word));
}

/** The longest keyword, in UTF-16 units. */
const LONGEST_KEYWORD = 60;

/**
 * Keywords as they may be used: letters, marks and digits of any script, spaces, and the symbols that belong to
 * words (C++, C#, R&B, rock 'n' roll, e-bike, node.js); at most so many different ones, in their order.
 * Several keywords in one text, separated by commas or line ends, count as several.
 */
export function sanitiseKeywords(given: readonly string[], most: number): string[] {
  const kept = new Map<string, string>();
  for (const raw of given.flatMap((one) => one.split(/[,;\n،、，；]+/))) {
    const keyword = sanitise(raw);
    const key = keyword.toLocaleLowerCase();
    if (keyword !== '' && !kept.has(key)) kept.set(key, keyword);
  }
  return [...kept.values()].slice(0, most);
}

function sanitise(raw: string): string {
  const text = inTypedLetters(cleanLine(raw))
    .replace(/[^\p{L}\p{M}\p{N}\s'’\-+#&.\u200C\u200D]/gu, ' ')
    .replace(/(?<![\p{L}\p{M}])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}])/gu, '')
    .replace(/(?<![\p{L}\p{N}+#])[+#]+/gu, ' ')
    .replace(/(?<![\p{L}\p{M}\p{N}])[.'’\-&]+|[.'’\-&]+(?![\p{L}\p{M}\p{N}])/gu, ' ')
    .replace(/(^|\s)\p{M}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return cutAtWord(text, LONGEST_KEYWORD);
}

/** Latin-script languages whose small words we know. */
const KNOWN = ['en', 'es', 'fr', 'de', 'pt', 'it'];

/** A text must have so many words before its small words tell a language. */
const ENOUGH_WORDS = 5;

/**
 * Whether a text is certainly not in the language: in another script, or full of the small words of another of the
 * languages we know while it has hardly any of its own. What is in doubt passes.
 */
export function isForeign(text: string, language: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return false;
  const own = lettersOf(language);
  if ((text.match(own)?.length ?? 0) < letters * 0.4) return true;
  if (!'a'.match(own)) return false;
  const words = everyWord(text.toLowerCase().replaceAll('’', "'"));
  if (words.length < ENOUGH_WORDS) return false;
  const shareOf = (known: string) => words.filter((word) => stopWords(known).has(word)).length / words.length;
  // Neighbours share their small words, Catalan those of Spanish: of a language whose own are not known only English is told apart.
  const others = KNOWN.includes(language) ? KNOWN.filter((known) => known !== language) : ['en'];
  const ownShare = KNOWN.includes(language) ? shareOf(language) : 0.12;
  return others.some((other) => shareOf(other) > Math.max(0.25, ownShare * 2.2));
}
