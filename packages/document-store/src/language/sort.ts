import { refuse, unsupported } from '../errors.js';
import { compare } from './order.js';
import { isIndex, valueAt } from './paths.js';
import { type Doc, getField, isDoc, isNumber, toNumber, type Value } from './values.js';

/** The order that a sort specification asks for. */
export function sorter(spec: Doc): (a: Value, b: Value) => number {
  const keys = Object.entries(spec).map(([path, direction]) => {
    if (isDoc(direction)) throw unsupported('sorting by $meta');
    if (!isNumber(direction)) refuse(15974, `Illegal key in $sort specification: ${path}`);
    if (Math.abs(toNumber(direction)) !== 1) refuse(15975, '$sort key ordering must be 1 or -1');
    if (path.split('.').includes('')) refuse(15998, `FieldPath field names may not be empty strings: '${path}'`);
    return { parts: path.split('.'), direction: toNumber(direction) };
  });
  const [first] = keys;
  // An _id is no array: when it alone gives the order, MongoDB takes it whole.
  if (keys.length === 1 && first?.parts.join() === '_id')
    return (a, b) => compare(valueAt(a, first.parts) ?? null, valueAt(b, first.parts) ?? null) * first.direction;
  return (a, b) => {
    for (const { parts, direction } of keys) {
      const order = compare(sortKey(a, parts, direction), sortKey(b, parts, direction)) * direction;
      if (order !== 0) return order;
    }
    return 0;
  };
}

/** Returns the sort key of a document: of an array the least element, or the greatest if descending. */
function sortKey(value: Value, parts: readonly string[], direction: number, at = 0, byPosition = false): Value {
  const part = parts[at];
  if (!Array.isArray(value)) {
    if (part === undefined) return value ?? null;
    return isDoc(value) ? sortKey(getField(value, part), parts, direction, at + 1) : null;
  }
  if (value.length === 0) return part === undefined ? undefined : null;
  if (part === undefined) return byPosition ? value : extreme(value, direction);
  if (isIndex(part) && Number(part) < value.length) return sortKey(value[Number(part)], parts, direction, at + 1, true);
  return extreme(
    value.map((item) => (isDoc(item) ? sortKey(item, parts, direction, at) : null)),
    direction,
  );
}

function extreme(values: readonly Value[], direction: number): Value {
  return values.reduce((best, value) => (compare(value, best) * direction < 0 ? value : best));
}
