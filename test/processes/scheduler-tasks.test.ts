import { deepEqual, equal } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { deleteOldUsage } from '../../features/usage/index.js';
import { deleteOldData } from '../../scheduler/delete-old-data.js';
import { expireCredits } from '../../scheduler/expire-credits.js';
import { audit } from '../../shared/ledger/audit.js';
import type { Usage } from '../../shared/ledger/documents.js';
import { advanceCursor, MERGED } from '../../shared/ledger/merged-usage.js';
import { purchase } from '../../shared/ledger/purchase.js';
import { runTaskAt } from '../helpers/run-task.js';
import { ownDatabase } from '../helpers/stack.js';

describe('tasks of the scheduler', () => {
  it('expires the credits of a purchase once', async () => {
    const { store, close } = await ownDatabase();
    const account = `account-${nanoid()}`;
    const bought = new Date('2026-01-10T00:00:00Z');
    await purchase(store, { account, amount: 400, bought });
    await purchase(store, { account, amount: 600, bought: new Date('2026-06-10T00:00:00Z') });
    deepEqual(await runTaskAt(expireCredits, store, new Date('2027-01-09T23:59:59Z')), { wallets: 0 });
    deepEqual(await runTaskAt(expireCredits, store, new Date('2027-01-10T00:00:00Z')), { wallets: 1 });
    await runTaskAt(expireCredits, store, new Date('2027-01-12T00:00:00Z'));
    await runTaskAt(expireCredits, store, new Date('2027-01-12T00:00:00Z'));
    const wallet = await store.wallets.findOne({ _id: account });
    deepEqual([wallet?.expired, wallet?.lots.map(({ left }) => left)], [400, [600]]);
    deepEqual((await audit(store)).findings, []);
    await close();
  });

  it('deletes details of requests after 30 days, and usage that is merged after its retention', async () => {
    const { store, close } = await ownDatabase();
    const now = new Date('2026-11-01T00:00:00Z');
    const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
    const usage = (state: Usage['state'], at: Date): Usage => ({
      ...{ _id: nanoid(), nonce: nanoid(), account: 'a', key: 'k', endpoint: 'vat', cost: 1, parts: [], status: 200 },
      state,
      at,
    });
    const call = { ms: 7 };
    await store.usage.insertMany([
      { ...usage('void', daysAgo(31)), call },
      usage('void', daysAgo(401)),
      usage('spent', daysAgo(900)),
      usage('spent', daysAgo(399)),
      { ...usage('spent', daysAgo(31)), call },
      { ...usage('spent', daysAgo(29)), call },
    ]);
    await runTaskAt(deleteOldData, store, now);
    equal(await store.usage.countDocuments({}), 6);
    deepEqual(
      (await store.usage.find({ call }).toArray()).map(({ at }) => at),
      [daysAgo(29)],
    );
    // A run deletes up to the cursor of the run before.
    for (let run = 0; run < 2; run++) await runTaskAt(deleteOldUsage, store, now);
    equal(await store.usage.countDocuments({}), 6, 'nothing is merged yet');
    await advanceCursor(store, MERGED, daysAgo(1));
    for (let run = 0; run < 2; run++) await runTaskAt(deleteOldUsage, store, now);
    equal(await store.usage.countDocuments({}), 4);
    await close();
  });
});
