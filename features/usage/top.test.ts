import { deepEqual, equal, ok } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { readFields } from '../../shared/contract/input.js';
import type { Usage } from '../../shared/ledger/documents.js';
import { startPrivateStore } from '../../test/helpers/private-store.js';
import { type Collections, collections } from '../collections.js';
import { mergeHours } from './merge.js';
import { listTop } from './top.js';

const HOUR_MS = 3_600_000;
const NOW = new Date(Date.parse('2026-03-02T12:30:00Z'));

describe('the busiest accounts and endpoints', () => {
  let store: Collections;
  let close: () => Promise<void>;

  before(async () => {
    const opened = await startPrivateStore();
    [store, close] = [collections(opened.db), opened.close];
    const entry = (hoursAgo: number, account: string, endpoint: string, ms: number, status = 200): Usage => ({
      ...{ _id: nanoid(), nonce: 'n', account, key: 'k', endpoint, cost: 2_000_000, parts: [], status },
      ...{
        state: status >= 500 ? 'void' : 'spent',
        call: { ms },
        at: new Date(NOW.getTime() - hoursAgo * HOUR_MS - 60_000),
      },
    });
    await store.accounts.insertOne({ _id: 'a', name: 'Acme', created: NOW });
    await store.usage.insertMany([
      // The last of these are not merged yet.
      ...Array.from({ length: 40 }, (_, index) => entry(index, 'a', 'vat', 10)),
      ...Array.from({ length: 10 }, (_, index) => entry(index / 4, 'b', 'mailchecker', 900)),
      ...Array.from({ length: 5 }, (_, index) => entry(20 + index, 'c', 'vat', 10, index % 2 === 0 ? 502 : 422)),
    ]);
    await mergeHours(store, new Date(NOW.getTime() - 2 * HOUR_MS), () => true);
    ok((await store.usageHourly.countDocuments({})) > 0);
  });
  after(() => close());

  const list = async (query: Record<string, unknown>) =>
    listTop.run(readFields(listTop.contract.request, query, 422), { store, clock: { now: () => NOW } });
  const ids = async (query: Record<string, unknown>) => (await list(query)).rows.map(({ id }) => id);

  it('are sums of merged hours and later entries, sorted as requested', async () => {
    const { rows, complete, from } = await list({ span: '30d' });
    equal(complete, true);
    equal(from, '2026-01-31T12:00:00.000Z');
    deepEqual(rows[0], {
      id: 'a',
      name: 'Acme',
      requests: 40,
      credits: 80,
      errors: 0,
      given_back: 0,
      p95_ms: rows[0]?.p95_ms,
    });
    ok((rows[0]?.p95_ms ?? 0) <= 10);
    deepEqual(await ids({ span: '30d', sort: 'errors', limit: 1 }), ['c']);
    deepEqual(await ids({ span: '30d', sort: 'p95', limit: 1 }), ['b']);
    deepEqual(await ids({ span: '30d', by: 'endpoint' }), ['vat', 'mailchecker']);
    deepEqual(
      (await list({ span: '30d', by: 'endpoint' })).rows.map(({ requests }) => requests),
      [45, 10],
    );
    deepEqual(await ids({ span: '30d', endpoint: 'mailchecker' }), ['b']);
  });

  it('are those of the window alone', async () => {
    deepEqual(
      (await list({ span: '1h' })).rows.map(({ id, requests }) => [id, requests]),
      [
        ['b', 6],
        ['a', 2],
      ],
    );
    const { rows } = await list({ from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' });
    deepEqual(
      rows.map(({ id, requests }) => [id, requests]),
      [
        ['a', 24],
        ['c', 5],
      ],
    );
  });

  it('have a window of at most 31 days', async () => {
    for (const from of ['2026-01-01T00:00:00Z', '2026-04-01T00:00:00Z'])
      await list({ from }).then(
        () => ok(false, from),
        ({ status }: { status: number }) => equal(status, 422),
      );
  });
});
