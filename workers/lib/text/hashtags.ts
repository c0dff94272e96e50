import type { Random } from 'readings/compose';
import type { hashtagModes } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { cutAtSentence, cutAtWord, inTypedLetters, isPause, isQuoted } from './plain-text.js';
import { everyWord } from './words.js';

export type HashtagMode = (typeof hashtagModes)[number];

/** The longest hashtag, sign included; longer ones are not read by anybody. */
const LONGEST = 40;

/** How many hashtags each mode puts at the end of a text. */
const COUNTS = { end: { least: 3, most: 5 }, seo_block: { least: 8, most: 15 } } as const;

/** What is elided before a word, which then begins anew: "apprendre l'anglais" → #ApprendreLAnglais. */
const ELIDED = /(?<!\p{L})([ldjnmtc]|qu|dell|all|nell|sull|dall)['’](?=\p{L}{2})/giu;

/** A word of several in a hashtag: with a capital, but iPhone stays. */
const capital = (word: string): string =>
  /^\p{Ll}\p{Lu}/u.test(word) ? word : word.charAt(0).toUpperCase() + word.slice(1);

/** Words as one hashtag, `sourdough bread` → `#SourdoughBread`; undefined when nothing usable is left, or too much. */
function hashtagOf(words: string): string | undefined {
  const parts = everyWord(inTypedLetters(words).replace(ELIDED, '$1 ').replace(/['’-]/g, '')).map((word) =>
    word.replace(/[^\p{L}\p{M}\p{N}]/gu, ''),
  );
  const joined = parts.length === 1 ? (parts[0] ?? '') : parts.map(capital).join('');
  const usable = /\p{L}/u.test(joined) && joined.length > 1 && joined.length < LONGEST;
  return usable ? `#${joined}` : undefined;
}

/** The hashtags of what may be hashtags already or only words, in order, each once whatever its letter case. */
export function hashtagsOf(candidates: readonly string[]): string[] {
  const kept = new Map<string, string>();
  for (const candidate of candidates) {
    const tag = hashtagOf(candidate.replace(/#/g, ' '));
    if (tag !== undefined && !kept.has(tag.toLowerCase())) kept.set(tag.toLowerCase(), tag);
  }
  return [...kept.values()];
}

/** The text without hashtags: those in a row at the end of a line go, those inside a sentence lose their sign. */
export const withoutHashtags = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/(?:^| )#[\p{L}\p{M}\p{N}_]+(?: ?#[\p{L}\p{M}\p{N}_]+)*$/u, ''))
    .join('\n')
    .replace(/(?<![\p{L}\p{N}&])#+(?=[\p{L}\p{M}\p{N}_])/gu, '')
    .replace(/\n\n\n+/g, '\n\n')
    .trim();

/**
 * Puts hashtags into a text that has none, so that the whole is at most `max` UTF-16 units long.
 *
 * - `end`: three to five after the text
 * - `seo_block`: a paragraph of its own with up to fifteen
 * - `random_inject`: up to three words of the text become hashtags; where none of them is in the text, they are put
 *   at the ends of sentences
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
  // The text keeps at least three fifths of the room; hashtags beyond the least give way to it first.
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

/** Position of the word of a tag in a text, outside quotations. */
const findWord = (text: string, tag: string): number | undefined =>
  [...text.matchAll(asWord(tag))].find((found) => !isQuoted(text, found.index))?.index;

const asWord = (tag: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{M}\\p{N}#'’-])${tag.slice(1)}(?![\\p{L}\\p{M}\\p{N}'’-])`, 'giu');
