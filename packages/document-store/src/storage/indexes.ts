import { EJSON, ObjectId } from 'bson';
import { BTreeEx } from 'sorted-btree/extended/index.js';
import { refuse, StoreError } from '../errors.js';
import { withCollation } from '../language/collation.js';
import { compileFilter, type Test } from '../language/match.js';
import { doubleKey, keyOf } from '../language/order.js';
import { isIndex } from '../language/paths.js';
import { Scope } from '../language/scope.js';
import { type Doc, getField, isDoc, isNumber, toNumber, type Value } from '../language/values.js';

/** The keys of an index are strings that end before this one. */
export const AFTER_ALL = '\uffff';

/** A stored document: its place in the collection stays the same while updates put new documents into it. */
export interface Record {
  /** The number of its insertion, which orders records with equal keys. */
  readonly number: number;
  /** The key of its `_id`. */
  readonly key: string;
  doc: Doc;
  /** Bytes of the document in BSON. */
  bytes: number;
}

/** Entries in one node of an index's tree: with more, an insertion moves more; with fewer, the tree is deeper. */
const NODE = 128;

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** One index of a collection: the records in the order of some fields. */
export class Index {
  readonly name: string;
  readonly spec: Doc;
  readonly fields: readonly string[];
  readonly unique: boolean;
  readonly sparse: boolean;
  /** Seconds after which the date in the field has the document deleted. */
  readonly expireAfter: number | undefined;
  readonly partial: Doc | undefined;
  /** True if some document has several keys, because a field of the index is an array. */
  multikey = false;
  #tree = new BTreeEx<string, Record>(undefined, inOrder, NODE);
  readonly #paths: readonly (readonly string[])[];
  readonly #included: Test | undefined;

  /** @param spec as `createIndexes` takes it and `listIndexes` gives it; checked by `checkIndexSpec` */
  constructor(spec: Doc) {
    const pattern = isDoc(spec.key) ? spec.key : {};
    this.name = String(spec.name);
    this.spec = spec;
    this.fields = Object.keys(pattern);
    this.#paths = this.fields.map((field) => field.split('.'));
    this.unique = spec.unique === true || this.name === '_id_';
    this.sparse = spec.sparse === true;
    this.expireAfter = isNumber(spec.expireAfterSeconds) ? toNumber(spec.expireAfterSeconds) : undefined;
    this.partial = isDoc(spec.partialFilterExpression) ? spec.partialFilterExpression : undefined;
    this.#included = this.partial && compileFilter(this.partial, new Scope(new Date(0)));
  }

  get size(): number {
    return this.#tree.size;
  }

  /** The keys under which a record stands in this index, with the document it has or is about to have. */
  keysOf(record: Record, doc = record.doc): string[] {
    if (this.name === '_id_') return [record.key];
    const included = this.#included;
    if (included && !withCollation(undefined, () => included(doc))) return [];
    const values = this.#paths.map((parts) => indexedValues(doc, parts));
    if (this.sparse && values.every((list) => list.length === 1 && list[0] === undefined)) return [];
    const [first, ...others] = values;
    if (first?.length === 1 && others.length === 0) return [keyOf(first[0])];
    const arrays = new Set(this.#paths.map((parts) => firstArray(doc, parts)).filter((path) => path !== undefined));
    if (arrays.size > 1) refuse(171, `cannot index parallel arrays [${[...arrays].join('] [')}]`);
    const keys = values.reduce<string[]>(
      (heads, list) => heads.flatMap((head) => list.map((value) => head + keyOf(value))),
      [''],
    );
    return keys.length === 1 ? keys : [...new Set(keys)];
  }

  /** Another record that holds one of these keys of a unique index. */
  holder(keys: readonly string[], self: Record): Record | undefined {
    return keys.map((key) => this.#tree.get(key)).find((record) => record && record !== self);
  }

  add(keys: readonly string[], record: Record): void {
    if (keys.length > 1) this.multikey = true;
    for (const key of keys) this.#tree.set(this.#entryKey(key, record), record);
  }

  /** Records with equal keys follow each other in the order of their insertion. */
  #entryKey(key: string, record: Record): string {
    return this.unique ? key : key + doubleKey(record.number);
  }

  /**
   * Takes the records of a collection, when the index is new.
   * @returns a record that has a key of another one, if the index is to be unique
   */
  fill(records: Iterable<Record>): Record | undefined {
    const entries: { key: string; record: Record }[] = [];
    for (const record of records) {
      const keys = this.keysOf(record);
      if (keys.length > 1) this.multikey = true;
      for (const key of keys) entries.push({ key: this.#entryKey(key, record), record });
    }
    entries.sort((a, b) => inOrder(a.key, b.key));
    const twice = entries.find(({ key }, i) => key === entries[i + 1]?.key);
    if (twice) return twice.record;
    const [keys, held] = [entries.map(({ key }) => key), entries.map(({ record }) => record)];
    this.#tree = BTreeEx.bulkLoad(keys, held, NODE, inOrder);
    return undefined;
  }

  remove(keys: readonly string[], record: Record): void {
    for (const key of keys) this.#tree.delete(this.#entryKey(key, record));
  }

  /** The records whose keys lie from one key up to and without another, in the index's order or against it. */
  *scan(from: string, to: string, backwards = false): Generator<Record> {
    const seen = new Set<Record>();
    const entries = backwards ? this.#tree.entriesReversed(to, [], true) : this.#tree.entries(from, []);
    for (const [key, record] of entries) {
      if (backwards ? key < from : key >= to) return;
      if (this.multikey && seen.has(record)) continue;
      if (this.multikey) seen.add(record);
      yield record;
    }
  }

  /** The error of a second document with the same key. */
  duplicate(namespace: string, doc: Doc): StoreError {
    const values = Object.fromEntries(
      this.fields.map((field, i) => [field, indexedValues(doc, this.#paths[i] ?? [])[0] ?? null]),
    );
    const shown = Object.entries(values).map(([field, value]) => `${field}: ${describe(value)}`);
    return new StoreError(
      11000,
      `E11000 duplicate key error collection: ${namespace} index: ${this.name} dup key: { ${shown.join(', ')} }`,
      {
        keyPattern: this.spec.key,
        keyValue: values,
      },
    );
  }
}

/** A key's value as an error message shows it. */
function describe(value: Value): string {
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  return isNumber(value) ? String(toNumber(value)) : EJSON.stringify(value);
}

/** The path of the first array on the way to a field. */
function firstArray(doc: Doc, parts: readonly string[]): string | undefined {
  let held: Value = doc;
  for (let depth = 0; depth <= parts.length; depth++) {
    if (Array.isArray(held)) return parts.slice(0, depth).join('.');
    held = isDoc(held) ? getField(held, parts[depth] ?? '') : undefined;
  }
  return undefined;
}

/** The values of a path for an index: an array at its end or on the way gives one for each element. */
function indexedValues(value: Value, parts: readonly string[], at = 0): Value[] {
  const part = parts[at];
  if (Array.isArray(value)) {
    if (part === undefined) return value.length === 0 ? [undefined] : value;
    const placed = isIndex(part) ? indexedValues(value[Number(part)], parts, at + 1) : [];
    const found = [...placed, ...value.flatMap((item) => (isDoc(item) ? indexedValues(item, parts, at) : [undefined]))];
    return found.length === 0 ? [undefined] : found;
  }
  if (part === undefined) return [value];
  return isDoc(value) ? indexedValues(getField(value, part), parts, at + 1) : [undefined];
}
