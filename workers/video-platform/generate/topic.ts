import { capitalise, type Pack } from 'readings/compose';
import { findEmoji, findEmojiName, removeEmoji } from '../../lib/text/emoji.js';
import { cleanLine, cutAtWord } from '../../lib/text/plain-text.js';
import { splitWords, stopWords } from '../../lib/text/words.js';
import { normaliseWords } from '../../lib/topics/phrases.js';

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
  const emoji = [...new Set(findEmoji(cleaned))];
  const worded = unwrap(removeEmoji(cleaned)) || nameEmoji(emoji, language);
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
  const names = emoji.map((one) => findEmojiName(one, language) ?? findEmojiName(one, 'en'));
  return [...new Set(names)]
    .filter((name) => name !== undefined)
    .slice(0, 4)
    .join(' & ');
}

/** Common questions in the first person that are not personal, as in "how do I make bread?". */
const HOW_TO = / (?:how (?:do|can|should) i|wie \p{L}+ ich|comment \p{L}+ je) /u;

/** A name with the number of a ruler or a war, as in "the life of Napoleon I". */
const NUMBERED = /(?<=\S )\p{Lu}\p{Ll}+ I(?= |$)/gu;

/** True if a topic speaks in the first person, as in "why I quit my job". */
export function isPersonal({ text }: Topic, { phrases }: Pack): boolean {
  const words = normaliseWords(text.replace(NUMBERED, '')).replace(HOW_TO, ' ').trim().split(' ');
  return phrases['first-person']?.some((pronoun) => words.includes(pronoun)) ?? false;
}

/** Articles that are elided before a word, as in "l'anglais" and "dell'arte". */
const ELIDED_ARTICLE = /^(?:[ldjnsmtc]|qu|un|dell|all|nell|sull|dall|quell|gl)['’](?=\p{L}{2})/iu;

/** Words that are too short to search for: of one or two Latin letters, digits or Hiragana, and Chinese particles. */
const TOO_SHORT = /^(?:[\p{Script=Latin}\p{N}]{1,2}|\p{Script=Hiragana}{1,2}|[的了和是在])$/u;

/** Returns the words of a topic that mean something by themselves: as typed, in order, each once. */
export function contentWords(text: string, language: string): string[] {
  const stops = stopWords(language);
  const words = splitWords(text).map((word) => word.replace(ELIDED_ARTICLE, '').replace(/['’]s$/u, ''));
  const telling = words.filter((word) => !stops.has(word.toLowerCase().replaceAll('’', "'")) && !TOO_SHORT.test(word));
  return uniqueTexts(telling.length > 0 ? telling : words);
}

/** Returns pairs of neighbouring content words, e.g. "sourdough bread". */
export function wordPairs(text: string, language: string): string[] {
  const telling = new Set(contentWords(text, language));
  const words = splitWords(text);
  return words.slice(1).flatMap((word, at) => {
    const before = words[at] ?? '';
    return telling.has(before) && telling.has(word) && text.includes(`${before} ${word}`) ? [`${before} ${word}`] : [];
  });
}

/** Returns the topic in the quotation marks of a language. */
export function quote({ text }: Topic, { phrases }: Pack): string {
  const [open = '“', close = '”'] = phrases.quotes ?? [];
  return `${open}${text}${close}`;
}

/** Maximum length of a topic, or a part of one, that a channel is named after, in UTF-16 units. */
const MAX_NAME_LENGTH = 30;

/** Endings of infinitives in Romance languages: where a topic begins with what is done, that names nothing. */
const INFINITIVE = /(?:[aei]r|re)$/u;

/** Articles that a name loses; in Romance languages they are part of it, as in "Los Angeles". */
const LEADING_ARTICLES: Readonly<Record<string, RegExp>> = {
  en: /^(?:the|an?)\s+(?=\S)/iu,
  de: /^(?:der|die|das|eine?)\s+(?=\S)/iu,
};

/** Ends of topics that a name does without, as in "Sourdough bread for beginners". */
const AUDIENCE =
  /(?<=\S)\s+(?:for|on an?|at home|für|zu hause|pour|à la maison|para|en casa|em casa|per|in casa|a casa)(?:\s.*)?$/iu;

/** Verbs at the end of English questions, as in "How does photosynthesis work?". */
const LAST_VERB = /\s+(?:work|mean|happen|fall|cost)$/iu;

/** Maximum length of a topic that a channel is named after word by word, in UTF-16 units. */
const MAX_QUOTED_NAME_LENGTH = 42;

/** Returns the topic itself as the name of a channel, shortened if it is too long for one. */
export function quotedName(text: string, language: string): string {
  const bare = withoutQuestionMarks(text.replace(LEADING_ARTICLES[language] ?? '', ''));
  if (bare.length <= MAX_QUOTED_NAME_LENGTH) return nameCase(bare, language);
  return `${nameCase(cutAtWord(bare, MAX_QUOTED_NAME_LENGTH), language)}…`;
}

/** Returns the words of a topic that a channel can be named after. */
export function nameFrom(text: string, language: string, isHarmless: boolean): string {
  const whole = withoutQuestionMarks(text.replace(LEADING_ARTICLES[language] ?? '', ''));
  const isQuestion = /[?？]$/u.test(text);
  const bare = (isHarmless ? whole.replace(AUDIENCE, '') : whole).replace(isQuestion ? LAST_VERB : /^$/, '');
  // English questions and instructions begin with verbs, and what they are about comes last.
  const isVerbFirst = language === 'en' && (isQuestion || /^how\b/iu.test(bare));
  const isShort = bare.length <= MAX_NAME_LENGTH && !isQuestion;
  if (isShort && !(isHarmless && isVerbFirst)) return nameCase(bare, language);
  const words = contentWords(bare, language);
  const nouns = words.filter((word, at) => isNoun(word, at, language));
  const pairs = language === 'de' ? [] : wordPairs(bare, language);
  const named = pairs.filter(
    (one) => one.length <= MAX_NAME_LENGTH && one.split(' ').every((word) => nouns.includes(word)),
  );
  const proper =
    named.filter((pair) => /^\p{Lu}.* \p{Lu}/u.test(pair)).at(-1) ??
    (language === 'en' ? nouns.slice(1).find((word) => /^\p{Lu}/u.test(word)) : undefined);
  const subject = isVerbFirst ? (nouns[1] ?? nouns[0]) : nouns[0];
  const name = proper ?? named.at(isVerbFirst ? -1 : 0) ?? subject ?? words[0] ?? bare;
  return nameCase(cutAtWord(name, MAX_NAME_LENGTH) || name.slice(0, MAX_NAME_LENGTH), language);
}

/** True if a word may be a noun: in German by its capital, in Romance languages unless it is an infinitive at the beginning. */
function isNoun(word: string, at: number, language: string): boolean {
  if (language === 'de') return /^\p{Lu}/u.test(word);
  return language === 'en' || at > 0 || !INFINITIVE.test(word);
}

/** Words that English titles write in lower case, except at the beginning. */
const SMALL_WORD = /^(?:an?|and|as|at|but|by|for|from|in|of|on|or|the|to|vs|with)$/u;

const nameCase = (name: string, language: string): string =>
  language === 'en'
    ? capitalise(
        name
          .split(' ')
          .map((word) => (SMALL_WORD.test(word) ? word : capitalise(word)))
          .join(' '),
      )
    : capitalise(name);

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
