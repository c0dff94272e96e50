import { EJSON, ObjectId } from 'bson';
import { BTreeEx } from 'sorted-btree/extended/index.js';
import { refuse, StoreError } from '../errors.js';
import { withCollation } from '../language/collation.js';
import { compileFilter, type Test } from '../language/match.js';
import { createKey, encodeDouble } from '../language/order.js';
import { isIndex } from '../language/paths.js';
import { Scope } from '../language/scope.js';
import { type Doc, getField, isDoc, isNumber, toNumber, type Value } from '../language/values.js';

/** String after all keys of an index. */
export const AFTER_ALL = '\uffff';

/** A stored document. Its record stays the same when an update replaces the document. */
export interface Record {
  /** Number of its insertion, which orders records with equal keys. */
  readonly number: number;
  /** Key of its `_id`. */
  readonly key: string;
  doc: Doc;
  /** Bytes of the document in BSON. */
  bytes: number;
}

/** Entries in a node of the tree. More make insertions slower, fewer make the tree deeper. */
const NODE_SIZE = 128;

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** An index of a collection: its records in the order of some fields. */
export class Index {
  readonly name: string;
  readonly spec: Doc;
  readonly fields: readonly string[];
  readonly unique: boolean;
  readonly sparse: boolean;
  /** Seconds after the date in the field until the document is deleted. */
  readonly expireAfter: number | undefined;
  readonly partial: Doc | undefined;
  /** True if some document has several keys, because a field of the index is an array. */
  multikey = false;
  #tree = new BTreeEx<string, Record>(undefined, inOrder, NODE_SIZE);
  readonly #paths: readonly (readonly string[])[];
  readonly #included: Test | undefined;

  /** @param spec specification as in `createIndexes`, checked by `checkIndexSpec` */
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

  /** Lists the keys of a record in this index, with its current or its next document. */
  listKeys(record: Record, doc = record.doc): string[] {
    if (this.name === '_id_') return [record.key];
    const included = this.#included;
    if (included && !withCollation(undefined, () => included(doc))) return [];
    const values = this.#paths.map((parts) => listIndexedValues(doc, parts));
    if (this.sparse && values.every((list) => list.length === 1 && list[0] === undefined)) return [];
    const [first, ...others] = values;
    if (first?.length === 1 && others.length === 0) return [createKey(first[0])];
    const arrays = new Set(this.#paths.map((parts) => findFirstArray(doc, parts)).filter((path) => path !== undefined));
    if (arrays.size > 1) refuse(171, `cannot index parallel arrays [${[...arrays].join('] [')}]`);
    const keys = values.reduce<string[]>(
      (heads, list) => heads.flatMap((head) => list.map((value) => head + createKey(value))),
      [''],
    );
    return keys.length === 1 ? keys : [...new Set(keys)];
  }

  /** Finds another record with one of these keys. */
  findHolder(keys: readonly string[], self: Record): Record | undefined {
    return keys.map((key) => this.#tree.get(key)).find((record) => record && record !== self);
  }

  add(keys: readonly string[], record: Record): void {
    if (keys.length > 1) this.multikey = true;
    for (const key of keys) this.#tree.set(this.#createEntryKey(key, record), record);
  }

  /** Returns the key of an entry. Records with equal keys are in the order of their insertion. */
  #createEntryKey(key: string, record: Record): string {
    return this.unique ? key : key + encodeDouble(record.number);
  }

  /**
   * Adds the records of a collection to a new index.
   * @returns a record with a duplicate key, if the index is unique
   */
  fill(records: Iterable<Record>): Record | undefined {
    const entries: { key: string; record: Record }[] = [];
    for (const record of records) {
      const keys = this.listKeys(record);
      if (keys.length > 1) this.multikey = true;
      for (const key of keys) entries.push({ key: this.#createEntryKey(key, record), record });
    }
    entries.sort((a, b) => inOrder(a.key, b.key));
    const twice = entries.find(({ key }, i) => key === entries[i + 1]?.key);
    if (twice) return twice.record;
    const [keys, held] = [entries.map(({ key }) => key), entries.map(({ record }) => record)];
    this.#tree = BTreeEx.bulkLoad(keys, held, NODE_SIZE, inOrder);
    return undefined;
  }

  remove(keys: readonly string[], record: Record): void {
    for (const key of keys) this.#tree.delete(this.#createEntryKey(key, record));
  }

  /** Iterates over the records with keys from `from` to below `to`, forwards or backwards. */
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

  /** Creates the error of a duplicate key. */
  createDuplicateError(namespace: string, doc: Doc): StoreError {
    const values = Object.fromEntries(
      this.fields.map((field, i) => [field, listIndexedValues(doc, this.#paths[i] ?? [])[0] ?? null]),
    );
    const shown = Object.entries(values).map(([field, value]) => `${field}: ${formatValue(value)}`);
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

/** Formats the value of a key for an error message. */
function formatValue(value: Value): string {
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  return isNumber(value) ? String(toNumber(value)) : EJSON.stringify(value);
}

/** Finds the path of the first array on the path of a field. */
function findFirstArray(doc: Doc, parts: readonly string[]): string | undefined {
  let held: Value = doc;
  for (let depth = 0; depth <= parts.length; depth++) {
    if (Array.isArray(held)) return parts.slice(0, depth).join('.');
    held = isDoc(held) ? getField(held, parts[depth] ?? '') : undefined;
  }
  return undefined;
}

/** Lists the values at a path for an index: an array gives one for each element. */
function listIndexedValues(value: Value, parts: readonly string[], at = 0): Value[] {
  const part = parts[at];
  if (Array.isArray(value)) {
    if (part === undefined) return value.length === 0 ? [undefined] : value;
    const placed = isIndex(part) ? listIndexedValues(value[Number(part)], parts, at + 1) : [];
    const found = [
      ...placed,
      ...value.flatMap((item) => (isDoc(item) ? listIndexedValues(item, parts, at) : [undefined])),
    ];
    return found.length === 0 ? [undefined] : found;
  }
  if (part === undefined) return [value];
  return isDoc(value) ? listIndexedValues(getField(value, part), parts, at + 1) : [undefined];
}
