/** Phrases of a word list, to be found in a text that is worded plainly. */
export interface Phrases {
  in(text: string): boolean;
  /** The text without what the phrases cover. */
  masked(text: string): string;
}

/** A text as its bare words, each between spaces: small letters without accents, apart where a mark joined them. */
export const wordedPlainly = (text: string): string =>
  ` ${
    folded(text)
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;

const folded = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '');

/** A phrase, or parts of which any phrase of one is followed by any of the next. */
export type Phrase = string | readonly (readonly string[])[];

/** How many words may stand where a phrase has `..`. */
const GAP = 3;

/**
 * Reads phrases: words in their order, `|` between alternatives in one place, `*` for any letters, `?` behind a word
 * that may be missing, `..` for up to three words of any kind. `kill* .. weed|weeds` is in "killing all the weeds".
 * Where many may be followed by many, parts are far less to compile than each pair of them.
 */
export function phrasesOf(phrases: readonly Phrase[]): Phrases {
  const expression = phrases.length > 0 ? `(?<= )${anyOf(phrases)}(?= )` : '(?!)';
  const once = new RegExp(expression);
  const all = new RegExp(expression, 'g');
  return { in: (text) => once.test(text), masked: (text) => text.replace(all, '_') };
}

const anyOf = (phrases: readonly Phrase[]): string => `(?:${phrases.map(expressionOf).join('|')})`;

function expressionOf(phrase: Phrase): string {
  if (typeof phrase !== 'string') return phrase.map(anyOf).join(' ');
  let expression = '';
  for (const part of folded(phrase).trim().split(/\s+/)) {
    const words = `(?:${part.replace(/\?$/, '').replaceAll('*', '[^ ]*')})`;
    if (part === '..') expression += `(?: [^ ]+){0,${GAP}}?`;
    else if (expression === '') expression = words;
    else expression += part.endsWith('?') ? `(?: ${words})?` : ` ${words}`;
  }
  return expression;
}
