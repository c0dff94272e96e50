import { Binary, BSONRegExp, BSONSymbol, Code, Decimal128, Double, ObjectId, Timestamp } from 'bson';
import { collation, foldStrings } from './collation.js';
import {
  convertValue,
  isDoc,
  isNumber,
  type NumberValue,
  toDecimal,
  toNumber,
  typeName,
  type Value,
} from './values.js';

/** Order of types: MongoDB's manual, "Comparison/Sort Order". All numbers have the same rank. */
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

/** Returns the rank of a value's type. */
export function findRank(value: Value): number {
  if (typeof value === 'string') return 5;
  if (typeof value === 'number') return 4;
  return ranks[typeName(value)] ?? 0;
}

/** Compares values in MongoDB's order, under the command's collation: negative, 0 or positive. */
export function compare(a: Value, b: Value): number {
  if (a === b) return 0;
  if (typeof a === 'number' && typeof b === 'number') return compareNumbers(a, b);
  if (typeof a === 'string' && typeof b === 'string') {
    const collated = collation();
    if (collated) return collated.compare(a, b);
  }
  const order = findRank(a) - findRank(b);
  if (order !== 0) return order;
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b);
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime();
  const [keyA, keyB] = [createGroupKey(a), createGroupKey(b)];
  return keyA < keyB ? -1 : keyA > keyB ? 1 : 0;
}

export function isEqual(a: Value, b: Value): boolean {
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

/** Returns a string that is the same for all values that are equal under the command's collation, for groups and sets. */
export function createGroupKey(value: Value): string {
  const collated = collation();
  return createKey(collated ? foldStrings(value, collated.fold) : value);
}

const scratch = new DataView(new ArrayBuffer(8));

/**
 * Returns the key of a value in an index: a string with the same order and equality as the value in MongoDB's order, also when several
 * are joined. It does not depend on collations. A missing value counts as null. Decimals that agree to 17 digits are ordered by their text.
 */
export function createKey(value: Value): string {
  if (typeof value === 'string') return `\x05${encodeText(value)}`;
  const mark = String.fromCharCode(value === undefined ? 3 : findRank(value));
  if (value === undefined || value === null) return mark;
  if (typeof value === 'boolean') return mark + (value ? '\x02' : '\x01');
  if (isNumber(value)) return mark + encodeNumber(value);
  if (value instanceof Date) return mark + encodeDouble(value.getTime());
  if (value instanceof ObjectId) return mark + value.toHexString();
  if (Array.isArray(value)) return `${mark}${value.map(createKey).join('')}\0`;
  if (isDoc(value)) {
    const fields = Object.keys(value).filter((name) => value[name] !== undefined);
    const parts = fields.map(
      (name) => String.fromCharCode(findRank(value[name])) + encodeText(name) + createKey(value[name]),
    );
    return `${mark}${parts.join('')}\0`;
  }
  if (value instanceof Binary) {
    const bytes = Buffer.from(value.value());
    return mark + encodeDouble(bytes.length) + String.fromCharCode(value.sub_type) + bytes.toString('latin1');
  }
  if (value instanceof Timestamp) return mark + encodeDouble(value.t) + encodeDouble(value.i);
  if (value instanceof BSONRegExp) return mark + encodeText(value.pattern) + encodeText(value.options);
  if (value instanceof BSONSymbol) return mark + encodeText(value.value);
  return value instanceof Code ? mark + encodeText(value.code) + createKey(convertValue(value.scope)) : mark;
}

/** Encodes text so that UTF-16 order is UTF-8 order, with a zero at the end. Zeros inside are escaped. */
function encodeText(text: string): string {
  const plain = text.includes('\0') ? text.replaceAll('\0', '\0\uffff') : text;
  if (!/[\ud800-\uffff]/.test(plain)) return `${plain}\0`;
  const turned = Array.from({ length: plain.length }, (_, i) => {
    const unit = plain.charCodeAt(i);
    return unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
  });
  return `${turned.map((unit) => String.fromCharCode(unit)).join('')}\0`;
}

/** Encodes a number: the nearest double, then the difference of an int64 or a decimal to it. */
function encodeNumber(value: NumberValue): string {
  const nearest = toNumber(value);
  if (typeof value === 'bigint')
    return encodeDouble(nearest) + String.fromCharCode(0x8000 + Number(value - BigInt(nearest)));
  if (value instanceof Decimal128 && Number.isFinite(nearest)) {
    const rest = toDecimal(value).minus(toDecimal(nearest));
    if (!rest.isZero())
      return encodeDouble(nearest) + (rest.isNegative() ? '\x01' : '\uff00') + encodeText(rest.toString());
  }
  return `${encodeDouble(nearest)}\u8000`;
}

/** Encodes a double as four characters with the same order. */
export function encodeDouble(value: number): string {
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
export function isIdentical(a: Value, b: Value): boolean {
  if (a === b) return !(typeof a === 'number') || Object.is(a, b);
  if (typeof a === 'string') return false;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, i) => isIdentical(item, b[i]));
  if (isDoc(a) && isDoc(b)) {
    const [namesA, namesB] = [Object.keys(a), Object.keys(b)];
    return (
      namesA.length === namesB.length && namesA.every((name, i) => name === namesB[i] && isIdentical(a[name], b[name]))
    );
  }
  if (isDoc(a) || isDoc(b) || typeName(a) !== typeName(b)) return false;
  if (typeName(a) === 'double') return Object.is(toNumber(a), toNumber(b));
  return a instanceof Decimal128 ? a.toString() === String(b) : isEqual(a, b);
}
