import { everyWord } from '../../../lib/text/words.js';
import { packs } from './composer.js';
import type { Topic } from './topic.js';

/**
 * What field of life a topic is from, so that a text on bread speaks of the kitchen. Those that say most about a
 * text stand first: they win where as many words speak for another.
 */
export const THEMES = [
  'history',
  'science',
  'language',
  'travel',
  'gaming',
  'technology',
  'money',
  'music',
  'fitness',
  'beauty',
  'animals',
  'garden',
  'making',
  'art',
  'cooking',
] as const;
export type Theme = (typeof THEMES)[number];

/** Themes whose videos mostly show how something is done. */
const DONE: ReadonlySet<Theme> = new Set(['language', 'fitness', 'beauty', 'garden', 'making', 'cooking']);
const isDone = (theme: Theme | undefined): boolean => theme !== undefined && DONE.has(theme);

/** The theme that most words of the topic and its keywords speak for, or undefined when none does. */
export function themeOf(topic: Topic, keywords: readonly string[], language: string): Theme | undefined {
  const words = everyWord(
    [topic.natural, ...keywords]
      .join(' ')
      .toLowerCase()
      .replace(/\p{L}+['’]/gu, ' '),
  );
  const { phrases } = packs.of(language);
  const speaksFor = (theme: Theme) => {
    const own = phrases[`theme ${theme}`] ?? [];
    return words.filter((word) => own.some((one) => isForm(word, one, language))).length;
  };
  let found: { theme: Theme; hits: number } | undefined;
  for (const theme of THEMES) {
    const hits = speaksFor(theme);
    if (hits > (found?.hits ?? 0)) found = { theme, hits };
  }
  return found?.theme;
}

/** German puts words together: Sauerteigbrot is bread. */
const isForm = (word: string, known: string, language: string): boolean =>
  word === known || (language === 'de' && known.length > 3 && word.endsWith(known));

/** Whether a topic is something that viewers do themselves (bread, yoga) or want to know about (Rome, black holes). */
export type TopicKind = 'doing' | 'knowing';

/** English: a topic that begins with what is done, "growing tomatoes". */
const GERUND = /^\p{L}{2,}ing\s/u;

/** Told by the shape of the topic, its theme, else by the language's list of words for what people do. */
export function kindOf({ shape, natural }: Topic, theme: Theme | undefined, language: string): TopicKind {
  if (shape === 'action') return 'doing';
  if (shape !== 'thing') return 'knowing';
  if (isDone(theme)) return 'doing';
  if (theme === 'history' || theme === 'science') return 'knowing';
  if (language === 'en' && GERUND.test(natural)) return 'doing';
  const doing = packs.of(language).phrases.doing ?? [];
  return everyWord(natural.toLowerCase()).some((word) => doing.includes(word)) ? 'doing' : 'knowing';
}
