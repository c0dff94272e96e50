/** Compiled phrases. Texts must be normalised by `normaliseWords`. */
export interface Phrases {
  /** True if a text contains one of the phrases. */
  matches(text: string): boolean;
  /** Replaces the phrases in a text. */
  mask(text: string): string;
}

/** Reduces a text to words between spaces, in lower case, without accents and punctuation. */
export const normaliseWords = (text: string): string =>
  ` ${
    fold(text)
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;

const fold = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '');

/** A phrase, or a sequence of alternatives. */
export type Phrase = string | readonly (readonly string[])[];

/** Maximum number of words in place of `..`. */
const MAX_GAP = 3;

/**
 * Compiles phrases: words in order, `|` between alternatives, `*` for any letters, `?` after an optional word, `..` for up to
 * three words. `kill* .. weed|weeds` matches "killing all the weeds". A sequence of alternatives is far cheaper to compile
 * than all their combinations.
 */
export function compilePhrases(phrases: readonly Phrase[]): Phrases {
  const expression = phrases.length > 0 ? `(?<= )${alternatives(phrases)}(?= )` : '(?!)';
  const once = new RegExp(expression);
  const all = new RegExp(expression, 'g');
  return { matches: (text) => once.test(text), mask: (text) => text.replace(all, '_') };
}

const alternatives = (phrases: readonly Phrase[]): string => `(?:${phrases.map(toExpression).join('|')})`;

function toExpression(phrase: Phrase): string {
  if (typeof phrase !== 'string') return phrase.map(alternatives).join(' ');
  let expression = '';
  for (const part of fold(phrase).trim().split(/\s+/)) {
    const words = `(?:${part.replace(/\?$/, '').replaceAll('*', '[^ ]*')})`;
    if (part === '..') expression += `(?: [^ ]+){0,${MAX_GAP}}?`;
    else if (expression === '') expression = words;
    else expression += part.endsWith('?') ? `(?: ${words})?` : ` ${words}`;
  }
  return expression;
}
