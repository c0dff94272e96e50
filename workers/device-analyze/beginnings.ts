/** Where a pattern of the detector may begin in a user agent: at its start, or after what cannot be part of a word. */
const BOUNDARY = /(?<=^|[^a-z0-9_-]|[^a-z0-9-]_|sprd-|mz-)/g;

/** How much of a text at a boundary is compared: longer ones are hardly rarer. */
const COMPARED = 4;

/** A text that must be there for a pattern to match, in lower case: where words begin, or anywhere. */
export interface Beginning {
  readonly text: string;
  readonly anywhere: boolean;
}

/**
 * The literal texts of which a pattern needs one; undefined when it may match without any. Most patterns begin with a name, and
 * looking a name up is a hundred times quicker than trying the pattern at every place.
 *
 * @param pattern the source of a regular expression that does not mind the case
 */
export function beginningsOf(pattern: string): Beginning[] | undefined {
  return together(alternativesOf(pattern).map(beginningOf));
}

/** All texts of several patterns of which any may match. */
const together = (found: readonly (Beginning[] | undefined)[]): Beginning[] | undefined =>
  found.every((some) => some !== undefined) ? found.flat() : undefined;

/** Splits a pattern at the bars that are in no group and no class. */
function alternativesOf(pattern: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < pattern.length; at = endOfAtom(pattern, at)) {
    if (pattern[at] !== '|') continue;
    parts.push(pattern.slice(start, at));
    start = at + 1;
  }
  return [...parts, pattern.slice(start)];
}

/** The place after the character, escape, class or group that stands at a place. */
function endOfAtom(pattern: string, at: number): number {
  switch (pattern[at]) {
    case '\\':
      return at + 2;
    case '[': {
      let end = at + 1;
      while (end < pattern.length && pattern[end] !== ']') end += pattern[end] === '\\' ? 2 : 1;
      return end + 1;
    }
    case '(': {
      let end = at + 1;
      while (end < pattern.length && pattern[end] !== ')') end = endOfAtom(pattern, end);
      return end + 1;
    }
    default:
      return at + 1;
  }
}

const isOptional = (quantifier: string): boolean => /^(?:[?*]|\{0)/.test(quantifier);

/** The literal that an atom stands for, if it is one. */
const literalOf = (atom: string): string | undefined =>
  /^\\([^\w\s])$|^([^.^$()[\]|?*+{\\])$/.exec(atom)?.slice(1).join('');

/** Atoms that take no room: the start of a text, and what is looked at ahead or behind. */
const isEmpty = (atom: string): boolean => atom === '^' || atom === '\\b' || /^\(\?(?:[!=]|<[!=])/.test(atom);

/** The texts of a pattern without alternatives of its own: those of its first atom that has any. */
function beginningOf(pattern: string): Beginning[] | undefined {
  if (pattern === '') return undefined;
  const end = endOfAtom(pattern, 0);
  const [atom, quantifier] = [pattern.slice(0, end), /^(?:[?*+]|\{[^}]*\})\??/.exec(pattern.slice(end))?.[0] ?? ''];
  const rest = pattern.slice(end + quantifier.length);
  if (isEmpty(atom)) return beginningOf(rest);
  const own = textsOf(atom, quantifier, rest);
  if (!own) return beginningOf(rest)?.map(({ text }) => ({ text, anywhere: true }));
  return isOptional(quantifier) ? together([own, beginningOf(rest)]) : own;
}

/** The texts of an atom: a group's are those within it, a literal is read on as far as literals follow. */
function textsOf(atom: string, quantifier: string, rest: string): Beginning[] | undefined {
  if (atom.startsWith('(')) return beginningsOf(atom.slice(1, -1).replace(/^\?(?::|<\w+>)/, ''));
  const first = literalOf(atom);
  if (first === undefined) return undefined;
  return [{ text: (first + (quantifier === '' ? literalStart(rest) : '')).toLowerCase(), anywhere: false }];
}

/** The literals that a pattern begins with. */
function literalStart(pattern: string): string {
  const end = endOfAtom(pattern, 0);
  const literal = literalOf(pattern.slice(0, end));
  if (literal === undefined || /^[?*+{]/.test(pattern.slice(end))) return '';
  return literal + literalStart(pattern.slice(end));
}

/** The texts that a user agent has where its words begin, and all of it. */
export class Beginnings {
  readonly #ofWords = new Set<string>();
  readonly #all: string;

  constructor(ua: string) {
    this.#all = ua.toLowerCase();
    for (const { index: start } of this.#all.matchAll(BOUNDARY)) {
      for (let length = 1; length <= COMPARED; length++) this.#ofWords.add(this.#all.slice(start, start + length));
    }
  }

  /** Whether one of a pattern's texts is there. */
  mayHave(beginnings: readonly Beginning[]): boolean {
    return beginnings.some(({ text, anywhere }) => (anywhere ? this.#all.includes(text) : this.#ofWords.has(text)));
  }
}

/** As much of each text as is compared, and each once. */
export const compared = (beginnings: readonly Beginning[]): Beginning[] => {
  const short = beginnings.map(({ text, anywhere }) => ({ text: anywhere ? text : text.slice(0, COMPARED), anywhere }));
  return [...new Map(short.map((one) => [`${one.anywhere} ${one.text}`, one])).values()];
};
