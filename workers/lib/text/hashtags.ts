import type { Random } from 'readings/compose';
import type { hashtagModes } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { cutAtSentence, cutAtWord, isPause, isQuoted, normaliseLetters } from './plain-text.js';
import { splitWords } from './words.js';

export type HashtagMode = (typeof hashtagModes)[number];

/** Maximum length of a hashtag, sign included. */
const MAX_LENGTH = 40;

/** Number of hashtags at the end of a text, by mode. */
const COUNTS = { end: { least: 3, most: 5 }, seo_block: { least: 8, most: 15 } } as const;

/** Elided articles, after which a new word begins: "apprendre l'anglais" → #ApprendreLAnglais. */
const ELIDED = /(?<!\p{L})([ldjnmtc]|qu|dell|all|nell|sull|dall)['’](?=\p{L}{2})/giu;

/** Capitalises a word of a hashtag, except one like iPhone. */
const capitaliseWord = (word: string): string =>
  /^\p{Ll}\p{Lu}/u.test(word) ? word : word.charAt(0).toUpperCase() + word.slice(1);

/** Joins words to a hashtag, `sourdough bread` → `#SourdoughBread`. Undefined if it has no letters or is too long. */
function toHashtag(words: string): string | undefined {
  const parts = splitWords(normaliseLetters(words).replace(ELIDED, '$1 ').replace(/['’-]/g, '')).map((word) =>
    word.replace(/[^\p{L}\p{M}\p{N}]/gu, ''),
  );
  const joined = parts.length === 1 ? (parts[0] ?? '') : parts.map(capitaliseWord).join('');
  const usable = /\p{L}/u.test(joined) && joined.length > 1 && joined.length < MAX_LENGTH;
  return usable ? `#${joined}` : undefined;
}

/** Converts words or hashtags to different hashtags, in order, ignoring letter case. */
export function toHashtags(candidates: readonly string[]): string[] {
  const kept = new Map<string, string>();
  for (const candidate of candidates) {
    const tag = toHashtag(candidate.replace(/#/g, ' '));
    if (tag !== undefined && !kept.has(tag.toLowerCase())) kept.set(tag.toLowerCase(), tag);
  }
  return [...kept.values()];
}

/** Removes hashtags at the ends of lines, and the signs of those inside sentences. */
export const removeHashtags = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/(?:^| )#[\p{L}\p{M}\p{N}_]+(?: ?#[\p{L}\p{M}\p{N}_]+)*$/u, ''))
    .join('\n')
    .replace(/(?<![\p{L}\p{N}&])#+(?=[\p{L}\p{M}\p{N}_])/gu, '')
    .replace(/\n\n\n+/g, '\n\n')
    .trim();

/**
 * Adds hashtags to a text that has none. The whole is at most `max` UTF-16 units long.
 *
 * - `end`: three to five after the text
 * - `seo_block`: a paragraph of its own with up to fifteen
 * - `random_inject`: up to three words of the text become hashtags; others are added at the ends of sentences
 */
export function withHashtags(
  text: string,
  mode: HashtagMode,
  tags: readonly string[],
  max: number,
  random: Random,
): string {
  switch (mode) {
    case 'none':
      return cutAtSentence(text, max, max * 0.6);
    case 'random_inject':
      return inject(text, tags, max, random);
    default:
      return append(text, tags.slice(0, COUNTS[mode].most), COUNTS[mode].least, max);
  }
}

function append(text: string, tags: readonly string[], least: number, max: number): string {
  const between = max > 300 ? '\n\n' : ' ';
  const kept = [...tags];
  const room = () => max - between.length - kept.join(' ').length;
  // Hashtags are dropped until the text has three fifths of the room, the last few until it has two fifths.
  while (kept.length > least && room() < Math.min(text.length, max * 0.6)) kept.pop();
  while (kept.length > 0 && room() < Math.min(text.length, max * 0.4)) kept.pop();
  if (kept.length === 0) return cutAtWord(text, max);
  return `${cutAtSentence(text, room(), room() * 0.7)}${between}${kept.join(' ')}`;
}

function inject(text: string, tags: readonly string[], max: number, random: Random): string {
  const inText = tags.filter((tag) => findWord(text, tag) !== undefined).slice(0, 3);
  const missing = random.shuffle(tags.slice(0, 6).filter((tag) => !inText.includes(tag))).slice(0, 3 - inText.length);
  const short = cutAtSentence(text, max - inText.length - missing.join(' ').length - missing.length, max * 0.5);
  const marked = inText.reduce((whole, tag) => {
    const at = findWord(whole, tag);
    return at === undefined ? whole : `${whole.slice(0, at)}#${whole.slice(at)}`;
  }, short);
  return missing.reduce((whole, tag) => {
    const marks = [...whole.matchAll(/(?<=[.!?…])(?= |\n|$)/g)].map((found) => found.index);
    const ends = marks.filter((index) => isPause(whole, index));
    const at = ends.length > 0 ? random.pick(ends) : whole.length;
    return `${whole.slice(0, at)} ${tag}${whole.slice(at)}`;
  }, marked);
}

/** Returns the position of a tag's word in a text, outside quotations. */
const findWord = (text: string, tag: string): number | undefined =>
  [...text.matchAll(asWord(tag))].find((found) => !isQuoted(text, found.index))?.index;

const asWord = (tag: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{M}\\p{N}#'’-])${tag.slice(1)}(?![\\p{L}\\p{M}\\p{N}'’-])`, 'giu');
