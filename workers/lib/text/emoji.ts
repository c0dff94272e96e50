import { existsSync, readFileSync } from 'node:fs';
import type { Random } from 'readings/compose';
import type { emojiModes } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { projectFile } from '../../../shared/process/project-file.js';
import { cutAtWord, isPause } from './plain-text.js';
import { significantWords } from './words.js';

export type EmojiMode = (typeof emojiModes)[number];

// The v flag is newer than our compile target, so the pattern is built at run time. It spells out what an emoji is made of:
// \p{RGI_Emoji}, a list of thousands, is a hundred times slower once a process has many other patterns.
const SEQUENCE =
  '\\p{Regional_Indicator}{1,2}|[0-9#*]\\uFE0F?\\u20E3|[©®™‼⁉ℹ↔]\\uFE0F|\\p{Emoji_Modifier}|[\\p{Extended_Pictographic}--[©®™‼⁉ℹ↔]][\\uFE0F\\p{Emoji_Modifier}\\u{E0020}-\\u{E007F}]*';
const EMOJI = new RegExp(`(?:${SEQUENCE})(?:\\u200D(?:${SEQUENCE}))*`, 'gv');
const MODIFIERS = /[\uFE0E\uFE0F\u20E3\u{1F3FB}-\u{1F3FF}\u{E0020}-\u{E007F}]/gu;

/** Placeholder for a removed emoji, until the spaces around it are removed. */
const REMOVED = '\uE000';
const SPACES = /[^\S\n]*\uE000[\s\uE000]*?(?:(?=\n)|([,.;!?…])|[^\S\n]+|(?=\S)|$)/g;

/** Returns the emoji of a text, in order. */
export const findEmoji = (text: string): string[] => text.match(EMOJI) ?? [];

/** Removes the emoji of a text, and the spaces and modifiers around them. */
export const removeEmoji = (text: string): string =>
  text
    .replace(EMOJI, REMOVED)
    .replace(MODIFIERS, '')
    .replace(SPACES, (_, mark: string | undefined) => mark ?? ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/^ +| +$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

type Names = ReadonlyMap<string, readonly string[]>;

const tables = new Map<string, Names>();

function loadNames(language: string): Names {
  let names = tables.get(language);
  if (!names) {
    const path = projectFile(`workers/lib/text/emoji/${language}.generated.json`);
    const rows: Record<string, string[]> = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
    names = new Map(Object.entries(rows));
    tables.set(language, names);
  }
  return names;
}

/** Returns the name of an emoji, e.g. `pizza`. Undefined for symbols and in languages without a table. */
export function findEmojiName(emoji: string, language: string): string | undefined {
  const names = loadNames(language);
  const bare = emoji.replace(/[\u{1F3FB}-\u{1F3FF}\uFE0F]/gu, '');
  const name = (names.get(emoji) ?? names.get(bare) ?? names.get(`${bare}\uFE0F`))?.[0];
  const [kind, detail] = name?.split(/ ?: /) ?? [];
  // Names of flags end in the country ("flag: italy"), those of people begin with the kind ("family: man, girl").
  return /^\p{Regional_Indicator}/u.test(emoji)
    ? detail?.replace(/(?<=^|\s)\p{L}/gu, (first) => first.toUpperCase())
    : kind;
}

const wordIndexes = new Map<string, ReadonlyMap<string, readonly string[]>>();

/** Returns an index of emoji by word. Those whose whole name is the word come first. */
function buildIndex(language: string): ReadonlyMap<string, readonly string[]> {
  let index = wordIndexes.get(language);
  if (!index) {
    const found = new Map<string, { emoji: string; rank: number }[]>();
    for (const [emoji, names] of loadNames(language)) {
      for (const [at, name] of names.entries()) {
        const rank = name === names[0] ? 0 : at;
        if (/^[\p{L}\p{M}]+$/u.test(name)) found.set(name, [...(found.get(name) ?? []), { emoji, rank }]);
      }
    }
    index = new Map(
      [...found].map(([word, hits]) => [word, hits.sort((a, b) => a.rank - b.rank).map((hit) => hit.emoji)]),
    );
    wordIndexes.set(language, index);
  }
  return index;
}

/** Maximum number of emoji of a word that is not vague: flip is a sandal, a cartwheel and a gesture. */
const MAX_MEANINGS = 4;

const isWholeName = (emoji: string, word: string, language: string): boolean =>
  word.startsWith(findEmojiName(emoji, language) ?? '\uE000');

/** Returns emoji that picture the words of a text (bread → 🍞), one per word, in their order. */
export function findPictograms(text: string, language: string): string[] {
  const index = buildIndex(language);
  const found = new Set<string>();
  for (const word of significantWords(text, language)) {
    if (language === 'en' && word.endsWith('ing')) continue;
    const hits = index.get(word) ?? index.get(word.replace(/(?:e?s|n)$/u, '')) ?? [];
    const [best] = hits;
    if (best !== undefined && (hits.length <= MAX_MEANINGS || isWholeName(best, word, language))) found.add(best);
  }
  return [...found];
}

/**
 * Adds emoji to a text that has none, and cuts the text if both do not fit.
 *
 * @param emoji best first
 * @param max maximum length of the whole, in UTF-16 units
 */
export function withEmoji(
  text: string,
  mode: EmojiMode,
  emoji: readonly string[],
  max: number,
  random: Random,
): string {
  if (mode === 'none' || emoji.length === 0) return cutAtWord(text, max);
  const place = { random_inject: inject, delimiter: delimit, seo_block: appendBlock }[mode];
  // Cutting moves the emoji, so the length is measured again until the whole fits.
  for (let room = max; room > 0; ) {
    const whole = place(cutAtWord(text, room), emoji, random);
    if (whole.length <= max) return whole;
    room = Math.min(room, text.length) - (whole.length - max);
  }
  return cutAtWord(text, max);
}

/** End of a sentence or of the text. */
const PAUSE = /(?<=[.!?…:])(?= )|$/g;

/** Maximum number of emoji inside a text. */
const MAX_INJECTED = 12;

function inject(text: string, emoji: readonly string[], random: Random): string {
  let left = MAX_INJECTED;
  return text
    .split('\n')
    .map((line, at) => {
      if (line === '' || /^#/.test(line) || left === 0) return line;
      const pauses = [...line.matchAll(PAUSE)].map((found) => found.index).filter((index) => isPause(line, index));
      const chosen = random.shuffle(pauses).slice(0, Math.min(left, Math.max(1, Math.round(pauses.length / 3))));
      left -= chosen.length;
      return injectLine(line, chosen, emoji, at);
    })
    .join('\n');
}

function injectLine(line: string, chosen: readonly number[], emoji: readonly string[], at: number): string {
  let drawn = at;
  return [...chosen]
    .sort((a, b) => b - a)
    .reduce((text, pause) => {
      const one = emoji[drawn++ % emoji.length];
      return `${text.slice(0, pause)} ${one}${text.slice(pause)}`;
    }, line);
}

function delimit(text: string, emoji: readonly string[]): string {
  const [first = '', second = first, third = second] = emoji;
  if (text.includes('\n\n')) return text.replace(/\n\n/g, `\n\n${first} ${second} ${third}\n\n`);
  const parts = splitAtPauses(text).filter((part) => part !== '');
  if (parts.length < 2) return `${first} ${text} ${first}`;
  return parts.join(` ${first} `);
}

function splitAtPauses(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const { index, 0: separator } of text.matchAll(/(?<=[.!?…]) | ?: | [|–—] /g)) {
    if (!isPause(text, index)) continue;
    parts.push(text.slice(start, index));
    start = index + separator.length;
  }
  return [...parts, text.slice(start)];
}

function appendBlock(text: string, emoji: readonly string[]): string {
  const long = text.includes('\n') || text.length > 200;
  return long ? `${text}\n\n${emoji.slice(0, 8).join(' ')}` : `${text} ${emoji.slice(0, 3).join('')}`;
}
