import { isLanguage, listCompletions } from '../language/lists.js';
import { isUnknown, toPhrase } from '../language/phrase.js';
import { detectLanguage } from '../video-platform/titles.js';
import { titlePatterns, topics } from '../video-platform/topics.js';
import { turns } from './turns.js';

const subjects = topics.flatMap((topic) => topic.subjects.map((subject) => subject.toLowerCase()));

const products =
  'electric cars, running shoes, headphones, laptops, coffee machines, espresso cups, bicycles, office chairs'.split(
    ', ',
  );

const listContinuations = (lang: string): readonly string[] => turns[lang] ?? turns.en ?? [];
const addContinuations = (lang: string, words: readonly string[]): string[] =>
  words.flatMap((word) => listContinuations(lang).map((turn) => turn.replace('{s}', () => word)));

/** Search terms that the catalogues contain. */
export type Vocabulary = (lang: string) => string[];

export const videoVocabulary: Vocabulary = (lang) => [
  ...addContinuations(lang, subjects),
  ...(lang === 'en' ? ['how to ', 'best '].flatMap((start) => subjects.map((subject) => start + subject)) : []),
  ...(lang === 'en'
    ? subjects.flatMap((subject) =>
        titlePatterns.slice(0, 4).map((title) => title.replace(/\{s\}/i, subject).toLowerCase()),
      )
    : []),
];

export const webVocabulary: Vocabulary = (lang) =>
  addContinuations(lang, [...products.flatMap((good) => [good, `best ${good}`]), ...subjects]);

/** Maximum share of suggestions that complete the current word instead of adding one. */
const COMPLETED = 0.6;

/** True for a single letter, which is only the beginning of a word. */
const isBeginning = (typed: string): boolean => /^[a-z]?$/.test(toPhrase(typed));

/**
 * Returns suggestions for a prefix: entries of the catalogues, common words of the language that complete its last word, and continuations.
 * Every prefix has some, except those marked as unknown.
 */
export function suggest(q: string, lang: string, vocabulary: Vocabulary, most: number): string[] {
  const typed = q.toLowerCase().replace(/\s+/g, ' ').trimStart();
  if (typed === '' || isUnknown(typed)) return [];
  // A prefix in another script is in another language than the page.
  const tongue = /\p{Script=Latin}/u.test(typed) ? lang : detectLanguage(toPhrase(typed));
  const listed = sortByLength(vocabulary(lang).filter((words) => words.startsWith(typed)));
  const continued = isBeginning(typed) ? [] : addContinuations(tongue, [typed.trimEnd()]).filter(hasNoRepetition);
  const all = [...continued.slice(0, 1), ...listed, ...completeWord(typed, tongue, most), ...continued];
  const fitting = all.filter((words) => words.startsWith(typed));
  return sortByLength([...new Set(fitting)].slice(0, most));
}

/** True unless the last words are repeated, such as `recipes` after `bread recipes`. */
const hasNoRepetition = (text: string): boolean => !/ (\S+(?: \S+)*) \1$/.test(` ${text}`);

function completeWord(typed: string, lang: string, most: number): string[] {
  const start = typed.split(' ').at(-1) ?? '';
  if (start === '') return [];
  const before = typed.slice(0, typed.length - start.length);
  const words = listCompletions(start, isLanguage(lang) ? lang : 'en', Math.floor(most * COMPLETED));
  return words.map((word) => before + word);
}

const sortByLength = (texts: readonly string[]): string[] =>
  [...new Set(texts)].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
