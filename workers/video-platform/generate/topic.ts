import { emojiName, emojiOf, withoutEmoji } from '../../lib/text/emoji.js';
import { cleanLine, cutAtWord } from '../../lib/text/plain-text.js';
import { everyWord, stopWords } from '../../lib/text/words.js';
import { capitalise } from '../../lib/writing/line.js';
import type { Pack } from '../../lib/writing/pack.js';

/** Number of characters of a topic that are used. */
const USED_CHARACTERS = 120;

/** Number of characters of a topic that are read: markup may take more room than the words in it. */
const READ_CHARACTERS = 4_000;

/** The subject of a text. */
export interface Topic {
  /** The caller's words as typed, as plain text of at most 120 characters, without emoji and final marks. */
  readonly text: string;
  /** Emoji in the topic. */
  readonly emoji: readonly string[];
}

/** Reads a topic. Returns undefined if no word is left once it is cleaned. */
export function readTopic(raw: string, language: string): Topic | undefined {
  const cleaned = cleanLine(raw.slice(0, READ_CHARACTERS));
  const emoji = [...new Set(emojiOf(cleaned))];
  const worded = unwrap(withoutEmoji(cleaned)) || nameEmoji(emoji, language);
  const text = unwrap(cutAtWord(worded, USED_CHARACTERS)).replace(/(?<!\.\p{L})\s*[.!！]+$/u, '');
  return /[\p{L}\p{N}]/u.test(text) ? { text, emoji } : undefined;
}

/** Removes markdown, the signs of hashtags, and quotation marks. */
function unwrap(text: string): string {
  return text
    .replace(/(^|\s)#+(?=\S)/g, '$1')
    .replace(/[*_`~|\\{}[\]"“”«»„]+|\(\s*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s"'“”«»‘’\-–—•,.;:!?#>]+/u, '')
    .replace(/(?:[\s"“”«»‘\-–—•,;:]|(?<!\p{L})#)+$/u, '')
    .trim();
}

/** Names emoji in words: 🍕🎸 becomes "pizza & guitar". */
function nameEmoji(emoji: readonly string[], language: string): string {
  const names = emoji.map((one) => emojiName(one, language) ?? emojiName(one, 'en'));
  return [...new Set(names)]
    .filter((name) => name !== undefined)
    .slice(0, 4)
    .join(' & ');
}

/** Articles that are elided before a word, as in "l'anglais" and "dell'arte". */
const ELIDED_ARTICLE = /^(?:[ldjnsmtc]|qu|un|dell|all|nell|sull|dall|quell|gl)['’](?=\p{L}{2})/iu;

/** Returns the words of a topic that mean something by themselves: as typed, in order, each once. */
export function contentWords(text: string, language: string): string[] {
  const stops = stopWords(language);
  const words = everyWord(text).map((word) => word.replace(ELIDED_ARTICLE, '').replace(/['’]s$/u, ''));
  const telling = words.filter(
    (word) => !stops.has(word.toLowerCase().replaceAll('’', "'")) && !/^[\p{Script=Latin}\p{N}]{1,2}$/u.test(word),
  );
  return uniqueTexts(telling.length > 0 ? telling : words);
}

/** Returns pairs of neighbouring content words, e.g. "sourdough bread". */
export function wordPairs(text: string, language: string): string[] {
  const telling = new Set(contentWords(text, language));
  const words = everyWord(text);
  return words.slice(1).flatMap((word, at) => {
    const before = words[at] ?? '';
    return telling.has(before) && telling.has(word) ? [`${before} ${word}`] : [];
  });
}

/** Returns the topic in the quotation marks of a language. */
export function quote({ text }: Topic, { phrases }: Pack): string {
  const [open = '“', close = '”'] = phrases.quotes ?? [];
  return `${open}${text}${close}`;
}

/** Maximum length of a topic, or a part of one, that a channel is named after, in UTF-16 units. */
const LONGEST_NAME = 30;

/** Endings of infinitives in Romance languages: where a topic begins with what is done, that names nothing. */
const INFINITIVE = /(?:[aei]r|re)$/u;

/** Articles that a name loses; in Romance languages they are part of it, as in "Los Angeles". */
const LEADING_ARTICLES: Readonly<Record<string, RegExp>> = {
  en: /^(?:the|an?)\s+(?=\S)/iu,
  de: /^(?:der|die|das|eine?)\s+(?=\S)/iu,
};

/** Returns the words of a topic that a channel can be named after. */
export function nameFrom(text: string, language: string): string {
  const article = LEADING_ARTICLES[language];
  const bare = withoutQuestionMarks(article ? text.replace(article, '') : text);
  const isQuestion = /[?？]$/u.test(text);
  if (bare.length <= LONGEST_NAME && !isQuestion) return nameCase(bare, language);
  const words = contentWords(bare, language);
  const nouns = words.filter((word, at) => isNoun(word, at, language));
  const pairs = language === 'de' ? [] : wordPairs(bare, language);
  const named = pairs.filter(
    (one) => one.length <= LONGEST_NAME && one.split(' ').every((word) => nouns.includes(word)),
  );
  // English questions and instructions begin with verbs, and what they are about comes last.
  const isVerbFirst = language === 'en' && (isQuestion || /^how\b/iu.test(bare));
  const subject = isVerbFirst ? (nouns[1] ?? nouns[0]) : nouns[0];
  const name = named.at(isVerbFirst ? -1 : 0) ?? subject ?? words[0] ?? bare;
  return nameCase(cutAtWord(name, LONGEST_NAME) || name.slice(0, LONGEST_NAME), language);
}

/** True if a word may be a noun: in German by its capital, in Romance languages unless it is an infinitive at the beginning. */
function isNoun(word: string, at: number, language: string): boolean {
  if (language === 'de') return /^\p{Lu}/u.test(word);
  return language === 'en' || at > 0 || !INFINITIVE.test(word);
}

const nameCase = (name: string, language: string): string =>
  language === 'en' ? name.split(' ').map(capitalise).join(' ') : capitalise(name);

export const withoutQuestionMarks = (text: string): string => text.replace(/^[¿¡]+|\s*[?？]+$/gu, '');

/** Removes empty texts and repetitions, ignoring letter case. */
export function uniqueTexts(texts: readonly string[]): string[] {
  const kept = new Map<string, string>();
  for (const text of texts) {
    const key = text.toLowerCase();
    if (text !== '' && !kept.has(key)) kept.set(key, text);
  }
  return [...kept.values()];
}
