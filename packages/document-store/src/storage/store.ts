import { randomUUID } from 'node:crypto';
import { refuse } from '../errors.js';
import { isIdentical } from '../language/order.js';
import { type Doc, encode, type Value } from '../language/values.js';
import { Collection, type Counters } from './collection.js';
import { type Entry, type EntryKind, encodeEntry } from './format.js';
import { checkIndexSpec, ID_INDEX } from './index-spec.js';
import { Index } from './indexes.js';

/** Collections of all databases, by their full names (`database.collection`). */
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

  /** @param append receives each change in order, to make it durable */
  constructor(append: (entry: Uint8Array) => void) {
    this.#append = append;
  }

  find(namespace: string): Collection | undefined {
    return this.collections.get(namespace);
  }

  /** Returns the collection of a name, which is created if it is missing. */
  getOrCreate(namespace: string): Collection {
    return this.collections.get(namespace) ?? this.create(namespace);
  }

  create(namespace: string): Collection {
    const uuid = randomUUID();
    this.#log('create', namespace, { uuid });
    return this.#add(namespace, uuid);
  }

  findUuid(namespace: string): string {
    return this.#uuids.get(namespace) ?? '';
  }

  drop(namespace: string): boolean {
    if (!this.collections.delete(namespace)) return false;
    this.#log('drop', namespace, {});
    return true;
  }

  /**
   * Creates an index unless the same one exists.
   * @returns true if it was created
   */
  createIndex(namespace: string, requested: Value): boolean {
    const spec = checkIndexSpec(requested);
    const collection = this.getOrCreate(namespace);
    for (const { spec: held, name } of collection.indexes.values()) {
      const option = (of: Doc, field: string): Value => (of[field] === false ? undefined : of[field]);
      const same = (...fields: string[]) =>
        fields.every((field) => isIdentical(option(held, field), option(spec, field)));
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

  /** Drops an index, if it exists. */
  dropIndex(namespace: string, name: string): void {
    if (!this.find(namespace)?.indexes.delete(name)) return;
    this.#log('dropIndex', namespace, { name });
  }

  /** Deletes the documents that TTL indexes have expired. @returns their number */
  expire(now: Date): number {
    let count = 0;
    for (const collection of this.collections.values()) count += collection.expire(now);
    return count;
  }

  /** Applies an entry of a journal. Indexes are built by `finishReplay`. */
  replay({ kind, namespace, doc, bytes }: Entry): void {
    const collection = this.collections.get(namespace);
    if (kind === 'create') this.#add(namespace, String(doc.uuid));
    else if (kind === 'drop') this.collections.delete(namespace);
    else if (kind === 'put') (collection ?? this.#add(namespace, randomUUID())).replayPut(doc, bytes);
    else if (kind === 'remove') collection?.replayRemove(doc._id);
    else if (kind === 'createIndex') collection?.indexes.set(String(doc.name), new Index(doc));
    else if (kind === 'dropIndex') collection?.indexes.delete(String(doc.name));
  }

  finishReplay(): void {
    for (const collection of this.collections.values()) collection.fillIndexes();
  }

  /**
   * Iterates over all data as entries. The data may change meanwhile: later changes are in the journal, and are replayed after
   * these entries.
   */
  *entries(): Generator<Uint8Array> {
    for (const [namespace, collection] of this.collections) {
      yield encodeEntry('create', namespace, encode({ uuid: this.findUuid(namespace) }));
      for (const { name, spec } of collection.indexes.values())
        if (name !== '_id_') yield encodeEntry('createIndex', namespace, encode(spec));
      for (const doc of collection.documents()) yield encodeEntry('put', namespace, encode(doc));
    }
  }

  #add(namespace: string, uuid: string): Collection {
    const held = this.collections.get(namespace);
    if (held) return held;
    const collection = new Collection(namespace, this.counters, {
      put: (body) => this.#append(encodeEntry('put', namespace, body)),
      remove: (id) => this.#log('remove', namespace, { _id: id }),
    });
    collection.indexes.set('_id_', new Index(ID_INDEX));
    this.collections.set(namespace, collection);
    this.#uuids.set(namespace, uuid);
    return collection;
  }

  #log(kind: EntryKind, namespace: string, doc: Doc): void {
    this.#append(encodeEntry(kind, namespace, encode(doc)));
  }
}
