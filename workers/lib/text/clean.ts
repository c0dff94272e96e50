const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  nbsp: ' ',
};

/** Letters dressed up as mathematical symbols (𝗯𝗼𝗹𝗱, 𝓼𝓬𝓻𝓲𝓹𝓽), which screen readers and searches cannot read. */
const DRESSED_LETTERS = /[\u{1D400}-\u{1D7FF}]+/gu;

/** Forms of letters for typesetting: full and half width, ligatures, wide spaces, encircled letters and digits. */
const TYPESET = /[\u2460-\u24FF\u3000\uFB00-\uFB06\uFF00-\uFFEF]+/gu;

/** Words in the letters that one types. Compatibility forms that belong to the spelling, as in Thai, are kept. */
export const inTypedLetters = (text: string): string =>
  text.normalize('NFC').replace(TYPESET, (forms) => forms.normalize('NFKC'));

/** Controls, directional overrides and invisible characters; joiners are kept, emoji and Persian need them. */
const INVISIBLE = /[\p{Cc}\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFC\uFFFD]/gu;

const LINK = /\b(?:https?:\/\/|www\.)[^\s<>"“”()[\]]+|\bjavascript:\S*/gi;

/** One line without markup, links, controls or dressed-up letters. Line ends become spaces. */
export function cleanLine(raw: string): string {
  return cleanLines(raw).replace(/\s+/g, ' ').trim();
}

/** Text without markup, links, controls or dressed-up letters; line ends are kept, blank lines at most one in a row. */
export function cleanLines(raw: string): string {
  return withoutMarkup(raw.normalize('NFC').replace(/\r\n?/g, '\n'))
    .replace(/!?\[([^[\]\n]*)\]\([^()\n]*\)/g, '$1')
    .replace(DRESSED_LETTERS, (letters) => letters.normalize('NFKC'))
    .replace(LINK, '')
    .replace(INVISIBLE, (found) => (found === '\n' || found === '\t' ? found : ''))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Text without tags, comments and scripts, also when they come as entities or are nested in one another. */
export function withoutMarkup(raw: string): string {
  let text = raw;
  for (let before = ''; before !== text; ) {
    before = text;
    text = text
      .replace(/&(amp|lt|gt|quot|apos|#39|nbsp);/gi, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole)
      .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
      .replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
      .replace(/<\/?[a-z][^<>]*>?/gi, ' ');
  }
  return text.replace(/<(?!3)/g, ' ').replace(/(?<!-)>/g, ' ');
}
