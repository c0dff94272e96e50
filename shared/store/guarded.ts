import { AbstractCursor, Collection, type Db } from 'mongodb';
import type { StoreGate } from './gate.js';

/** What concerns one document, and is therefore done in a moment. */
const PROMPT: ReadonlySet<PropertyKey> = new Set([
  'deleteOne',
  'findOne',
  'findOneAndDelete',
  'findOneAndUpdate',
  'insertOne',
  'replaceOne',
  'updateOne',
]);

/** What hands back something that asks the store later; everything else of a collection asks at once. */
const LATER: ReadonlySet<PropertyKey> = new Set(['aggregate', 'find', 'listIndexes']);

/** What makes a cursor ask. */
const ASKING: ReadonlySet<PropertyKey> = new Set(['forEach', 'hasNext', 'next', 'toArray', 'tryNext']);

type Way = 'now' | 'later' | undefined;

/** The database behind a gate: whatever is asked of its collections passes through it. */
export const guarded = (db: Db, gate: StoreGate): Db =>
  behind(gate, db, (name) => (name === 'collection' ? 'later' : undefined));

const guardedCollection = (collection: Collection, gate: StoreGate): Collection =>
  behind(gate, collection, (name) => (LATER.has(name) ? 'later' : 'now'));

const guardedCursor = (cursor: AbstractCursor, gate: StoreGate): AbstractCursor =>
  behind(gate, cursor, (name) => (ASKING.has(name) ? 'now' : 'later'));

/**
 * The same object with methods that pass the gate.
 *
 * @param wayOf how a method meets the store: at once, through what it hands back, or past the gate
 */
function behind<T extends object>(gate: StoreGate, target: T, wayOf: (method: PropertyKey) => Way): T {
  return new Proxy(target, {
    get(_, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      const ask = (...given: unknown[]): unknown => Reflect.apply(member, target, given);
      const way = wayOf(name);
      if (way === 'now') return (...given: unknown[]) => gate.run(async () => ask(...given), PROMPT.has(name));
      return way === 'later' ? (...given: unknown[]) => wrapped(ask(...given), gate) : ask;
    },
  });
}

function wrapped(made: unknown, gate: StoreGate): unknown {
  if (made instanceof Collection) return guardedCollection(made, gate);
  return made instanceof AbstractCursor ? guardedCursor(made, gate) : made;
}
