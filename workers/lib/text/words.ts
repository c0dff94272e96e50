import { existsSync, readFileSync } from 'node:fs';
import { projectFile } from '../../../shared/process/project-file.js';

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
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’-][\p{L}\p{M}\p{N}]+)*(?:\+\+|#(?![\p{L}\p{N}]))?/gu;

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
