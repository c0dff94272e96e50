import { ObjectId } from 'bson';
import { refuse } from '../errors.js';
import { collation } from '../language/collation.js';
import { compileFilter } from '../language/match.js';
import { identical, keyOf } from '../language/order.js';
import type { Scope } from '../language/scope.js';
import { sorter } from '../language/sort.js';
import { type Doc, encode, hasDollar, isDoc, MAX_DOCUMENT, typeName, type Value } from '../language/values.js';
import { checkHint, ID_INDEX } from './index-spec.js';
import { Index, type Record } from './indexes.js';
import { type Candidates, choosePlan, type LatestRead } from './plan.js';

/** Counters of `serverStatus`. */
export interface Counters {
  /** Operations by `opcounters`: documents to insert, statements to update and delete, commands. */
  operations: { insert: number; query: number; update: number; delete: number; getmore: number; command: number };
  /** Queries that walked over a whole collection, by namespace and the shape of their filter. */
  scans: Map<string, number>;
  totalScans: number;
  /** Documents that were looked at. */
  examined: number;
}

/** Journal of the changes of a collection. */
export interface Log {
  /** @param body the document in BSON */
  put(body: Uint8Array): void;
  remove(id: Value): void;
}

/** The time that a command has taken is looked at when it has looked at so many documents. */
const TIME_CHECKED_EVERY = 1000;
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

/** The documents of one collection with their indexes. Changes are logged before they are answered. */
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

  /** All documents in the order of their insertion. */
  *documents(): Generator<Doc> {
    for (const { doc } of this.#records.values()) yield doc;
  }

  /** The records that a filter accepts, sorted, from `skip` on and at most `limit` of them. */
  find(filter: Doc, options: FindOptions): Record[] {
    const { sort, skip = 0, limit = 0, scope } = options;
    const byId = options.hint === undefined && isPlainId(filter._id);
    if (byId && Object.keys(filter).length === 1) {
      this.#counters.examined += 1;
      this.latestRead = { index: ID_INDEX_NAME, keys: 1, documents: 1 };
      return skip === 0 ? this.#withId(filter._id) : [];
    }
    const order = sort && Object.keys(sort).length > 0 ? sorter(sort) : undefined;
    const accepts = compileFilter(filter, scope);
    const { records, sorted, index } = byId
      ? { records: this.#withId(filter._id), sorted: true, index: ID_INDEX_NAME }
      : this.#plan(filter, order ? sort : undefined, options.hint);
    const enough = !order || sorted ? limit + skip : 0;
    const found: Record[] = [];
    const before = this.#counters.examined;
    for (const record of records) {
      this.#counters.examined += 1;
      if (this.#counters.examined % TIME_CHECKED_EVERY === 0) scope.checkTime();
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

  #withId(id: Value): Record[] {
    const record = this.#records.get(keyOf(id));
    return record ? [record] : [];
  }

  #plan(filter: Doc, sort: Doc | undefined, hint: Value): Candidates {
    const hinted = hint === undefined ? undefined : this.#hinted(hint);
    // Indexes hold text in the order of its bytes.
    if (hinted !== 'natural' && !collation()) {
      const plan = choosePlan(filter, sort, [...this.indexes.values()], hinted);
      if (plan) return { ...plan, index: plan.index.name };
    }
    this.#countScan(filter);
    return { records: this.#records.values(), sorted: false, index: undefined };
  }

  #hinted(hint: Value): Index | 'natural' {
    checkHint(hint);
    const byKey =
      typeof hint === 'string'
        ? this.indexes.get(hint)
        : [...this.indexes.values()].find((index) => identical(index.spec.key, hint));
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
   * Puts a document in, its `_id` in front and made when there is none.
   * @throws StoreError 11000 when a unique index holds its key already
   */
  insert(asked: Doc): Record {
    const doc = idFirst(asked);
    const body = storable(doc);
    const record: Record = { number: this.#next, key: keyOf(doc._id), doc, bytes: body.length };
    this.#index(record, undefined, doc);
    this.#next += 1;
    this.#records.set(record.key, record);
    this.#bytes += record.bytes;
    this.#log.put(body);
    return record;
  }

  /**
   * Puts a new document into a record's place; without an `_id`, it takes the old one's.
   * @returns whether that changed anything
   */
  replace(record: Record, asked: Doc): boolean {
    const doc = '_id' in asked ? asked : { _id: record.doc._id, ...asked };
    if (identical(record.doc, doc)) return false;
    if (!identical(record.doc._id, doc._id))
      refuse(66, "Performing an update on the path '_id' would modify the immutable field '_id'");
    const body = storable(doc);
    this.#index(record, record.doc, doc);
    this.#put(record, doc, body.length);
    this.#log.put(body);
    return true;
  }

  remove(record: Record): void {
    for (const index of this.indexes.values()) index.remove(index.keysOf(record), record);
    this.#records.delete(record.key);
    this.#bytes -= record.bytes;
    this.#log.remove(record.doc._id);
  }

  /** Puts documents into the place of all there are. @throws StoreError 11000, and nothing has changed */
  replaceAll(docs: readonly Doc[]): void {
    const draft = new Collection(this.namespace, this.#counters, { put: () => {}, remove: () => {} });
    for (const { spec } of this.indexes.values()) draft.addIndex(spec);
    const fitting = docs.map((doc) => draft.insert(doc).doc);
    for (const record of [...this.#records.values()]) this.remove(record);
    for (const doc of fitting) this.insert(doc);
  }

  /** Moves a record in every index from its old document's keys to its new one's, or refuses before anything moved. */
  #index(record: Record, old: Doc | undefined, doc: Doc): void {
    if (!old && this.#records.has(record.key)) throw this.#idIndex().duplicate(this.namespace, doc);
    const moves: [Index, string[], string[]][] = [];
    for (const index of this.indexes.values()) {
      const [before, after] = [old ? index.keysOf(record, old) : [], index.keysOf(record, doc)];
      if (old && before.length === after.length && before.every((key, i) => key === after[i])) continue;
      if (index.unique && index.holder(after, record)) throw index.duplicate(this.namespace, doc);
      moves.push([index, before, after]);
    }
    for (const [index, before, after] of moves) {
      index.remove(before, record);
      index.add(after, record);
    }
  }

  #idIndex(): Index {
    return this.indexes.get(ID_INDEX_NAME) ?? new Index(ID_INDEX);
  }

  /** Builds an index over the documents there are. @throws StoreError 11000 when it is unique and they are not */
  addIndex(spec: Doc): void {
    const index = new Index(spec);
    const duplicate = index.fill(this.#records.values());
    if (duplicate) throw index.duplicate(this.namespace, duplicate.doc);
    this.indexes.set(index.name, index);
  }

  /** Deletes the documents whose time is over by a TTL index. @returns how many */
  expire(now: Date): number {
    let count = 0;
    for (const index of this.indexes.values()) {
      if (index.expireAfter === undefined) continue;
      const latest = new Date(now.getTime() - index.expireAfter * 1000);
      const dates = keyOf(latest);
      for (const record of [...index.scan(dates.charAt(0), dates)]) {
        this.remove(record);
        count += 1;
      }
    }
    return count;
  }

  /** Fills the indexes from the documents, when the journal has been read. */
  fillIndexes(): void {
    for (const index of this.indexes.values()) index.fill(this.#records.values());
  }

  /** Puts a document of so many bytes as the journal says, without indexes, which are built when all is read. */
  restore(doc: Doc, bytes: number): void {
    const key = keyOf(doc._id);
    const record = this.#records.get(key) ?? { number: this.#next++, key, doc, bytes: 0 };
    this.#records.set(key, record);
    this.#put(record, doc, bytes);
  }

  #put(record: Record, doc: Doc, bytes: number): void {
    this.#bytes += bytes - record.bytes;
    record.doc = doc;
    record.bytes = bytes;
  }

  /** Removes a document as the journal says. */
  forget(id: Value): void {
    const key = keyOf(id);
    this.#bytes -= this.#records.get(key)?.bytes ?? 0;
    this.#records.delete(key);
  }
}

/** The document with its `_id` in front, made when there is none. */
function idFirst(doc: Doc): Doc {
  if (Object.keys(doc)[0] === '_id') return doc;
  const { _id = new ObjectId(), ...others } = doc;
  return { _id, ...others };
}

/** A document in BSON. @throws StoreError when it cannot be stored, for its size or its `_id` */
function storable(doc: Doc): Uint8Array {
  const type = typeName(doc._id);
  if (type === 'array' || type === 'regex' || type === 'missing')
    refuse(53, `The '_id' value cannot be of type ${type}`);
  const body = encode(doc);
  if (hasDollar(doc._id)) refuse(52, '_id fields may not contain $-prefixed fields');
  if (body.length > MAX_DOCUMENT)
    refuse(10334, `BSONObj size: ${body.length} is invalid. Size must be between 0 and ${MAX_DOCUMENT}`);
  return body;
}

/** The types of which at most one document has an `_id` that a filter names. */
const PLAIN_IDS: ReadonlySet<string> = new Set(['objectId', 'string', 'int', 'long', 'double', 'date', 'binData']);

/** True if the filter selects by `_id`. */
function isPlainId(id: Value): boolean {
  return PLAIN_IDS.has(typeName(id)) && !(typeof id === 'string' && collation());
}
