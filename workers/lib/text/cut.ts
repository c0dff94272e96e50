const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const SPACE = /\s/;
const LOOSE_END = /[\s,;:–—\-(/|&+“"'¿¡]+$/;

/**
 * The longest beginning of the text that ends with a whole word and holds at most `max` UTF-16 units. Hashtags and
 * emoji are never cut; a text without spaces is cut between characters.
 */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = graphemeEnd(text, max);
  const head = text.slice(0, end);
  if (SPACE.test(text.charAt(end))) return head.replace(LOOSE_END, '');
  const space = head.search(/\s\S*$/);
  if (space > 0) return head.slice(0, space).replace(LOOSE_END, '');
  return /^#/.test(head) ? '' : head;
}

/** Cuts after the last whole sentence that fits, when at least `least` units are kept that way; else at a word. */
export function cutAtSentence(text: string, max: number, least: number): string {
  if (text.length <= max) return text;
  const head = text.slice(0, graphemeEnd(text, max) + 1);
  let end = 0;
  for (const found of head.matchAll(/[.!?…。！？؟।]+["”»’)]*(?=\s|$)/g)) {
    const stop = found.index + found[0].length;
    if (stop <= max) end = stop;
  }
  return end >= least ? text.slice(0, end) : cutAtWord(text, max);
}

/** The end of the last whole character (as a reader sees it) that ends at or before `max`. */
function graphemeEnd(text: string, max: number): number {
  // Counting characters is slow, so it begins at the last space before; one that straddles `max` is seen whole.
  const start = Math.max(0, text.lastIndexOf(' ', max - 1));
  let end = start;
  for (const { index, segment } of graphemes.segment(text.slice(start, max + 64))) {
    if (start + index + segment.length > max) break;
    end = start + index + segment.length;
  }
  return end;
}
