import { type AnyBulkWriteOperation, type Collection, MongoBulkWriteError } from 'mongodb';
import type { Collections } from '../../features/collections.js';
import { isDriverFailure } from '../../shared/store/outage.js';

interface Stored {
  _id: string;
}

interface Waiting<Asked, Told> {
  asked: Asked;
  resolve(told: Told | undefined): void;
  reject(error: unknown): void;
}

/** Batches requests that arrive while a command is under way. */
class Gathered<Asked, Told> {
  #waiting: Waiting<Asked, Told>[] = [];
  #isUnderWay = false;

  /** @param send returns the results in order; an error in place of a result concerns that request alone */
  constructor(private readonly send: (all: Asked[]) => Promise<readonly (Told | Error | undefined)[]>) {}

  ask(asked: Asked): Promise<Told | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ asked, resolve, reject });
      if (this.#isUnderWay) return;
      this.#isUnderWay = true;
      setImmediate(() => void this.#work());
    });
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0);
      try {
        const told = await this.send(batch.map(({ asked }) => asked));
        for (const [at, { resolve, reject }] of batch.entries()) {
          const one = told[at];
          if (one instanceof Error) reject(one);
          else resolve(one);
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isUnderWay = false;
  }
}

/** Inserts documents, and returns an error for each that was refused. */
async function insertAll(collection: Collection<Stored>, documents: Stored[]): Promise<(Error | undefined)[]> {
  const errors: (Error | undefined)[] = documents.map(() => undefined);
  await collection.insertMany(documents, { ordered: false }).catch((error: unknown) => {
    // An error of the driver's own lists no statement that failed, and yet nothing may have been inserted.
    if (!(error instanceof MongoBulkWriteError) || isDriverFailure(error)) throw error;
    for (const { index } of [error.writeErrors].flat()) errors[index] = error;
  });
  return errors;
}

/** Wraps a collection, with its most frequent commands batched. */
function gathered(collection: Collection<Stored>): Collection<Stored> {
  const inserts = new Gathered((documents: Stored[]) => insertAll(collection, documents));
  const writes = new Gathered(async (all: AnyBulkWriteOperation<Stored>[][]) => {
    await collection.bulkWrite(all.flat());
    return [];
  });
  const reads = new Gathered(async (ids: string[]) => {
    const found = await collection.find({ _id: { $in: ids } }).toArray();
    const byId = new Map(found.map((document) => [document._id, document]));
    return ids.map((id) => byId.get(id));
  });
  const own = {
    insertOne: (document: Stored) => inserts.ask(document),
    updateOne: (filter: Partial<Stored>, update: object) => writes.ask([{ updateOne: { filter, update } }]),
    // With options, callers read the number of matches.
    bulkWrite: (operations: AnyBulkWriteOperation<Stored>[], options?: object) =>
      options ? collection.bulkWrite(operations, options) : writes.ask(operations),
    findOne: async (filter: Partial<Stored>) =>
      filter._id !== undefined && Object.keys(filter).length === 1
        ? ((await reads.ask(filter._id)) ?? null)
        : collection.findOne(filter),
  };
  return new Proxy(collection, {
    get(target, name) {
      const member: unknown = Reflect.get(name in own ? own : target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** A store for many concurrent clients, whose commands are batched. The result of an update is not available. */
export function batchingStore(store: Collections): Collections {
  const own = new Map<string | symbol, unknown>();
  return new Proxy(store, {
    get(target, name) {
      if (!own.has(name)) own.set(name, gathered(Object(Reflect.get(target, name))));
      return own.get(name);
    },
  });
}
