/** A value of JSON. Fields of a draft may be absent. */
export type Json = string | number | boolean | null | readonly Json[] | Fields;

/** An object of JSON. */
export interface Fields {
  readonly [name: string]: Json | undefined;
}

/** Steps from an object to a value in it: names of fields and indexes of lists. */
export type Path = readonly (string | number)[];

export const isFields = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

export const asFields = (value: Json | undefined): Fields => (isFields(value) ? value : {});
export const asList = (value: Json | undefined): readonly Json[] => (isList(value) ? value : []);
export const asText = (value: Json | undefined): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** Returns the value at a path; undefined if there is none. */
export function valueAt(value: Json | undefined, path: Path): Json | undefined {
  let found = value;
  for (const step of path) {
    if (typeof step === 'number') found = asList(found)[step];
    else found = asFields(found)[step];
  }
  return found;
}

/** Objects that stay although nothing is in them. */
const LASTING = new Set<string | number>(['content', 'page', 'props']);

/** Returns a copy with another value at a path. Undefined removes the field, and the objects around it that are empty then. */
export function withValue(value: Json | undefined, path: Path, next: Json | undefined): Json | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return next;
  if (typeof step === 'number') {
    const list = [...asList(value)];
    list[step] = withValue(list[step], rest, next) ?? (rest.length > 0 ? {} : '');
    return list;
  }
  const { [step]: before, ...others } = asFields(value);
  const changed = withValue(before, rest, next) ?? (LASTING.has(step) && rest.length > 0 ? {} : undefined);
  if (changed !== undefined) return { ...asFields(value), [step]: changed };
  return Object.keys(others).length > 0 ? others : undefined;
}

/** Writes a path as the API does: `content.items[0].url`. */
export const writePath = (path: Path): string =>
  path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index > 0 ? `.${step}` : step)).join('');

/** True if two values are the same, whatever the order of their fields. */
export function isEqual(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  if (isList(one) && isList(other))
    return one.length === other.length && one.every((value, index) => isEqual(value, other[index]));
  if (!isFields(one) || !isFields(other)) return false;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => isEqual(one[name], other[name]));
}

/** Returns a list with the item at one index moved to another. */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const moved = [...list];
  moved.splice(to, 0, ...moved.splice(from, 1));
  return moved;
}
