import { ObjectId } from 'bson';
import { refuse } from '../errors.js';
import { collation } from '../language/collation.js';
import { compileFilter } from '../language/match.js';
import { createKey, isIdentical } from '../language/order.js';
import type { Scope } from '../language/scope.js';
import { compileSort } from '../language/sort.js';
import { type Doc, encode, hasDollar, isDoc, MAX_DOCUMENT, typeName, type Value } from '../language/values.js';
import { checkHint, ID_INDEX } from './index-spec.js';
import { Index, type Record } from './indexes.js';
import { type Candidates, choosePlan, type LatestRead } from './plan.js';

/** Counters of `serverStatus`. */
export interface Counters {
  /** Operations by `opcounters`: documents to insert, statements to update and delete, commands. */
  operations: { insert: number; query: number; update: number; delete: number; getmore: number; command: number };
  /** Collection scans, by namespace and the shape of the filter. */
  scans: Map<string, number>;
  totalScans: number;
  /** Number of examined documents. */
  examined: number;
}

/** Journal of the changes of a collection. */
export interface Log {
  /** @param body the document in BSON */
  put(body: Uint8Array): void;
  remove(id: Value): void;
}

/** Number of examined documents after which the timeout of a command is checked. */
const TIME_CHECK_INTERVAL = 1000;
/** Maximum number of query shapes whose scans are counted separately. */
const MOST_SHAPES = 1000;

export interface FindOptions {
  sort?: Doc | undefined;
  skip?: number;
  /** 0 for no limit. */
  limit?: number;
  hint?: Value;
  scope: Scope;
}

const ID_INDEX_NAME = '_id_';

/** Documents of a collection with their indexes. Changes are appended to the log. */
export class Collection {
  readonly namespace: string;
  readonly indexes = new Map<string, Index>();
  latestRead: LatestRead | undefined;
  readonly #records = new Map<string, Record>();
  readonly #counters: Counters;
  readonly #log: Log;
  #bytes = 0;
  #next = 0;

  constructor(namespace: string, counters: Counters, log: Log) {
    this.namespace = namespace;
    this.#counters = counters;
    this.#log = log;
  }

  get size(): number {
    return this.#records.size;
  }

  /** Bytes of all documents in BSON. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Iterates over the documents in the order of their insertion. */
  *documents(): Generator<Doc> {
    for (const { doc } of this.#records.values()) yield doc;
  }

  /** Finds the records that match a filter, sorted, from `skip` on and at most `limit` of them. */
  find(filter: Doc, options: FindOptions): Record[] {
    const { sort, skip = 0, limit = 0, scope } = options;
    const byId = options.hint === undefined && isPlainId(filter._id);
    if (byId && Object.keys(filter).length === 1) {
      this.#counters.examined += 1;
      this.latestRead = { index: ID_INDEX_NAME, keys: 1, documents: 1 };
      return skip === 0 ? this.#findById(filter._id) : [];
    }
    const order = sort && Object.keys(sort).length > 0 ? compileSort(sort) : undefined;
    const accepts = compileFilter(filter, scope);
    const { records, sorted, index } = byId
      ? { records: this.#findById(filter._id), sorted: true, index: ID_INDEX_NAME }
      : this.#plan(filter, order ? sort : undefined, options.hint);
    const enough = !order || sorted ? limit + skip : 0;
    const found: Record[] = [];
    const before = this.#counters.examined;
    for (const record of records) {
      this.#counters.examined += 1;
      if (this.#counters.examined % TIME_CHECK_INTERVAL === 0) scope.checkTime();
      if (!accepts(record.doc)) continue;
      found.push(record);
      if (limit > 0 && enough > 0 && found.length >= enough) break;
    }
    const documents = this.#counters.examined - before;
    // An index gives one document for each of its keys.
    this.latestRead = { index, keys: index === undefined ? 0 : documents, documents };
    if (order && !sorted) found.sort((a, b) => order(a.doc, b.doc));
    return skip > 0 || limit > 0 ? found.slice(skip, limit > 0 ? skip + limit : undefined) : found;
  }

  #findById(id: Value): Record[] {
    const record = this.#records.get(createKey(id));
    return record ? [record] : [];
  }

  #plan(filter: Doc, sort: Doc | undefined, hint: Value): Candidates {
    const hinted = hint === undefined ? undefined : this.#findHinted(hint);
    // Indexes order strings by their bytes.
    if (hinted !== 'natural' && !collation()) {
      const plan = choosePlan(filter, sort, [...this.indexes.values()], hinted);
      if (plan) return { ...plan, index: plan.index.name };
    }
    this.#countScan(filter);
    return { records: this.#records.values(), sorted: false, index: undefined };
  }

  #findHinted(hint: Value): Index | 'natural' {
    checkHint(hint);
    const byKey =
      typeof hint === 'string'
        ? this.indexes.get(hint)
        : [...this.indexes.values()].find((index) => isIdentical(index.spec.key, hint));
    if (byKey) return byKey;
    if (isDoc(hint) && '$natural' in hint) return 'natural';
    refuse(
      2,
      'error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index',
    );
  }

  #countScan(filter: Doc): void {
    this.#counters.totalScans += 1;
    const shape = `${this.namespace} {${Object.keys(filter).join(', ')}}`;
    if (this.#counters.scans.size >= MOST_SHAPES && !this.#counters.scans.has(shape)) return;
    this.#counters.scans.set(shape, (this.#counters.scans.get(shape) ?? 0) + 1);
  }

  /**
   * Inserts a document, with its `_id` first, which is created if it is missing.
   * @throws StoreError 11000 for a duplicate key of a unique index
   */
  insert(given: Doc): Record {
    const doc = putIdFirst(given);
    const body = encodeStorable(doc);
    const record: Record = { number: this.#next, key: createKey(doc._id), doc, bytes: body.length };
    this.#updateIndexes(record, undefined, doc);
    this.#next += 1;
    this.#records.set(record.key, record);
    this.#bytes += record.bytes;
    this.#log.put(body);
    return record;
  }

  /**
   * Replaces the document of a record. A document without an `_id` keeps the old one.
   * @returns true if the document has changed
   */
  replace(record: Record, given: Doc): boolean {
    const doc = '_id' in given ? given : { _id: record.doc._id, ...given };
    if (isIdentical(record.doc, doc)) return false;
    if (!isIdentical(record.doc._id, doc._id))
      refuse(66, "Performing an update on the path '_id' would modify the immutable field '_id'");
    const body = encodeStorable(doc);
    this.#updateIndexes(record, record.doc, doc);
    this.#put(record, doc, body.length);
    this.#log.put(body);
    return true;
  }

  remove(record: Record): void {
    for (const index of this.indexes.values()) index.remove(index.listKeys(record), record);
    this.#records.delete(record.key);
    this.#bytes -= record.bytes;
    this.#log.remove(record.doc._id);
  }

  /** Replaces all documents. @throws StoreError 11000 for a duplicate key, and changes nothing */
  replaceAll(docs: readonly Doc[]): void {
    const draft = new Collection(this.namespace, this.#counters, { put: () => {}, remove: () => {} });
    for (const { spec } of this.indexes.values()) draft.addIndex(spec);
    const fitting = docs.map((doc) => draft.insert(doc).doc);
    for (const record of [...this.#records.values()]) this.remove(record);
    for (const doc of fitting) this.insert(doc);
  }

  /** Updates the keys of a record in every index. @throws StoreError 11000 for a duplicate key, and changes nothing */
  #updateIndexes(record: Record, old: Doc | undefined, doc: Doc): void {
    if (!old && this.#records.has(record.key)) throw this.#getIdIndex().createDuplicateError(this.namespace, doc);
    const moves: [Index, string[], string[]][] = [];
    for (const index of this.indexes.values()) {
      const [before, after] = [old ? index.listKeys(record, old) : [], index.listKeys(record, doc)];
      if (old && before.length === after.length && before.every((key, i) => key === after[i])) continue;
      if (index.unique && index.findHolder(after, record)) throw index.createDuplicateError(this.namespace, doc);
      moves.push([index, before, after]);
    }
    for (const [index, before, after] of moves) {
      index.remove(before, record);
      index.add(after, record);
    }
  }

  #getIdIndex(): Index {
    return this.indexes.get(ID_INDEX_NAME) ?? new Index(ID_INDEX);
  }

  /** Builds an index on the documents. @throws StoreError 11000 for duplicate keys of a unique index */
  addIndex(spec: Doc): void {
    const index = new Index(spec);
    const duplicate = index.fill(this.#records.values());
    if (duplicate) throw index.createDuplicateError(this.namespace, duplicate.doc);
    this.indexes.set(index.name, index);
  }

  /** Deletes the documents that a TTL index has expired. @returns their number */
  expire(now: Date): number {
    let count = 0;
    for (const index of this.indexes.values()) {
      if (index.expireAfter === undefined) continue;
      const latest = new Date(now.getTime() - index.expireAfter * 1000);
      const dates = createKey(latest);
      for (const record of [...index.scan(dates.charAt(0), dates)]) {
        this.remove(record);
        count += 1;
      }
    }
    return count;
  }

  /** Builds the indexes after the journal was read. */
  fillIndexes(): void {
    for (const index of this.indexes.values()) index.fill(this.#records.values());
  }

  /** Puts a document from the journal. Indexes are built after the journal was read. */
  replayPut(doc: Doc, bytes: number): void {
    const key = createKey(doc._id);
    const record = this.#records.get(key) ?? { number: this.#next++, key, doc, bytes: 0 };
    this.#records.set(key, record);
    this.#put(record, doc, bytes);
  }

  #put(record: Record, doc: Doc, bytes: number): void {
    this.#bytes += bytes - record.bytes;
    record.doc = doc;
    record.bytes = bytes;
  }

  /** Removes a document as in the journal. */
  replayRemove(id: Value): void {
    const key = createKey(id);
    this.#bytes -= this.#records.get(key)?.bytes ?? 0;
    this.#records.delete(key);
  }
}

/** Returns a document with its `_id` first, which is created if it is missing. */
function putIdFirst(doc: Doc): Doc {
  if (Object.keys(doc)[0] === '_id') return doc;
  const { _id = new ObjectId(), ...others } = doc;
  return { _id, ...others };
}

/** Encodes a document in BSON. @throws StoreError if its size or its `_id` is invalid */
function encodeStorable(doc: Doc): Uint8Array {
  const type = typeName(doc._id);
  if (type === 'array' || type === 'regex' || type === 'missing')
    refuse(53, `The '_id' value cannot be of type ${type}`);
  const body = encode(doc);
  if (hasDollar(doc._id)) refuse(52, '_id fields may not contain $-prefixed fields');
  if (body.length > MAX_DOCUMENT)
    refuse(10334, `BSONObj size: ${body.length} is invalid. Size must be between 0 and ${MAX_DOCUMENT}`);
  return body;
}

/** Types of an `_id` of which a filter matches at most one document. */
const PLAIN_IDS: ReadonlySet<string> = new Set(['objectId', 'string', 'int', 'long', 'double', 'date', 'binData']);

/** True if the filter selects by `_id`. */
function isPlainId(id: Value): boolean {
  return PLAIN_IDS.has(typeName(id)) && !(typeof id === 'string' && collation());
}
