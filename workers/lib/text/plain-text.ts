import { decodeHTMLStrict } from 'entities';

/** Number of UTF-16 units that are read, far more than any text that is served. */
const MAX_READ = 14_000;

/** Lines by which a model introduces its text. */
const PREAMBLE =
  /^(?:(?:sure|certainly|of course|absolutely|okay|ok|great|claro|por supuesto|desde luego|bien sûr|certainement|voici|natürlich|gerne?|selbstverständlich|certo|certamente|com certeza|ecco|aquí|aqui|here|hier|as an ai)\b[^\n]{0,160}[:!]|(?:i hope|espero|j'espère|ich hoffe|spero)\b[^\n]{0,160})[ \t]*$/i;

/** Introduction on the line of the text itself: "Sure! Here is your title: …". */
const LEAD_IN =
  /^(?:(?:sure|certainly|of course|absolutely|okay|claro|bien sûr|natürlich|gerne?|certo|certamente|com certeza)\s*[!,.]\s*)?(?:here(?:'s| is| are)|aquí (?:está|tienes|va)|voici|hier (?:ist|sind)|ecco(?: a te)?|aqui (?:está|vai)|segue)\b[^:\n]{0,80}:\s*/i;

/** A label before the text: "Title:", "**Description**:". */
const LABEL =
  /^(?:video )?(?:title|description|comment|script|post|título|titre|titel|titolo|descripción|descrição|descrizione|beschreibung|comentario|comentário|commentaire|kommentar|commento|guion|roteiro|drehbuch|skript|copione)\s*[:：]\s*/i;

const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '“': '”',
  '«': '»',
  '„': '“',
  '‘': '’',
  '`': '`',
};

/** Markdown and what replaces it, in the order of replacement. */
const MARKDOWN: readonly (readonly [sign: RegExp, kept: string])[] = [
  // Rules between paragraphs, fences.
  [/^[ \t]*(?:(?:-[ \t]*){3,}|(?:[_*][ \t]*){3,}|~{3}[\w-]*)(?:\n+|$)/gm, ''],
  // Emphasis, code, strikethrough.
  [/[*_]{2,}|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)|`+|~~/g, ''],
  // Lines under a heading, rows of a table.
  [/^[ \t]*(?:={2,}|\|.*\|)[ \t]*$/gm, ''],
  // Headings and items of a list.
  [/^[ \t]*#{1,6}(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/gm, '$1'],
  [/^[ \t]*[-*+] +/gm, '• '],
  // Footnotes, and links whose URLs are removed already.
  [/^[ \t]*\[\^[^\]\n]+\]:.*$|\[\^[^\]\n]+\]/gm, ''],
  [/\[([^[\]\n]+)\][ \t]*(?:\([^()\n]*\)|\[[^[\]\n]*\])/g, '$1'],
  // Speakers and placeholders.
  [/^[ \t]*\[[^[\]\n]+\]:[ \t]*|\[[^\]\n]{2,60}\]|\{\{?[^{}\n]{0,60}\}?\}/gm, ''],
];

/**
 * Strips a model's output to the requested text: removes markdown, HTML, links, enclosing quotes, introductions, labels,
 * farewells and placeholders such as [your name]. Line ends are kept.
 */
export function plainText(raw: string): string {
  const cleaned = shortenRuns(cleanLines(withoutFences(raw.slice(0, MAX_READ))));
  const bare = MARKDOWN.reduce((text, [sign, kept]) => text.replace(sign, kept), cleaned).replace(/[^\S\n]+/g, ' ');
  return withoutQuotes(withoutIntroduction(bare))
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Strips a model's output to the first line with words. */
export function plainLine(raw: string): string {
  const line = plainText(raw)
    .split('\n')
    .find((one) => /[\p{L}\p{N}]/u.test(one));
  return withoutQuotes((line ?? '').replace(/^• /, '').replace(/\s+/g, ' ').trim());
}

/** Shortens runs of punctuation marks, and removes unclosed brackets. */
const shortenRuns = (text: string): string =>
  text.replace(/([[\](){}<>*_~`#|=-])\1{3,}/g, '$1$1$1').replace(/\[(?![^[\]\n]{0,300}\])/g, '');

/** Removes code fences around text. */
const withoutFences = (text: string): string => text.replace(/```[a-z]*\s*\n?([\s\S]*?)(?:```|$)/gi, '$1');

function withoutIntroduction(text: string): string {
  const lines = text.trim().split('\n');
  while (lines.length > 1 && PREAMBLE.test((lines[0] ?? '').trim())) lines.shift();
  while (
    lines.length > 1 &&
    /^(?:i hope|let me know|espero|j'espère|ich hoffe|spero|fammi sapere)\b/i.test((lines.at(-1) ?? '').trim())
  ) {
    lines.pop();
  }
  return lines.join('\n').trim().replace(LEAD_IN, '').replace(LABEL, '').trim();
}

/** Removes quotes that enclose the whole text. */
function withoutQuotes(text: string): string {
  const close = QUOTES[text.charAt(0)];
  const inner = text.slice(1, -1);
  const encloses = close !== undefined && text.length > 2 && text.endsWith(close) && !inner.includes(close);
  return encloses ? withoutQuotes(inner.trim()) : text;
}

/** Mathematical symbols that stand for letters (𝗯𝗼𝗹𝗱, 𝓼𝓬𝓻𝓲𝓹𝓽), which screen readers and searches cannot read. */
const MATH_LETTERS = /[\u{1D400}-\u{1D7FF}]+/gu;

/** Typographic forms of letters: full and half width, ligatures, wide spaces, encircled letters and digits. */
const TYPESET = /[\u2460-\u24FF\u3000\uFB00-\uFB06\uFF00-\uFFEF]+/gu;

/** Replaces typographic forms of letters. Compatibility forms that belong to the spelling, as in Thai, are kept. */
export const normaliseLetters = (text: string): string =>
  text.normalize('NFC').replace(TYPESET, (forms) => forms.normalize('NFKC'));

/** Control characters, directional overrides and invisible characters, except joiners, which emoji and Persian need. */
const INVISIBLE = /[\p{Cc}\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFC\uFFFD]/gu;

const LINK = /\b(?:https?:\/\/|www\.)[^\s<>"“”()[\]]+|\bjavascript:\S*/gi;

/** Removes markup, links and control characters, and replaces line ends by spaces. */
export function cleanLine(raw: string): string {
  return cleanLines(raw).replace(/\s+/g, ' ').trim();
}

/** Removes markup, links and control characters. Keeps line ends, with at most one blank line in a row. */
function cleanLines(raw: string): string {
  return withoutMarkup(raw.normalize('NFC').replace(/\r\n?/g, '\n'))
    .replace(/!?\[([^[\]\n]*)\]\([^()\n]*\)/g, '$1')
    .replace(MATH_LETTERS, (letters) => letters.normalize('NFKC'))
    .replace(LINK, '')
    .replace(INVISIBLE, (found) => (found === '\n' || found === '\t' ? found : ''))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Removes tags, comments and scripts, also nested ones and those written as entities. */
function withoutMarkup(raw: string): string {
  let text = raw;
  for (let before = ''; before !== text; ) {
    before = text;
    text = decodeHTMLStrict(text)
      .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
      .replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
      .replace(/<\/?[a-z][^<>]*>?/gi, ' ');
  }
  return text.replace(/<(?!3)/g, ' ').replace(/(?<!-)>/g, ' ');
}

const QUOTATION = /[“„«][^“”„«»]*[”“»]/gu;
const ABBREVIATION = /(?<!\p{L})(?:\p{Lu}\p{Ll}{1,2}|Prof|\p{L}|vs|etc|bzw)\.$/u;

export const isQuoted = (text: string, at: number): boolean =>
  [...text.matchAll(QUOTATION)].some(({ index, 0: quotation }) => at > index && at < index + quotation.length);

/** True if a reader may pause at a position: not inside a quotation, and not between an abbreviation and the next word. */
export const isPause = (text: string, at: number): boolean =>
  !isQuoted(text, at) && !(text.charAt(at) === ' ' && ABBREVIATION.test(text.slice(Math.max(0, at - 8), at)));

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const SPACE = /\s/;
const LOOSE_END = /[\s,;:–—\-(/|&+“"'¿¡]+$/;

/**
 * Cuts a text after the last whole word within `max` UTF-16 units. Hashtags and emoji are never cut; a text without spaces
 * is cut between characters.
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

/** Cuts a text after the last whole sentence that fits, or at a word if fewer than `least` units would be left. */
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

/** Returns the end of the last whole grapheme that ends at or before `max`. */
function graphemeEnd(text: string, max: number): number {
  // Segmenting is slow, so it begins at the last space, and includes a grapheme across `max`.
  const start = Math.max(0, text.lastIndexOf(' ', max - 1));
  let end = start;
  for (const { index, segment } of graphemes.segment(text.slice(start, max + 64))) {
    if (start + index + segment.length > max) break;
    end = start + index + segment.length;
  }
  return end;
}
