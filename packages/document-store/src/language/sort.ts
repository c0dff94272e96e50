import { createUnsupportedError, refuse } from '../errors.js';
import { compare } from './order.js';
import { isIndex, valueAt } from './paths.js';
import { type Doc, getField, isDoc, isNumber, toNumber, type Value } from './values.js';

/** Creates the comparison of a sort specification. */
export function compileSort(spec: Doc): (a: Value, b: Value) => number {
  const keys = Object.entries(spec).map(([path, direction]) => {
    if (isDoc(direction)) throw createUnsupportedError('sorting by $meta');
    if (!isNumber(direction)) refuse(15974, `Illegal key in $sort specification: ${path}`);
    if (Math.abs(toNumber(direction)) !== 1) refuse(15975, '$sort key ordering must be 1 or -1');
    if (path.split('.').includes('')) refuse(15998, `FieldPath field names may not be empty strings: '${path}'`);
    return { parts: path.split('.'), direction: toNumber(direction) };
  });
  const [first] = keys;
  // An _id is not an array: MongoDB compares it as a whole if it is the only key.
  if (keys.length === 1 && first?.parts.join() === '_id')
    return (a, b) => compare(valueAt(a, first.parts) ?? null, valueAt(b, first.parts) ?? null) * first.direction;
  return (a, b) => {
    for (const { parts, direction } of keys) {
      const order = compare(findSortKey(a, parts, direction), findSortKey(b, parts, direction)) * direction;
      if (order !== 0) return order;
    }
    return 0;
  };
}

/** Returns the sort key of a document: the smallest element of an array, or the largest if descending. */
function findSortKey(value: Value, parts: readonly string[], direction: number, at = 0, byPosition = false): Value {
  const part = parts[at];
  if (!Array.isArray(value)) {
    if (part === undefined) return value ?? null;
    return isDoc(value) ? findSortKey(getField(value, part), parts, direction, at + 1) : null;
  }
  if (value.length === 0) return part === undefined ? undefined : null;
  if (part === undefined) return byPosition ? value : findExtreme(value, direction);
  if (isIndex(part) && Number(part) < value.length)
    return findSortKey(value[Number(part)], parts, direction, at + 1, true);
  return findExtreme(
    value.map((item) => (isDoc(item) ? findSortKey(item, parts, direction, at) : null)),
    direction,
  );
}

function findExtreme(values: readonly Value[], direction: number): Value {
  return values.reduce((best, value) => (compare(value, best) * direction < 0 ? value : best));
}
