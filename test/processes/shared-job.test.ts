import { deepEqual, equal, ok } from 'node:assert/strict';
import { errors } from '../../shared/contract/errors.js';
import { type PoolName, pools } from '../../shared/contract/pools.js';
import { audit } from '../../shared/ledger/audit.js';
import { errorReply, jsonReply } from '../../shared/queue/job.js';
import { jobsKept } from '../helpers/jobs-kept.js';
import { type ScriptedFront, scriptedFront } from '../helpers/scripted-workers.js';
import { call, eventually, newAccount, stack } from '../helpers/stack.js';

const CALLS = 60;
const FAILING = 20;

describe('calls that come together share a job', () => {
  let workers: ScriptedFront;
  before(async () => {
    workers = await scriptedFront(async ({ input, requestId }) => {
      const { net } = input as { net: number };
      if (net <= FAILING) return errorReply(errors.internalError(), requestId, '');
      return jsonReply(200, { net });
    });
  });
  after(() => workers.stop());

  const sharedBy = (pool: PoolName) => jobsKept(workers.redisUrl, pool);

  it('each gets its own answer, and what failed by us is given back to it alone', async () => {
    const { store } = await stack();
    const mine = await newAccount({ credits: 10 });
    const to = { key: mine.key, baseUrl: workers.baseUrl };
    const asked = Array.from({ length: CALLS }, (_, index) => index + 1);
    const ids: string[] = [];
    const burst = async () => {
      const calls = asked.map((net) => call('/v1/vat', { action: 'calculate', net, vat_rate: 20 }, to));
      const answers = await Promise.all(calls);
      deepEqual(
        answers.map(({ status, body }) => (status === 200 ? body : status)),
        asked.map((net) => (net <= FAILING ? 500 : { net })),
      );
      ids.push(...answers.map(({ headers }) => headers.get('x-request-id') ?? ''));
      return sharedBy('compute');
    };
    // Which calls come together is decided by the network; on connections that stand already, some of sixty do.
    const jobs = await eventually(burst, (found) => found.length < ids.length);
    deepEqual(jobs.flat().sort(), ids.sort());
    ok(jobs.every((tasks) => tasks.length <= pools.compute.callsPerJob));

    const wallet = await eventually(
      () => store.wallets.findOne({ _id: mine.account }),
      (found) => found?.open.length === 0,
    );
    equal(wallet?.spent, (ids.length / CALLS) * (CALLS - FAILING) * 1_000);
    deepEqual((await audit(store, mine.account)).findings, []);
  });

  it('but not where one would wait for another, nor when its caller comes back for the answer', async () => {
    const { key } = await newAccount({ credits: 10, limits: { '*': 1_000 } });
    const to = { key, baseUrl: workers.baseUrl };
    const later = { ...to, headers: { Prefer: 'respond-async' } };
    await Promise.all(
      Array.from({ length: 10 }, (_, net) => [
        call('/v1/qr-code/generate', { qr_code_text: String(net), net: 1_000 }, to),
        call('/v1/vat', { action: 'calculate', net: 1_000 + net, vat_rate: 20 }, later),
      ]).flat(),
    );
    const drawn = await sharedBy('qr');
    deepEqual([drawn.length, drawn.flat().length], [10, 10]);
    const computed = await eventually(
      () => sharedBy('compute'),
      (jobs) => jobs.length >= 10,
    );
    equal(computed.filter((tasks) => tasks.length === 1).length >= 10, true);
  });
});
