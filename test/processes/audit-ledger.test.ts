import { deepEqual } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { mergeHours } from '../../features/usage/merge.js';
import { auditLedger } from '../../scheduler/audit-ledger.js';
import { readAudit } from '../../shared/ledger/audit.js';
import { purchase } from '../../shared/ledger/purchase.js';
import { connectRedis } from '../../shared/process/redis.js';
import { redisKey } from '../../shared/process/redis-keys.js';
import { runTaskAt } from '../helpers/run-task.js';
import { ownDatabase, stack } from '../helpers/stack.js';

const DAY_MS = 86_400_000;
const NOW = new Date(`${new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)}T13:35:20Z`);

describe('the nightly audit', () => {
  it('checks the accounts that sent requests the day before, stores findings, and ends acknowledgements of those that are gone', async () => {
    const { store, close } = await ownDatabase();
    const yesterday = new Date(NOW.getTime() - DAY_MS);
    for (const account of ['a', 'b', 'quiet']) await purchase(store, { account, amount: 9_000, bought: yesterday });
    await store.usage.insertMany(
      ['a', 'b', 'a', 'b'].map((account) => ({
        ...{ _id: nanoid(), nonce: 'n', account, key: 'k', endpoint: 'vat', state: 'spent' as const },
        ...{ cost: 0, parts: [], status: 200, at: yesterday },
      })),
    );
    await store.wallets.updateMany({ _id: { $in: ['b', 'quiet'] } }, { $inc: { spent: 5 } });
    const { platform } = await stack();
    const redis = connectRedis(platform.redisUrl, 'worker', () => {});
    try {
      for (const isMerged of [false, true]) {
        if (isMerged) await mergeHours(store, NOW, () => true);
        const done = await runTaskAt(auditLedger, store, NOW);
        const { findings, ...kept } = (await readAudit(redis, store)) ?? {};
        deepEqual(kept, { at: NOW, accounts: 2, total: findings?.length });
        deepEqual(done, { accounts: 2, findings: findings?.length, acknowledged: 0 });
        deepEqual([...new Set(findings?.map(({ account }) => account))], ['b']);
      }
      const { findings: found = [] } = (await readAudit(redis, store)) ?? {};
      const about = { problem: 'x', reason: 'x', by: 'x', at: new Date() };
      const acknowledge = (_id: string, account: string) =>
        store.acknowledgedFindings.insertOne({ _id, account, ...about });
      for (const { id, account } of found) await acknowledge(id, account);
      for (const account of ['a', 'b', 'without requests']) await acknowledge(`gone from ${account}`, account);
      deepEqual(await runTaskAt(auditLedger, store, NOW), { accounts: 3, findings: 0, acknowledged: found.length });
      const left = await store.acknowledgedFindings.find().toArray();
      deepEqual(left.map(({ _id }) => _id).sort(), found.map(({ id }) => id).sort());
    } finally {
      await redis.del(redisKey('audit', 'last'), redisKey('audit', 'mark'));
      redis.disconnect();
      await close();
    }
  }).timeout(60_000);
});
