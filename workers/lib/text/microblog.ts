import { findEmoji } from './emoji.js';

/** Ranges of code points that count one, by configuration 3 of the network's own text library. All others count two. */
const LIGHT_RANGES = [
  [0, 4_351],
  [8_192, 8_205],
  [8_208, 8_223],
  [8_242, 8_247],
] as const;
const URL_WEIGHT = 23;
const LINK = /https?:\/\/\S+/g;

/** Returns the length of a text as a microblog counts it: CJK characters and emoji count two, links 23, all else one. */
export function weighMicroblog(text: string): number {
  const links = text.match(LINK)?.length ?? 0;
  const bare = text.normalize('NFC').replace(LINK, '');
  const emoji = findEmoji(bare).length;
  const characters = [...(emoji > 0 ? withoutEachEmoji(bare) : bare)];
  const weight = characters.reduce((sum, character) => sum + weigh(character), 0);
  return weight + 2 * emoji + URL_WEIGHT * links;
}

/** Removes emoji and leaves the spaces around them. */
const withoutEachEmoji = (text: string): string =>
  findEmoji(text).reduce((rest, emoji) => rest.replace(emoji, ''), text);

function weigh(character: string): 1 | 2 {
  const code = character.codePointAt(0) ?? 0;
  return LIGHT_RANGES.some(([first, last]) => code >= first && code <= last) ? 1 : 2;
}
