import { equal } from 'node:assert/strict';
import { once } from 'node:events';
import { mock } from 'node:test';
import { newAccountIn, ownDatabase } from '../../test/helpers/stack.js';
import type { Batch } from './collections.js';
import { computeExpiry } from './end.js';
import { toParts } from './items.js';
import { readRows, storedSize, toResult } from './results.js';
import { writeZip } from './zip.js';

const created = new Date();

describe('Results of a batch', () => {
  let database: Awaited<ReturnType<typeof ownDatabase>>;
  before(async () => {
    database = await ownDatabase();
  });
  after(() => database.close());
  afterEach(() => mock.restoreAll());

  it('leave nothing open in the store when a download is cancelled', async () => {
    const { store } = database;
    const { account } = await newAccountIn(store);
    // More than the store returns at once.
    const many = Array.from({ length: 301 }, (_, index) => index);
    const batch: Batch = {
      ...{ _id: 'bat_1', account, key: 'key', endpoint: 'mailchecker', name: '', state: 'finished', header: ['email'] },
      ...{
        items: many.length,
        held: 0,
        succeeded: many.length,
        failed: 0,
        charged: 0,
        bytes: 0,
        created,
        due: created,
      },
    };
    const items = many.map(() => ({ item: {} }));
    await store.batchItems.insertMany(await toParts(batch, items, {}, computeExpiry(created)));
    const reply = { status: 200, body: '{}' };
    await store.batchResults.insertMany(await Promise.all(many.map((index) => toResult(batch, index, 0, reply))));
    const finds = [mock.method(store.batchItems, 'find'), mock.method(store.batchResults, 'find')];
    const rows = readRows(store, batch);
    await rows.next();
    await rows.return(undefined);
    for (const find of finds) equal(find.mock.calls[0]?.result?.killed, true);
  });

  it('are no longer read once their archive is closed', async () => {
    let isClosed = false;
    async function* rows() {
      try {
        for (;;) yield { values: {}, status: 200, body: { ext: 'png', data_base64: 'A'.repeat(400_000) } };
      } finally {
        isClosed = true;
      }
    }
    const archive = writeZip(rows(), 'qr-{n}', 3, created);
    await once(archive, 'readable');
    archive.destroy();
    await once(archive, 'close');
    await new Promise(setImmediate);
    equal(isClosed, true);
  });

  it('count by their bytes', async () => {
    const { _id, account } = { _id: 'bat_2', account: 'acc' };
    equal(storedSize(await toResult({ _id, account, created }, 0, 0, { status: 200, body: '"äöü"' })), 8);
  });
});
