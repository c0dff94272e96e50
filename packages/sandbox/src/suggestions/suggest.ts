import { isLanguage, wordsBeginning } from '../language/lists.js';
import { isUnknown, toPhrase } from '../language/phrase.js';
import { detectLanguage } from '../video-platform/titles.js';
import { titlePatterns, topics } from '../video-platform/topics.js';
import { turns } from './turns.js';

const subjects = topics.flatMap((topic) => topic.subjects.map((subject) => subject.toLowerCase()));

const goods =
  'electric cars, running shoes, headphones, laptops, coffee machines, espresso cups, bicycles, office chairs'.split(
    ', ',
  );

const turnsIn = (lang: string): readonly string[] => turns[lang] ?? turns.en ?? [];
const turned = (lang: string, words: readonly string[]): string[] =>
  words.flatMap((word) => turnsIn(lang).map((turn) => turn.replace('{s}', () => word)));

/** Search terms that the catalogues contain. */
export type Vocabulary = (lang: string) => string[];

export const videoVocabulary: Vocabulary = (lang) => [
  ...turned(lang, subjects),
  ...(lang === 'en' ? ['how to ', 'best '].flatMap((start) => subjects.map((subject) => start + subject)) : []),
  ...(lang === 'en'
    ? subjects.flatMap((subject) =>
        titlePatterns.slice(0, 4).map((title) => title.replace(/\{s\}/i, subject).toLowerCase()),
      )
    : []),
];

export const webVocabulary: Vocabulary = (lang) =>
  turned(lang, [...goods.flatMap((good) => [good, `best ${good}`]), ...subjects]);

/** Largest number of suggestions that complete the current word instead of adding one. */
const COMPLETED = 0.6;

/** A single letter is the beginning of something, and not yet a thing. */
const isBeginning = (typed: string): boolean => /^[a-z]?$/.test(toPhrase(typed));

/**
 * Returns suggestions for a prefix: entries of the catalogues, common words of the language that complete its last word, and continuations.
 * Every prefix has some, except those marked as unknown.
 */
export function suggest(q: string, lang: string, vocabulary: Vocabulary, most: number): string[] {
  const typed = q.toLowerCase().replace(/\s+/g, ' ').trimStart();
  if (typed === '' || isUnknown(typed)) return [];
  // A prefix in another script is not in the language of the page.
  const tongue = /\p{Script=Latin}/u.test(typed) ? lang : detectLanguage(toPhrase(typed));
  const listed = shortestFirst(vocabulary(lang).filter((words) => words.startsWith(typed)));
  const goingOn = isBeginning(typed) ? [] : turned(tongue, [typed.trimEnd()]).filter(saysNothingTwice);
  const all = [...goingOn.slice(0, 1), ...listed, ...completions(typed, tongue, most), ...goingOn];
  const fitting = all.filter((words) => words.startsWith(typed));
  return shortestFirst([...new Set(fitting)].slice(0, most));
}

/** `bread recipes` does not go on with `recipes`. */
const saysNothingTwice = (text: string): boolean => !/ (\S+(?: \S+)*) \1$/.test(` ${text}`);

function completions(typed: string, lang: string, most: number): string[] {
  const start = typed.split(' ').at(-1) ?? '';
  if (start === '') return [];
  const before = typed.slice(0, typed.length - start.length);
  const words = wordsBeginning(start, isLanguage(lang) ? lang : 'en', Math.floor(most * COMPLETED));
  return words.map((word) => before + word);
}

const shortestFirst = (texts: readonly string[]): string[] =>
  [...new Set(texts)].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
