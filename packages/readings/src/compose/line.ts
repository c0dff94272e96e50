/** Facts of a text, against which the conditions of a pack are checked. */
export type Facts = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** Values of slots: names, dates, numbers, phrases that carry their own article and case. */
export type Slots = Readonly<Record<string, string | undefined>>;

type Allowed = string | number | boolean;

/** Conditions of a line: for each fact the value, or the values, it must have (`!fact`: must not have). */
export type When = Readonly<Record<string, Allowed | readonly Allowed[]>>;

/** Contractions of a language, by preposition and beginning of the next word (or ''). `$` stands for that beginning. */
export type Joins = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A slot of a line: `{topic}`, or `{di topic}` with a preposition that joins with an article. */
interface Slot {
  readonly name: string;
  readonly join: string | undefined;
  /** True if a sentence starts here, so that the value is capitalised. */
  readonly starts: boolean;
}

/** A parsed line of a pack. */
export interface Line {
  readonly source: string;
  readonly when: When;
  readonly parts: readonly (string | Slot)[];
  readonly slots: readonly string[];
  readonly group: Group;
  /** Position in its group. */
  readonly place: number;
}

/** All lines of a move with the same conditions, across files. */
export interface Group {
  /** The move and the conditions. */
  readonly name: string;
  size: number;
}

const SLOT = /\{(?:([^\s{}]+) )?(\w+)\}/g;
/** Comma at the end of a slot's value, before another mark or the end. */
const SPARE_COMMA = /,(?=[.,;:!?…)”“»]|$)/g;
const SENTENCE_END = /(?:[.!?…]["”»’)]?\s+|\n\s*)["“«¿¡(]*$/;

/** Parses a line and adds it to its group. @throws SyntaxError when a brace is left over */
export function parseLine(source: string, when: When, group: Group): Line {
  const parts: (string | Slot)[] = [];
  let end = 0;
  for (const found of source.matchAll(SLOT)) {
    const before = source.slice(0, found.index);
    if (found.index > end) parts.push(source.slice(end, found.index));
    const starts = found.index > 0 && SENTENCE_END.test(before);
    parts.push({ name: String(found[2]), join: found[1], starts });
    end = found.index + found[0].length;
  }
  if (end < source.length) parts.push(source.slice(end));
  if (parts.some((part) => typeof part === 'string' && /[{}]/.test(part))) {
    throw new SyntaxError(`a brace is left over in the line "${source}"`);
  }
  const slots = parts.flatMap((part) => (typeof part === 'string' ? [] : [part.name]));
  return { source, when, parts, slots, group, place: group.size++ };
}

/** True if the facts meet the conditions. */
export const meets = (when: When, facts: Facts): boolean =>
  Object.entries(when).every(([name, allowed]) => {
    const negated = name.startsWith('!');
    const fact = facts[negated ? name.slice(1) : name];
    const values: readonly unknown[] = Array.isArray(allowed) ? allowed : [allowed];
    const met = Array.isArray(fact) ? fact.some((one) => values.includes(one)) : values.includes(fact);
    return met !== negated;
  });

/** Fills the slots of a line. Returns undefined when a slot has no value. */
export function fill(line: Line, slots: Slots, joins: Joins): string | undefined {
  let text = '';
  for (const part of line.parts) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const value = slots[part.name];
    if (value === undefined) return undefined;
    const joined = part.join === undefined ? value : join(part.join, value, joins);
    text += part.starts ? capitalise(joined) : joined;
  }
  return text.replace(SPARE_COMMA, '');
}

function join(preposition: string, value: string, joins: Joins): string {
  const table = joins[preposition];
  if (!table) throw new SyntaxError(`the pack does not say how "${preposition}" joins`);
  const lower = value.toLowerCase();
  const articles = Object.keys(table).sort((a, b) => b.length - a.length);
  const article = articles.find((one) => lower.startsWith(one)) ?? '';
  const joined = table[article] ?? `${preposition} `;
  return joined.replace('$', () => value.slice(0, article.length)) + value.slice(article.length);
}

/** Capitalises the first letter of a text, unless its first word has capitals of its own: iPhone, but L'Empire. */
export function capitalise(text: string): string {
  return text.replace(/^([^\p{L}\p{N}]*)(\p{Ll})(\S*)/u, (whole, before: string, first: string, rest: string) =>
    /\p{Lu}/u.test(rest.replace(/^\p{Ll}{0,3}['’]\S*/u, '')) ? whole : before + first.toUpperCase() + rest,
  );
}
