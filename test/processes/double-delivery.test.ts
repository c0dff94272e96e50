import { deepEqual, equal } from 'node:assert/strict';
import { audit } from '../../shared/ledger/audit.js';
import { connectRedis } from '../../shared/process/redis.js';
import { jsonReply } from '../../shared/queue/job.js';
import { ReplySender } from '../../shared/queue/reply-stream.js';
import { nightlyOrDaily } from '../helpers/scale.js';
import { sharedFront } from '../helpers/shared-front.js';
import { call, eventually, isAtRest, newAccount, stack } from '../helpers/stack.js';

const CALLS = nightlyOrDaily(1_000, 100);
const AT_ONCE = 50;

describe('replies that arrive twice', () => {
  it(`${CALLS} jobs delivered twice are ${CALLS} charges`, async () => {
    let replies: ReplySender | undefined;
    const workers = await sharedFront(async (job) => {
      const reply = jsonReply(200, {});
      // As a worker sends it: a reply without a run time is no progress to the concurrency limiter.
      replies?.send(job, { ...reply, ranMs: 0 });
      return reply;
    });
    const redis = connectRedis(workers.redisUrl, 'worker', () => {});
    replies = new ReplySender(redis, () => {});
    try {
      const { store } = await stack();
      const { key, account } = await newAccount({ credits: 10 });
      let left = CALLS;
      const outcomes: string[] = [];
      const client = async () => {
        while (left-- > 0) {
          const input = { action: 'list-countries' };
          const { status, body } = await call('/v1/vat', input, { key, baseUrl: workers.baseUrl });
          outcomes.push(status === 200 ? '200' : `${status} ${body.type}: ${body.message}`);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, client));
      deepEqual([outcomes.length, new Set(outcomes)], [CALLS, new Set(['200'])]);
      const settled = () => store.wallets.findOne({ _id: account });
      const wallet = await eventually(settled, isAtRest);
      equal(wallet?.spent, CALLS * 1_000);
      equal(await store.usage.countDocuments({ account, state: 'spent' }), CALLS);
      deepEqual((await audit(store, account)).findings, []);
    } finally {
      redis.disconnect();
      await workers.stop();
    }
  });
});
