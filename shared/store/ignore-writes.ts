import { Collection, type Db } from 'mongodb';

type Write = (...given: unknown[]) => object | null;

const NOTHING_CHANGED = {
  ...{ acknowledged: true, insertedCount: 0, insertedIds: {}, matchedCount: 0, modifiedCount: 0 },
  ...{ upsertedCount: 0, upsertedId: null, upsertedIds: {}, deletedCount: 0 },
} as const;
const changeNothing: Write = () => NOTHING_CHANGED;
const findNothing: Write = () => null;

/** Methods of a collection that write, with what they return in place of that. */
const WRITES: ReadonlyMap<PropertyKey, Write> = new Map([
  ...['bulkWrite', 'deleteMany', 'deleteOne', 'insertMany', 'insertOne', 'replaceOne', 'updateMany', 'updateOne'].map(
    (name) => [name, changeNothing] as const,
  ),
  ...['findOneAndDelete', 'findOneAndReplace', 'findOneAndUpdate'].map((name) => [name, findNothing] as const),
]);

/** Returns the database with writes that do nothing, for a front that only reads: what requests may write is refused before. */
export const ignoreWrites = (db: Db): Db =>
  new Proxy(db, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]): unknown => {
        const result: unknown = Reflect.apply(member, target, given);
        return name === 'collection' && result instanceof Collection ? withoutWrites(result) : result;
      };
    },
  });

const withoutWrites = (collection: Collection): Collection =>
  new Proxy(collection, {
    get(target, name) {
      const write = WRITES.get(name);
      if (write) return async () => write();
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
