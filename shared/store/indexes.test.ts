import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type Db, type Document, MongoClient } from 'mongodb';
import { startPrivateStore } from '../../test/helpers/private-store.js';
import {
  createDeclaredIndexes,
  type DeclaredIndexes,
  findDuplicates,
  findMissingIndexes,
  findUnusedIndexes,
  IndexError,
} from './indexes.js';

const declared: DeclaredIndexes = {
  orders: [
    { key: { created: -1 } },
    { key: { account: 1, slot: 1 }, unique: true, partialFilterExpression: { state: 'open' } },
  ],
  pages: [
    { key: { slug: 1 }, unique: true, sparse: true },
    { key: { expires: 1 }, expireAfterSeconds: 0 },
  ],
};

/** Opens an empty database, of MONGODB_URL if that is set. */
async function openDatabase(): Promise<{ db: Db; close(): Promise<void> }> {
  const { MONGODB_URL } = process.env;
  const store = MONGODB_URL ? undefined : await startPrivateStore();
  const client = await new MongoClient(MONGODB_URL ?? store?.url ?? '').connect();
  const db = client.db(`test_${randomUUID().slice(0, 8)}`);
  return {
    db,
    async close() {
      await db.dropDatabase();
      await client.close();
      await store?.close();
    },
  };
}

describe('indexes', () => {
  let db: Db;
  let close: () => Promise<void>;
  const insert = (collection: string, ...documents: Document[]) => db.collection(collection).insertMany(documents);

  before(async () => {
    ({ db, close } = await openDatabase());
  });
  beforeEach(() => db.dropDatabase());
  after(() => close());

  it('are missing by name until they are created', async () => {
    await insert('pages', { slug: 'menu' });
    deepEqual(await findMissingIndexes(db, declared), [
      { name: 'orders.created_-1', isUnique: false },
      { name: 'orders.account_1_slot_1', isUnique: true },
      { name: 'pages.slug_1', isUnique: true },
      { name: 'pages.expires_1', isUnique: false },
    ]);
    await createDeclaredIndexes(db, declared);
    await createDeclaredIndexes(db, declared);
    deepEqual(await findMissingIndexes(db, declared), []);
  });

  it('are created by several processes at once', async () => {
    await Promise.all([1, 2, 3].map(() => createDeclaredIndexes(db, declared)));
    deepEqual(await findMissingIndexes(db, declared), []);
  });

  it('are all created but those that have duplicates, which are named', async () => {
    await insert('pages', { slug: 'menu' }, { slug: 'menu' }, { slug: 'other' }, {}, {});
    await rejects(createDeclaredIndexes(db, declared), (error) => {
      ok(error instanceof IndexError);
      equal(error.problems.length, 1);
      equal(error.problems[0]?.index, 'pages.slug_1');
      deepEqual(error.problems[0]?.duplicates, ['"menu"']);
      match(error.message, /pages\.slug_1 \("menu"\): several documents have the same slug\./);
      return true;
    });
    deepEqual(await findMissingIndexes(db, declared), [{ name: 'pages.slug_1', isUnique: true }]);
  });

  it('show which documents are duplicates, those outside of a partial index left out', async () => {
    const order = { account: 'a', slot: 1, state: 'open' };
    await insert('orders', { _id: 'o1', ...order }, { _id: 'o2', ...order }, { _id: 'o3', ...order, state: 'paid' });
    await insert('orders', { _id: 'o4', ...order, slot: 2 }, { _id: 'o5', ...order, slot: 2, state: 'paid' });
    deepEqual(await findDuplicates(db, declared), [
      { index: 'orders.account_1_slot_1', value: '"a" 1', documents: 2, ids: ['o1', 'o2'] },
    ]);
    await db.collection<{ _id: string }>('orders').deleteOne({ _id: 'o2' });
    await createDeclaredIndexes(db, declared);
  });

  it('that are not declared stay, and are listed', async () => {
    await createDeclaredIndexes(db, declared);
    await db.collection('pages').createIndex({ old: 1 });
    await createDeclaredIndexes(db, declared);
    deepEqual(await findUnusedIndexes(db, declared), [{ collection: 'pages', name: 'old_1' }]);
  });

  it('are the same with another name', async () => {
    await db.collection('pages').createIndex({ slug: 1 }, { unique: true, sparse: true, name: 'own' });
    const missing = (await findMissingIndexes(db, declared)).map(({ name }) => name);
    deepEqual(missing, ['orders.created_-1', 'orders.account_1_slot_1', 'pages.expires_1']);
    deepEqual(await findUnusedIndexes(db, declared), []);
    await createDeclaredIndexes(db, declared);
    deepEqual(await findMissingIndexes(db, declared), []);
  });

  it('with other options than declared are named', async () => {
    await db.collection('pages').createIndex({ slug: 1 });
    await rejects(
      createDeclaredIndexes(db, declared),
      /pages\.slug_1: it exists with other options.*--index pages\.slug_1/,
    );
    deepEqual(await findUnusedIndexes(db, declared), [{ collection: 'pages', name: 'slug_1' }]);
  });
});
