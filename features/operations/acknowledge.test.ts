import { deepEqual, equal } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { readAudit, storeAudit } from '../../shared/ledger/audit.js';
import { connectRedis } from '../../shared/process/redis.js';
import { redisKey } from '../../shared/process/redis-keys.js';
import { ADMIN_TOKEN, call, newAccount, stack } from '../../test/helpers/stack.js';

describe('findings of the ledger audit', () => {
  const admin = async (method: string, path: string, body?: object) => {
    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
    return (await call(`/v1/admin${path}`, body, { method, headers })).body;
  };

  it('are the same while the account is used, do not count once acknowledged, and are new with another amount', async () => {
    const { store, platform } = await stack();
    const { account, key } = await newAccount();
    const edit = (spent: number) => store.wallets.updateOne({ _id: account }, { $inc: { spent } });
    const run = () => admin('GET', `/audit?account=${account}`);
    await edit(5);
    const { findings } = await run();
    equal(findings.length, 2);
    await call('/v1/vat', { action: 'calculate', net: 100, vat_rate: 20 }, { key });
    const [{ id: finding }] = findings;
    const reason = `ticket ${nanoid()}`;
    const { by } = await admin('POST', '/audit/acknowledged', { account, finding, reason });
    const redis = connectRedis(platform.redisUrl, 'worker', () => {});
    await storeAudit(redis, new Date(), { accounts: 1, findings });
    equal((await readAudit(redis, store))?.total, 1);
    await redis.del(redisKey('audit', 'last'));
    redis.disconnect();
    const { acknowledged } = await admin('GET', `/audit/acknowledged?account=${account}`);
    deepEqual([acknowledged[0].id, acknowledged[0].reason, acknowledged[0].by], [finding, reason, by]);
    await edit(1);
    const changed = await run();
    deepEqual([changed.findings.length, changed.acknowledged], [2, []]);
    await edit(-6);
    const { entries } = await admin('GET', `/audit-trail?account=${account}&operation=audit%20acknowledge`);
    equal(entries.length, 1);
  });

  it('are no longer acknowledged once an operator withdraws that', async () => {
    const { store } = await stack();
    const { account } = await newAccount();
    const finding = nanoid();
    const about = { account, problem: 'x', reason: 'x', by: 'x', at: new Date() };
    await store.acknowledgedFindings.insertOne({ _id: finding, ...about });
    equal((await admin('DELETE', `/audit/acknowledged/${finding}`)).id, finding);
    deepEqual((await admin('GET', `/audit/acknowledged?account=${account}`)).acknowledged, []);
    equal((await admin('DELETE', `/audit/acknowledged/${finding}`)).type, 'acknowledgement_unknown');
    const { entries } = await admin('GET', `/audit-trail?account=${account}&operation=audit%20withdraw`);
    equal(entries.length, 1);
  });

  it('are not acknowledged unless they exist', async () => {
    const { account } = await newAccount();
    const { type } = await admin('POST', '/audit/acknowledged', { account, finding: 'none', reason: 'x' });
    equal(type, 'finding_unknown');
  });
});
