import { deepEqual, equal } from 'node:assert/strict';
import { ApiError } from '../../shared/contract/api-error.js';
import { readFields } from '../../shared/contract/input.js';
import { systemClock } from '../../shared/process/clock.js';
import { startPrivateStore } from '../../test/helpers/private-store.js';
import { type Collections, collections } from '../collections.js';
import type { Actor } from '../operators/roles.js';
import { operations } from './index.js';

/** Methods of a collection that change nothing. */
const READS = new Set(['find', 'findOne', 'aggregate', 'countDocuments', 'estimatedDocumentCount', 'distinct']);
const READER: Actor = { name: 'reader', role: 'admin', via: 'token', from: null, requestId: 'r' };

describe('the operations of operators', () => {
  it('declare what they change unless their method is GET', () => {
    const wrong = operations.filter(({ contract, mutates }) => (contract.method === 'GET') !== (mutates === undefined));
    deepEqual(
      wrong.map(({ command }) => command),
      [],
    );
  });

  it('change nothing if their method is GET, each with its example', async () => {
    const { db, close } = await startPrivateStore();
    const writes: string[] = [];
    const readOnly = (name: string, collection: object) =>
      new Proxy(collection, {
        get(target, method) {
          const found: unknown = Reflect.get(target, method, target);
          if (typeof found !== 'function') return found;
          if (!READS.has(String(method))) writes.push(`${name}.${String(method)}`);
          return found.bind(target);
        },
      });
    const ofFeatures = new Proxy(db, {
      get: (target, method) =>
        method === 'collection'
          ? (name: string) => readOnly(name, target.collection(name))
          : Reflect.get(target, method, target),
    });
    const store: Collections = new Proxy(collections(db), {
      get: (target, name) => (name === 'db' ? ofFeatures : readOnly(String(name), Object(Reflect.get(target, name)))),
    });
    try {
      await db
        .collection<{ _id: string }>('accounts')
        .insertOne({ _id: 'example', ...{ name: 'x', created: new Date() } });
      let asked = 0;
      // Live operations need Redis: the tests of the command line cover them.
      const asking = operations.filter(({ mutates, live }) => !mutates && !live);
      for (const { contract, command, run } of asking) {
        const input = readFields(contract.request, contract.example.request, 422);
        try {
          await run(input, { store, clock: systemClock, actor: READER });
        } catch (error) {
          if (!(error instanceof ApiError && error.status === 404)) throw new Error(command, { cause: error });
        }
        asked += 1;
        deepEqual(writes, [], command);
      }
      equal(asked, asking.length);
    } finally {
      await close();
    }
  });
});
