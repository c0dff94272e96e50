import type { Collection } from 'mongodb';
import type { Collections } from '../../shared/store/collections.js';

const WRITES = new Set(['findOneAndUpdate', 'updateOne', 'bulkWrite', 'insertMany', 'insertOne', 'deleteOne']);

/** What is to go wrong with a write: it is not done, or it is done and its answer gets lost. */
interface Trouble {
  /** Counted from now: 1 is the next write. */
  at: number;
  isDone: boolean;
  /** Whether nothing is heard of the process from then on. */
  isDeadly: boolean;
}

/** What is between one process and the store. Once the process is dead nothing of it reaches the store, and nothing comes back. */
export class FaultyWire {
  isDead = false;
  readonly died: Promise<undefined>;
  #die = (_: undefined) => {};
  /** Writes that were begun. */
  writes = 0;
  #stalled = Promise.resolve();
  #trouble: (Trouble & { write: number }) | undefined;

  constructor() {
    this.died = new Promise((resolve) => {
      this.#die = resolve;
    });
  }

  plan(trouble: Trouble): void {
    this.#trouble = { ...trouble, write: this.writes + trouble.at };
  }

  /** Keeps writes from going through until it is ended. */
  stall(): { end: () => void } {
    let end = () => {};
    this.#stalled = new Promise((resolve) => {
      end = resolve;
    });
    return { end };
  }

  /** The collections of a store, as they are at the other end of the wire. */
  through(store: Collections): Collections {
    const at = (collection: Collection) =>
      new Proxy(collection, {
        get: (target, name) => {
          const member: unknown = Reflect.get(target, name, target);
          if (typeof member !== 'function') return member;
          const ask = (...given: unknown[]): unknown => Reflect.apply(member, target, given);
          return WRITES.has(String(name)) ? (...given: unknown[]) => this.#write(async () => ask(...given)) : ask;
        },
      });
    return Object.fromEntries(
      Object.entries(store).map(([name, collection]) => [name, at(collection)]),
    ) as unknown as Collections;
  }

  async #write<T>(send: () => Promise<T>): Promise<T> {
    if (this.isDead) return new Promise<T>(() => {});
    this.writes += 1;
    const write = async () => {
      await this.#stalled;
      return send();
    };
    const trouble = this.#trouble?.write === this.writes ? this.#trouble : undefined;
    if (!trouble) {
      const done = await write();
      return this.isDead ? new Promise<T>(() => {}) : done;
    }
    if (trouble.isDeadly) this.isDead = true;
    // Nobody hears what the store answered, be it that it did not do it.
    if (trouble.isDone) await write().catch(() => {});
    if (trouble.isDeadly) this.#die(undefined);
    if (trouble.isDeadly) return new Promise<T>(() => {});
    throw new Error('the answer got lost');
  }
}
