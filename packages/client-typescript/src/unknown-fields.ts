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
export function findUnknownFields(known: Fields, request: object): FieldError[] {
  return checkObject(known, request, '');
}

function checkObject(known: Fields, value: object, at: string): FieldError[] {
  const path = (name: string) => (at === '' ? name : `${at}.${name}`);
  return Object.entries(value).flatMap(([name, field]) => {
    if (field === undefined || field === null || field === '') return [];
    const shape = Object.hasOwn(known, name) ? known[name] : undefined;
    if (shape) return checkField(shape, field, path(name));
    const meant = findNearest(name, Object.keys(known));
    return [createError(path(name), meant && path(meant))];
  });
}

function checkField(shape: Shape, value: unknown, at: string): FieldError[] {
  if (shape === true || typeof value !== 'object' || value === null) return [];
  if (!isList(shape)) return Array.isArray(value) ? [] : checkObject(shape, value, at);
  const items = Array.isArray(value) ? value : [];
  return items.flatMap((item, index) => checkField(shape[0], item, `${at}[${index}]`));
}

const isList = (shape: Fields | readonly [Shape]): shape is readonly [Shape] => Array.isArray(shape);

const createError = (param: string, meant: string | undefined): FieldError => ({
  param,
  type: 'unknown_field',
  message: `Unknown field "${param}"${meant === undefined ? '' : `: did you mean ${meant}?`}`,
});

/** Minimum similarity of a suggestion, as in the service. */
const MIN_SIMILARITY = 0.65;

/** Returns the name most similar to a mistyped one, ignoring letter case and separators; undefined if no name is similar. */
function findNearest(name: string, names: readonly string[]): string | undefined {
  const wanted = normalize(name);
  const [best] = names
    .map((known) => ({ known, similarity: computeSimilarity(wanted, normalize(known)) }))
    .filter(({ similarity }) => similarity >= MIN_SIMILARITY)
    .sort((a, b) => b.similarity - a.similarity);
  return best?.known;
}

const normalize = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Returns the similarity of two names, from 0 to 1; 0 for names of too different lengths. */
function computeSimilarity(one: string, other: string): number {
  const longer = Math.max(one.length, other.length);
  return Math.min(one.length, other.length) < longer * MIN_SIMILARITY ? 0 : 1 - computeDistance(one, other) / longer;
}

/** Returns the Damerau-Levenshtein distance (restricted): letters inserted, dropped, replaced or swapped with a neighbour. */
function computeDistance(one: string, other: string): number {
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
