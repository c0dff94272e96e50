import { randomUUID } from 'node:crypto';
import { refuse } from '../errors.js';
import { identical } from '../language/order.js';
import { type Doc, encode, type Value } from '../language/values.js';
import { Collection, type Counters } from './collection.js';
import { type Entry, type EntryKind, writeEntry } from './format.js';
import { checkIndexSpec, ID_INDEX } from './index-spec.js';
import { Index } from './indexes.js';

/** All collections of all databases, by their full names (`database.collection`). */
export class Store {
  readonly collections = new Map<string, Collection>();
  readonly counters: Counters = {
    operations: { insert: 0, query: 0, update: 0, delete: 0, getmore: 0, command: 0 },
    scans: new Map(),
    totalScans: 0,
    examined: 0,
  };
  readonly #append: (entry: Uint8Array) => void;
  readonly #uuids = new Map<string, string>();

  /** @param append takes each change of the data, in order, to make it durable */
  constructor(append: (entry: Uint8Array) => void) {
    this.#append = append;
  }

  find(namespace: string): Collection | undefined {
    return this.collections.get(namespace);
  }

  /** The collection of that name, made when there is none. */
  use(namespace: string): Collection {
    return this.collections.get(namespace) ?? this.create(namespace);
  }

  create(namespace: string): Collection {
    const uuid = randomUUID();
    this.#log('create', namespace, { uuid });
    return this.#add(namespace, uuid);
  }

  uuidOf(namespace: string): string {
    return this.#uuids.get(namespace) ?? '';
  }

  drop(namespace: string): boolean {
    if (!this.collections.delete(namespace)) return false;
    this.#log('drop', namespace, {});
    return true;
  }

  /**
   * Makes an index unless the very same one is there.
   * @returns whether it was made
   */
  createIndex(namespace: string, asked: Value): boolean {
    const spec = checkIndexSpec(asked);
    const collection = this.use(namespace);
    for (const { spec: held, name } of collection.indexes.values()) {
      const option = (of: Doc, field: string): Value => (of[field] === false ? undefined : of[field]);
      const same = (...fields: string[]) =>
        fields.every((field) => identical(option(held, field), option(spec, field)));
      const isTwin = same('key', 'partialFilterExpression', 'sparse', 'unique');
      if (name !== spec.name && !isTwin) continue;
      const isThere = name === '_id_' ? same('key') : name === spec.name && isTwin && same('expireAfterSeconds');
      if (isThere) return false;
      refuse(isTwin ? 85 : 86, `the index ${name} already exists with a different name, key or options`);
    }
    collection.addIndex(spec);
    this.#log('createIndex', namespace, spec);
    return true;
  }

  /** Drops an index; one that is not there is as good as dropped. */
  dropIndex(namespace: string, name: string): void {
    if (!this.find(namespace)?.indexes.delete(name)) return;
    this.#log('dropIndex', namespace, { name });
  }

  /** Deletes the documents whose time is over by a TTL index. @returns how many */
  expire(now: Date): number {
    let count = 0;
    for (const collection of this.collections.values()) count += collection.expire(now);
    return count;
  }

  /** Brings the data to where an entry of the journal or a snapshot says. Indexes are filled by `finishReplay`. */
  replay({ kind, namespace, doc, bytes }: Entry): void {
    const collection = this.collections.get(namespace);
    if (kind === 'create') this.#add(namespace, String(doc.uuid));
    else if (kind === 'drop') this.collections.delete(namespace);
    else if (kind === 'put') (collection ?? this.#add(namespace, randomUUID())).restore(doc, bytes);
    else if (kind === 'remove') collection?.forget(doc._id);
    else if (kind === 'createIndex') collection?.indexes.set(String(doc.name), new Index(doc));
    else if (kind === 'dropIndex') collection?.indexes.delete(String(doc.name));
  }

  finishReplay(): void {
    for (const collection of this.collections.values()) collection.fillIndexes();
  }

  /**
   * Everything there is, as entries. It may be read while changes go on: what changes meanwhile stands in the journal
   * that began before the first of these entries was read, and is replayed after them.
   */
  *entries(): Generator<Uint8Array> {
    for (const [namespace, collection] of this.collections) {
      yield writeEntry('create', namespace, encode({ uuid: this.uuidOf(namespace) }));
      for (const { name, spec } of collection.indexes.values())
        if (name !== '_id_') yield writeEntry('createIndex', namespace, encode(spec));
      for (const doc of collection.documents()) yield writeEntry('put', namespace, encode(doc));
    }
  }

  #add(namespace: string, uuid: string): Collection {
    const held = this.collections.get(namespace);
    if (held) return held;
    const collection = new Collection(namespace, this.counters, {
      put: (body) => this.#append(writeEntry('put', namespace, body)),
      remove: (id) => this.#log('remove', namespace, { _id: id }),
    });
    collection.indexes.set('_id_', new Index(ID_INDEX));
    this.collections.set(namespace, collection);
    this.#uuids.set(namespace, uuid);
    return collection;
  }

  #log(kind: EntryKind, namespace: string, doc: Doc): void {
    this.#append(writeEntry(kind, namespace, encode(doc)));
  }
}
