import type { FieldError } from './errors.js';

/** The fields of an object, each with those inside it. */
export interface Fields {
  readonly [name: string]: Shape;
}

/** Known fields: of an object, of the items of a list, or any where it is `true`. */
export type Shape = true | Fields | readonly [Shape];

/**
 * Returns the unknown fields of a request, those inside objects and lists included, with the messages of the service. What is null or blank counts as not given.
 */
export function unknownFields(known: Fields, request: object): FieldError[] {
  return inObject(known, request, '');
}

function inObject(known: Fields, value: object, at: string): FieldError[] {
  const path = (name: string) => (at === '' ? name : `${at}.${name}`);
  return Object.entries(value).flatMap(([name, field]) => {
    if (field === undefined || field === null || field === '') return [];
    const shape = Object.hasOwn(known, name) ? known[name] : undefined;
    if (shape) return inside(shape, field, path(name));
    const meant = nearest(name, Object.keys(known));
    return [problem(path(name), meant && path(meant))];
  });
}

function inside(shape: Shape, value: unknown, at: string): FieldError[] {
  if (shape === true || typeof value !== 'object' || value === null) return [];
  if (!isList(shape)) return Array.isArray(value) ? [] : inObject(shape, value, at);
  const items = Array.isArray(value) ? value : [];
  return items.flatMap((item, index) => inside(shape[0], item, `${at}[${index}]`));
}

const isList = (shape: Fields | readonly [Shape]): shape is readonly [Shape] => Array.isArray(shape);

const problem = (param: string, meant: string | undefined): FieldError => ({
  param,
  type: 'unknown_field',
  message: `Unknown field "${param}"${meant === undefined ? '' : `: did you mean ${meant}?`}`,
});

/** Maximum distance of a suggestion, as in the service. */
const ALIKE = 0.65;

/** The one of the names that a mistyped one is nearest to, if one is near: letter case and what joins words do not count. */
function nearest(name: string, names: readonly string[]): string | undefined {
  const wanted = plain(name);
  const [best] = names
    .map((known) => ({ known, alike: likeness(wanted, plain(known)) }))
    .filter(({ alike }) => alike >= ALIKE)
    .sort((a, b) => b.alike - a.alike);
  return best?.known;
}

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** From 0 to 1. Names too different in length to be alike are not compared. */
function likeness(one: string, other: string): number {
  const longer = Math.max(one.length, other.length);
  return Math.min(one.length, other.length) < longer * ALIKE ? 0 : 1 - distance(one, other) / longer;
}

/**
 * Number of letters to insert, drop, replace or swap with their neighbour to turn one word into another: the
 * restricted distance of Damerau and Levenshtein.
 */
function distance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= one.length; row++) {
    rows[row] = [row];
    for (let column = 1; column <= other.length; column++) {
      const replaced = at(row - 1, column - 1) + (one[row - 1] === other[column - 1] ? 0 : 1);
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const swapped = isSwapped ? at(row - 2, column - 2) + 1 : replaced;
      rows[row]?.push(Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, replaced, swapped));
    }
  }
  return at(one.length, other.length);
}
