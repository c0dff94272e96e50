import { getField, isDoc, type Value } from './values.js';

/** True if a part of a path can be an index of an array. */
export function isIndex(part: string): boolean {
  return /^(0|[1-9]\d*)$/.test(part);
}

/** Test of a value at a path; `byPosition` if the path names its array position, so that its elements are not tested. */
export type PathTest = (found: Value, byPosition: boolean) => boolean;

/**
 * Returns true if some value at a path passes a test, as in filters: of arrays on the path the elements are tested, and the position if
 * the part is a number. A missing value is `undefined`.
 */
export function someValueAt(
  value: Value,
  parts: readonly string[],
  test: PathTest,
  at = 0,
  byPosition = false,
): boolean {
  const part = parts[at];
  if (part === undefined) return test(value, byPosition);
  if (isDoc(value)) return someValueAt(getField(value, part), parts, test, at + 1);
  if (!Array.isArray(value)) return test(undefined, false);
  if (!isIndex(part)) {
    const items = value.filter((item) => !Array.isArray(item));
    if (items.length === 0) return test(undefined, false);
    return items.some((item) => (isDoc(item) ? someValueAt(item, parts, test, at) : test(undefined, false)));
  }
  return (
    testPosition(value, Number(part), parts, test, at) ||
    value.some((item) => isDoc(item) && someValueAt(item, parts, test, at))
  );
}

function testPosition(
  array: readonly Value[],
  index: number,
  parts: readonly string[],
  test: PathTest,
  at: number,
): boolean {
  const item = array[index];
  if (Array.isArray(item) && item.length === 0 && at + 1 < parts.length) return false;
  return someValueAt(item, parts, test, at + 1, index < array.length);
}

/** Returns the value of a field path in an expression. An array on the path gives an array of the values of its documents. */
export function valueAt(value: Value, parts: readonly string[], at = 0): Value {
  const part = parts[at];
  if (part === undefined) return value;
  if (isDoc(value)) return valueAt(getField(value, part), parts, at + 1);
  if (!Array.isArray(value)) return undefined;
  return value
    .map((item) => (isDoc(item) ? valueAt(item, parts, at) : undefined))
    .filter((found) => found !== undefined);
}
