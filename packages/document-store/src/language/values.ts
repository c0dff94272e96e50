import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  calculateObjectSize,
  DBRef,
  Decimal128,
  Double,
  deserialize,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  serialize,
  Timestamp,
} from 'bson';
import { Decimal } from 'decimal.js';
import { refuse } from '../errors.js';
import type { Doc, Value } from './document.js';

export type { Doc, Value } from './document.js';

export type NumberValue = number | bigint | Double | Decimal128;

/** Maximum size of a document in MongoDB, in bytes. */
export const MAX_DOCUMENT = 16 * 1024 * 1024;

/** Decodes a BSON document. */
export function decode(bytes: Uint8Array): Doc {
  const doc = convertValue(deserialize(bytes, { promoteValues: false, promoteBuffers: false, bsonRegExp: true }));
  if (!isDoc(doc)) refuse(9, 'expected a BSON document');
  return doc;
}

/** Encodes a document in BSON, without missing values. */
export function encode(doc: Doc): Uint8Array {
  return serialize(doc, { ignoreUndefined: true });
}

/** Measures a document in BSON, in bytes. */
export function measureSize(doc: Doc): number {
  return calculateObjectSize(doc, { ignoreUndefined: true });
}

/** Converts a decoded value to one of the store. Documents are changed in place, and converted values stay. */
export function convertValue(raw: unknown): Value {
  if (raw === undefined) return null;
  if (raw === null || typeof raw === 'string' || typeof raw === 'boolean') return raw;
  if (typeof raw === 'number' || typeof raw === 'bigint') return raw;
  if (raw instanceof Int32) return raw.value;
  if (raw instanceof Double) return double(raw.value);
  if (raw instanceof Timestamp) return raw;
  if (raw instanceof Long) return raw.toBigInt();
  if (Array.isArray(raw)) return raw.map(convertValue);
  if (raw instanceof DBRef) return convertValue({ $ref: raw.collection, $id: raw.oid, ...raw.fields });
  if (isLeaf(raw)) return raw;
  if (!isUnconverted(raw)) return refuse(9, 'expected a BSON document');
  convertFields(raw);
  return raw;
}

/** A decoded document whose values are not converted yet. */
interface Unconverted {
  [field: string]: unknown;
}

function isUnconverted(raw: object): raw is Unconverted {
  return Object.getPrototypeOf(raw) === Object.prototype;
}

/** Converts values in place, since copying every document would make a start a third longer. */
function convertFields(raw: Unconverted): asserts raw is Doc {
  for (const name of Object.keys(raw)) {
    const kept = convertValue(raw[name]);
    if (kept !== raw[name]) setField(raw, name, kept);
  }
}

/** Returns a field of a document. Inherited names such as `constructor` are undefined unless the document has them. */
export function getField(doc: Doc, name: string): Value {
  return Object.hasOwn(doc, name) ? doc[name] : undefined;
}

/** Sets a field of a document, also one such as `__proto__`. */
export function setField(doc: { [field: string]: unknown }, name: string, value: Value): void {
  if (name !== '__proto__') doc[name] = value;
  else Object.defineProperty(doc, name, { value, configurable: true, enumerable: true, writable: true });
}

type Leaf = Date | Decimal128 | ObjectId | Binary | BSONRegExp | BSONSymbol | Code | MinKey | MaxKey;

function isLeaf(raw: object): raw is Leaf {
  return raw instanceof Date || '_bsontype' in raw;
}

/** Returns a number that is stored as a BSON double. */
export function double(value: number): number | Double {
  return isInt32(value) ? new Double(value) : value;
}

/** True if a JS number is an int32 (a negative zero is not). */
export function isInt32(value: number): boolean {
  return (value | 0) === value && !Object.is(value, -0);
}

export function isDoc(value: Value): value is Doc {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** True if a field at any depth has a name that begins with a dollar. */
export function hasDollar(value: Value): boolean {
  if (Array.isArray(value)) return value.some(hasDollar);
  return isDoc(value) && Object.entries(value).some(([name, held]) => name.startsWith('$') || hasDollar(held));
}

/** True if a value is null or missing. */
export function isNil(value: Value): value is null | undefined {
  return value === null || value === undefined;
}

export function isNumber(value: Value): value is NumberValue {
  return (
    typeof value === 'number' || typeof value === 'bigint' || value instanceof Double || value instanceof Decimal128
  );
}

/** Converts a number to a JS number; a large int64 or a decimal128 is rounded. NaN for other values. */
export function toNumber(value: Value): number {
  if (typeof value === 'number') return value;
  if (value instanceof Double) return value.value;
  return typeof value === 'bigint' || value instanceof Decimal128 ? Number(value.toString()) : Number.NaN;
}

/** Copies documents and arrays, so that they can be changed. Other values are shared. */
export function copy<T extends Value>(value: T): T;
export function copy(value: Value): Value {
  if (Array.isArray(value)) return value.map((item) => copy(item));
  if (!isDoc(value)) return value;
  const doc: Doc = {};
  for (const name of Object.keys(value)) setField(doc, name, copy(value[name]));
  return doc;
}

/** BSON type names by `$type`, with their numbers: bsonspec.org and MongoDB's manual, "BSON Types". */
export const typeNumbers: Readonly<Record<string, number>> = {
  double: 1,
  string: 2,
  object: 3,
  array: 4,
  binData: 5,
  undefined: 6,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  regex: 11,
  dbPointer: 12,
  javascript: 13,
  symbol: 14,
  javascriptWithScope: 15,
  int: 16,
  timestamp: 17,
  long: 18,
  decimal: 19,
  minKey: -1,
  maxKey: 127,
};

/** Returns the name of a BSON type, as in `$type`; `missing` for a missing value. */
export function typeName(value: Value): string {
  switch (typeof value) {
    case 'undefined':
      return 'missing';
    case 'boolean':
      return 'bool';
    case 'number':
      return isInt32(value) ? 'int' : 'double';
    case 'bigint':
      return 'long';
    case 'string':
      return 'string';
  }
  if (value === null) return 'null';
  if (isDoc(value)) return 'object';
  if (Array.isArray(value)) return 'array';
  if (value instanceof Date) return 'date';
  if (value instanceof ObjectId) return 'objectId';
  if (value instanceof Double) return 'double';
  if (value instanceof Decimal128) return 'decimal';
  if (value instanceof Binary) return 'binData';
  if (value instanceof Timestamp) return 'timestamp';
  if (value instanceof BSONRegExp) return 'regex';
  if (value instanceof BSONSymbol) return 'symbol';
  if (value instanceof MinKey) return 'minKey';
  if (value instanceof MaxKey) return 'maxKey';
  return value instanceof Code && value.scope ? 'javascriptWithScope' : 'javascript';
}

/** Converts a number to an exact decimal; a double to the 34 digits of a decimal128. */
export function toDecimal(value: NumberValue): Decimal {
  if (typeof value === 'number')
    return new Decimal(Number.isInteger(value) ? BigInt(value).toString() : value.toPrecision(34));
  return new Decimal(value.toString());
}
