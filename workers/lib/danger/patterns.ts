/** Compiled patterns of words. */
export interface Patterns {
  matches(words: readonly string[]): boolean;
  /** Replaces the words of each match by a placeholder. */
  remove(words: readonly string[]): string[];
}

/** Alternatives by name, separated by `|`: `<name>` in a pattern matches any of them. */
type WordClasses = Readonly<Record<string, string>>;

/** Maximum number of words that `..` matches. */
const MAX_GAP = 3;
const NONE: readonly number[] = [];

/** Placeholder for removed words. */
const REMOVED = '_';

/** Alternatives in one place of a pattern. */
interface Slot {
  readonly words: ReadonlySet<string>;
  /** Words with `*` for any letters. */
  readonly stems: RegExp | undefined;
  /** Alternatives of several words, by the first of them. */
  readonly sequences: ReadonlyMap<string, readonly (readonly string[])[]>;
  readonly isOptional: boolean;
}
type Part = Slot | 'gap';

/**
 * Compiles patterns. A pattern is a sequence of words: `|` separates alternatives, `_` is a space within an alternative,
 * `*` is any letters, a final `?` makes a place optional, `..` is up to three words, `<name>` is a class. With a class
 * `want`, `<want> .. die|perish` matches "I want to just die".
 *
 * Patterns are matched word by word, since one regular expression of thousands of phrases takes seconds to compile.
 */
export function compilePatterns(patterns: readonly string[], classes: WordClasses = {}): Patterns {
  const toSlot = createSlotReader(classes);
  const byFirstWord = new Map<string, Part[][]>();
  const byStem: Part[][] = [];
  for (const pattern of patterns) {
    const parts = fold(pattern)
      .trim()
      .split(/\s+/)
      .map((part): Part => (part === '..' ? 'gap' : toSlot(part)));
    const [first] = parts;
    if (first === undefined || first === 'gap') continue;
    if (first.stems) byStem.push(parts);
    for (const word of new Set([...first.words, ...first.sequences.keys()])) append(byFirstWord, word, parts);
  }
  const stems = byStem.flatMap(([first]) => (first && first !== 'gap' && first.stems ? [first.stems.source] : []));
  const anyStem = stems.length > 0 ? new RegExp(stems.join('|')) : undefined;
  const endAmong = (candidates: readonly Part[][], words: readonly string[], at: number): number | undefined => {
    for (const parts of candidates) {
      const end = match(parts, 0, words, at);
      if (end !== undefined) return end;
    }
    return undefined;
  };
  /** Returns the end of a match that begins at a word, or undefined. */
  const findEnd = (words: readonly string[], at: number): number | undefined => {
    const word = words[at] ?? '';
    const exact = byFirstWord.get(word);
    const end = exact && endAmong(exact, words, at);
    return end ?? (anyStem?.test(word) ? endAmong(byStem, words, at) : undefined);
  };
  return {
    matches: (words) => words.some((_, at) => findEnd(words, at) !== undefined),
    remove(words) {
      const left: string[] = [];
      for (let at = 0; at < words.length; ) {
        const end = findEnd(words, at);
        left.push(end === undefined ? (words[at] ?? '') : REMOVED);
        at = end ?? at + 1;
      }
      return left;
    },
  };
}

/** Converts a text to lower case without accents. */
export const fold = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '');

/** Creates a function that compiles the parts of patterns, equal ones once. */
function createSlotReader(classes: WordClasses): (part: string) => Slot {
  const listAlternatives = (text: string): string[] =>
    text.split('|').flatMap((alternative) => {
      const [, name] = /^<(\w+)>$/.exec(alternative) ?? [];
      if (name === undefined) return [alternative.replaceAll('_', ' ')];
      const alternatives = classes[name];
      if (alternatives === undefined) throw new RangeError(`no class of words is named "${name}"`);
      return listAlternatives(fold(alternatives));
    });
  const readSlot = (part: string): Slot => {
    const isOptional = part.endsWith('?');
    const alternatives = listAlternatives(isOptional ? part.slice(0, -1) : part);
    const single = alternatives.filter((alternative) => !alternative.includes(' '));
    const stems = single.filter((word) => word.includes('*')).map((word) => word.replaceAll('*', '.*'));
    const sequences = new Map<string, string[][]>();
    for (const several of alternatives.filter((alternative) => alternative.includes(' '))) {
      const [first = '', ...others] = several.split(' ');
      append(sequences, first, others);
    }
    return {
      words: new Set(single.filter((word) => !word.includes('*'))),
      stems: stems.length > 0 ? new RegExp(`^(?:${stems.join('|')})$`) : undefined,
      sequences,
      isOptional,
    };
  };
  const known = new Map<string, Slot>();
  return (part) => {
    const slot = known.get(part) ?? readSlot(part);
    known.set(part, slot);
    return slot;
  };
}

function append<Item>(lists: Map<string, Item[]>, name: string, item: Item): void {
  const list = lists.get(name);
  if (list) list.push(item);
  else lists.set(name, [item]);
}

/** Matches the rest of a pattern at a word, and returns the end of the match, or undefined. */
function match(parts: readonly Part[], next: number, words: readonly string[], at: number): number | undefined {
  const part = parts[next];
  if (part === undefined) return at;
  if (part === 'gap') {
    for (let end = at; end <= at + MAX_GAP && end < words.length; end++) {
      const found = match(parts, next + 1, words, end);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  for (const end of findEnds(part, words, at)) {
    const found = match(parts, next + 1, words, end);
    if (found !== undefined) return found;
  }
  return part.isOptional ? match(parts, next + 1, words, at) : undefined;
}

/** Matches one slot at a word, and returns all possible ends. */
function findEnds({ words: single, stems, sequences }: Slot, words: readonly string[], at: number): readonly number[] {
  const word = words[at];
  if (word === undefined) return NONE;
  const several = sequences.get(word);
  const isSingle = single.has(word) || stems?.test(word);
  if (!several) return isSingle ? [at + 1] : NONE;
  const ends = several
    .filter((others) => others.every((other, index) => words[at + 1 + index] === other))
    .map((others) => at + 1 + others.length);
  return isSingle ? [...ends, at + 1] : ends;
}
