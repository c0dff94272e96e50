import { emojiName, emojiOf, withoutEmoji } from '../../../lib/text/emoji.js';
import { naturalCase } from '../../../lib/text/natural-case.js';
import { cleanLine, cutAtWord } from '../../../lib/text/plain-text.js';
import { capitalise } from '../../../lib/writing/line.js';
import { nounsIn } from './knowledge.js';
import { packs } from './packs.js';
import { minutesOf } from './plan.js';
import { isAsked, isHeadline, shapeOf, type TopicShape, withoutHowTo } from './topic-shape.js';

/** How many characters of a topic are used. */
const USED = 120;

/** Longest beginning of a topic that is looked at: markup may take more room than the words in it. */
const READ = 4_000;

/** What the text is about, taken apart. */
export interface Topic {
  /** The caller's words, cleaned: plain text of at most 120 characters, without emoji. */
  readonly text: string;
  readonly shape: TopicShape;
  /** The words as they stand in the middle of a sentence (`sourdough bread`). */
  readonly natural: string;
  /** What is done, without "how to", when the topic is an action (`bake sourdough bread`). */
  readonly action: string | undefined;
  /** What a list promises so many of: 10 in "10 houseplants that survive anything". */
  readonly count: number | undefined;
  /** The two that are set against each other: "Kubernetes vs Docker Swarm". */
  readonly sides: readonly [string, string] | undefined;
  /** How long the video is to be, as far as the topic says so. */
  readonly minutes: number;
  /** Emoji of the topic itself. */
  readonly emoji: readonly string[];
}

/** Reads a topic of any kind, or nothing when no word is left of it once it is cleaned. */
export function readTopic(raw: string, language: string): Topic | undefined {
  const cleaned = cleanLine(raw.slice(0, READ));
  const emoji = emojiOf(cleaned);
  const worded = unwrap(withoutEmoji(cleaned)) || namesOf(emoji, language);
  // Thousands that are parted by a space are one number.
  const text = unwrap(cutAtWord(worded, USED)).replace(/(?<=(?<!\p{N})\p{N}{1,3}) (?=\p{N}{3}(?!\p{N}))/gu, '\u202F');
  if (!/[\p{L}\p{N}]/u.test(text)) return undefined;
  const calm = calmed(withoutLength(text), language);
  const shape = shapeOf(calm, language);
  const bare = shape === 'question' ? calm : calm.replace(/^¿\s*|[.!,;:?]+$/gu, '');
  const natural = withTitle(inSentence(told(bare, shape, language), cleaned, language), cleaned, language);
  const action = shape === 'action' ? naturalCase(withoutHowTo(natural, language), language) : undefined;
  return {
    text: bare,
    shape,
    natural,
    action: action?.replace(/[.!?]+$/u, ''),
    count: countOf(bare),
    sides: sidesOf(natural, language),
    minutes: minutesOf(text),
    emoji: [...new Set(emoji)],
  };
}

/** The topic without its exclamation marks; what is shouted with a question mark is only a question when it asks something. */
function calmed(text: string, language: string): string {
  const marks = /\s*[!！?]+$/u.exec(text)?.[0] ?? '';
  const bare = text.slice(0, text.length - marks.length);
  const asks = marks.includes('?') && (!/[!！]/u.test(marks) || isAsked(bare, language) || /^¿/u.test(bare));
  return asks ? `${bare}?` : bare;
}

const LENGTH = '\\p{N}{1,3}[\\s-]?(?:min(?:utes?|uten|utos|uti)?|sec(?:onds?|ondes?|ondi)?|segundos?|sekunden)';
const LENGTH_AROUND = new RegExp(`^${LENGTH}\\s?: |, ${LENGTH}$|\\s\\(${LENGTH}\\)$`, 'iu');

/** The topic without how long the video is to be: "15 minutes: how cheese is made". */
const withoutLength = (text: string): string => text.replace(LENGTH_AROUND, '') || text;

/** What an English how-to is called, however it was asked for: "how do I bake bread" → "how to bake bread". */
const told = (text: string, shape: TopicShape, language: string): string =>
  language === 'en' && shape === 'action'
    ? text.replace(/^(how) (?:do|can|should) (?:i|you|we|one) /iu, '$1 to ')
    : text;

/** The topic in the letter case that it has in the middle of a sentence. */
function inSentence(text: string, typed: string, language: string): string {
  const natural = naturalCase(text, language);
  // Who does something in a headline is a name and begins like one, and so does the title of a work that goes on behind a colon.
  if (isHeadline(text, language) || PART_OF_TITLE.test(natural)) return text.slice(0, 1) + natural.slice(1);
  // What is set against a name is one as well: "Kindle vs Kobo".
  if (language === 'en' && / vs\.? \p{Lu}/u.test(natural)) return text.slice(0, 1) + natural.slice(1);
  // A hashtag is a name too, in languages in which other nouns have an article or a capital.
  if (language !== 'en' && /^#\p{Ll}/u.test(typed)) return capitalise(natural);
  const isShouted = text === text.toUpperCase() && text.includes(' ');
  return language === 'de' && isShouted ? withNouns(natural) : natural;
}

/** What stands behind the colon in "Dune: Part Two". */
const PART_OF_TITLE = /^\S+: \p{Lu}\p{L}* \p{Lu}/u;

/** German that was shouted, with the capitals of the nouns that our own texts have. */
function withNouns(text: string): string {
  const nouns = nounsIn('de');
  return text
    .split(' ')
    .map((word) => nouns.get(word) ?? word)
    .join(' ');
}

/** A part of a topic between quotation marks, which is not all of it. */
const IN_QUOTES = /(?<=^|[\s(])["“„«]\s?([\p{Lu}\p{N}][^"“”„«»]{1,79}?)\s?["”“»](?=$|[\s,.:;!?)])/u;

/** The title that the topic has between quotation marks, as it was typed and between those of the language. */
function withTitle(natural: string, typed: string, language: string): string {
  const title = IN_QUOTES.exec(typed)?.[1]?.trim();
  const at = title === undefined ? -1 : natural.toLowerCase().indexOf(title.toLowerCase());
  if (title === undefined || at < 0 || title.length >= natural.length - 1) return natural;
  const [open = '', close = ''] = packs.of(language).phrases.quotes ?? [];
  const rest = natural.slice(at + title.length).replace(/^\s(?=[,:;.!?])/u, '');
  return natural.slice(0, at) + open + title + close + rest;
}

/** The text without markdown signs, hashtags' signs and the quotes around it. */
function unwrap(text: string): string {
  return text
    .replace(/(^|\s)#+(?=\S)/g, '$1')
    .replace(/[*_`~|\\{}[\]"“”«»„]+|\(\s*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s"'“”«»‘’\-–—•,.;:!?#>]+/u, '')
    .replace(/[\s"“”«»‘\-–—•,;:#]+$/u, '')
    .trim();
}

/** What a number at the beginning of a topic measures instead of counting. */
const UNIT =
  /^(?:s|m|km|kg|g|h|am|pm|ans?|sec.*|seg.*|sek.*|min(?:ute?|uti)?\p{L}?|kilo.*|miles?|met(?:er|re|ro)\p{L}?|mètres?|hours?|horas?|heures?|or[ae]|stunden?|days?|d[ií]as?|jours?|giorn[oi]|tagen?|weeks?|wochen?|semain[es]*|semanas?|settiman[ae]|months?|mes(?:es|i)?|mois|meses|monaten?|years?|jahren?|años?|anos?|ann[oi]|euros?|dollars?|dólares|pounds?|grad|degrees?|percent|prozent|calor.*|steps?|schritten?|pas(?:os|si|sos)?)$/iu;

/** How many a list has, when a topic begins with a number that counts: neither a year nor a length. */
function countOf(text: string): number | undefined {
  const told = /^(?:\p{L}{1,4} )?(\d{1,3}) (\p{L}+)/u.exec(text);
  const count = Number(told?.[1]);
  return told && count > 1 && !UNIT.test(told[2] ?? '') ? count : undefined;
}

const AGAINST = / (?:vs\.?|versus|gegen|contra|contre|contro) /iu;
const OR: Readonly<Record<string, RegExp>> = {
  en: / or /i,
  de: / oder /i,
  fr: / ou /i,
  es: / o /i,
  it: / o /i,
  pt: / ou /i,
};
/** Between two things that are offered for choice stand few words, a few more where the choice is asked for. */
const WORDS_OF_A_CHOICE = 6;
const WORDS_OF_A_QUESTION = 8;

/** The two that are set against each other, before or behind a colon, or in a question behind its comma: "what is better, A or B". */
function sidesOf(text: string, language: string): [string, string] | undefined {
  const bare = text.replace(/^¿\s*|\s*[?.!]+$/gu, '');
  const most = text.endsWith('?') ? WORDS_OF_A_QUESTION : WORDS_OF_A_CHOICE;
  for (const phrase of bare.split(isAsked(bare, language) ? /\s?[:,]\s/u : /\s?:\s/u)) {
    const isShort = phrase.split(' ').length <= most && !isAsked(phrase, language);
    const or = isShort ? OR[language] : undefined;
    const parts = AGAINST.test(phrase) ? phrase.split(AGAINST) : or ? phrase.split(or) : [];
    const [one, other] = parts.map((part) => part.trim());
    if (parts.length === 2 && one && other) return [one, other];
  }
  return undefined;
}

/** Emoji as words: 🍕🎸 → "pizza & guitar". */
function namesOf(emoji: readonly string[], language: string): string {
  const names = emoji.map((one) => emojiName(one, language) ?? emojiName(one, 'en'));
  return [...new Set(names)]
    .filter((name) => name !== undefined)
    .slice(0, 4)
    .join(' & ');
}
