import { Binary, BSONRegExp, BSONSymbol, Code, Decimal128, Double, ObjectId, Timestamp } from 'bson';
import { collation, folded } from './collation.js';
import { isDoc, isNumber, keepTypes, type NumberValue, toDecimal, toNumber, typeName, type Value } from './values.js';

/** Order of the types among each other: MongoDB's manual, "Comparison/Sort Order". Numbers share one place. */
const ranks: Readonly<Record<string, number>> = {
  minKey: 1,
  missing: 2,
  null: 3,
  int: 4,
  long: 4,
  double: 4,
  decimal: 4,
  string: 5,
  symbol: 5,
  object: 6,
  array: 7,
  binData: 8,
  objectId: 9,
  bool: 10,
  date: 11,
  timestamp: 12,
  regex: 13,
  javascript: 14,
  javascriptWithScope: 15,
  maxKey: 16,
};

/** The place of a value's type in the order of types. */
export function rank(value: Value): number {
  if (typeof value === 'string') return 5;
  if (typeof value === 'number') return 4;
  return ranks[typeName(value)] ?? 0;
}

/** MongoDB's order over all values, under the command's collation: negative, 0 or positive. */
export function compare(a: Value, b: Value): number {
  if (a === b) return 0;
  if (typeof a === 'number' && typeof b === 'number') return compareNumbers(a, b);
  if (typeof a === 'string' && typeof b === 'string') {
    const collated = collation();
    if (collated) return collated.compare(a, b);
  }
  const order = rank(a) - rank(b);
  if (order !== 0) return order;
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b);
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime();
  const [keyA, keyB] = [groupKey(a), groupKey(b)];
  return keyA < keyB ? -1 : keyA > keyB ? 1 : 0;
}

export function equal(a: Value, b: Value): boolean {
  return typeof a === 'string' && typeof b === 'string' && !collation() ? a === b : compare(a, b) === 0;
}

function compareNumbers(a: NumberValue, b: NumberValue): number {
  if (a instanceof Decimal128 || b instanceof Decimal128) {
    const [x, y] = [toDecimal(a), toDecimal(b)];
    if (x.isNaN() || y.isNaN()) return Number(y.isNaN()) - Number(x.isNaN());
    return x.comparedTo(y);
  }
  const [x, y] = [a instanceof Double ? a.value : a, b instanceof Double ? b.value : b];
  if (x < y) return -1;
  if (x > y) return 1;
  return Number(Number.isNaN(y)) - Number(Number.isNaN(x));
}

/** A string that is the same for all values that equal under the command's collation: the key of groups and sets. */
export function groupKey(value: Value): string {
  const collated = collation();
  return keyOf(collated ? folded(value, collated.fold) : value);
}

const scratch = new DataView(new ArrayBuffer(8));

/**
 * A string that orders and equals as its value does in MongoDB's order, also when several are put together: the key of
 * indexes, whatever the collation of a command. A missing value counts as null. Decimals that agree to 17 digits order by their text.
 */
export function keyOf(value: Value): string {
  if (typeof value === 'string') return `\x05${escapeText(value)}`;
  const mark = String.fromCharCode(value === undefined ? 3 : rank(value));
  if (value === undefined || value === null) return mark;
  if (typeof value === 'boolean') return mark + (value ? '\x02' : '\x01');
  if (isNumber(value)) return mark + numberKey(value);
  if (value instanceof Date) return mark + doubleKey(value.getTime());
  if (value instanceof ObjectId) return mark + value.toHexString();
  if (Array.isArray(value)) return `${mark}${value.map(keyOf).join('')}\0`;
  if (isDoc(value)) {
    const fields = Object.keys(value).filter((name) => value[name] !== undefined);
    const parts = fields.map((name) => String.fromCharCode(rank(value[name])) + escapeText(name) + keyOf(value[name]));
    return `${mark}${parts.join('')}\0`;
  }
  if (value instanceof Binary) {
    const bytes = Buffer.from(value.value());
    return mark + doubleKey(bytes.length) + String.fromCharCode(value.sub_type) + bytes.toString('latin1');
  }
  if (value instanceof Timestamp) return mark + doubleKey(value.t) + doubleKey(value.i);
  if (value instanceof BSONRegExp) return mark + escapeText(value.pattern) + escapeText(value.options);
  if (value instanceof BSONSymbol) return mark + escapeText(value.value);
  return value instanceof Code ? mark + escapeText(value.code) + keyOf(keepTypes(value.scope)) : mark;
}

/** Text in UTF-8's order (JS orders by UTF-16), closed by a zero; a zero inside is marked so that it does not close. */
function escapeText(text: string): string {
  const plain = text.includes('\0') ? text.replaceAll('\0', '\0\uffff') : text;
  if (!/[\ud800-\uffff]/.test(plain)) return `${plain}\0`;
  const turned = Array.from({ length: plain.length }, (_, i) => {
    const unit = plain.charCodeAt(i);
    return unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
  });
  return `${turned.map((unit) => String.fromCharCode(unit)).join('')}\0`;
}

/** The nearest double, then what an int64 or a decimal lies above or below it. */
function numberKey(value: NumberValue): string {
  const nearest = toNumber(value);
  if (typeof value === 'bigint')
    return doubleKey(nearest) + String.fromCharCode(0x8000 + Number(value - BigInt(nearest)));
  if (value instanceof Decimal128 && Number.isFinite(nearest)) {
    const rest = toDecimal(value).minus(toDecimal(nearest));
    if (!rest.isZero())
      return doubleKey(nearest) + (rest.isNegative() ? '\x01' : '\uff00') + escapeText(rest.toString());
  }
  return `${doubleKey(nearest)}\u8000`;
}

/** A string of four characters that orders as a double does. */
export function doubleKey(value: number): string {
  if (Number.isNaN(value)) return '\0\0\0\0';
  scratch.setFloat64(0, value === 0 ? 0 : value);
  const flip = value < 0 ? 0xffff : 0;
  return String.fromCharCode(
    scratch.getUint16(0) ^ (flip || 0x8000),
    scratch.getUint16(2) ^ flip,
    scratch.getUint16(4) ^ flip,
    scratch.getUint16(6) ^ flip,
  );
}

/** True if two values are identical, with number types and order of fields. */
export function identical(a: Value, b: Value): boolean {
  if (a === b) return !(typeof a === 'number') || Object.is(a, b);
  if (typeof a === 'string') return false;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => identical(item, b[i]));
  if (isDoc(a) && isDoc(b)) {
    const [namesA, namesB] = [Object.keys(a), Object.keys(b)];
    return (
      namesA.length === namesB.length && namesA.every((name, i) => name === namesB[i] && identical(a[name], b[name]))
    );
  }
  if (isDoc(a) || isDoc(b) || typeName(a) !== typeName(b)) return false;
  if (typeName(a) === 'double') return Object.is(toNumber(a), toNumber(b));
  return a instanceof Decimal128 ? a.toString() === String(b) : equal(a, b);
}
