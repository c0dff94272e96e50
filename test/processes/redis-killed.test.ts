import { deepEqual, equal, ok } from 'node:assert/strict';
import { audit } from '../../shared/ledger/audit.js';
import { connectRedis, whenReady } from '../../shared/process/redis.js';
import { call, eventually, newAccount, stack } from '../helpers/stack.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };
const CALLERS = 16;
const CALLS_BEFORE = 200;
const CALLS_AFTER = 200;

/** When the Redis that was killed takes connections again. How long its process takes to start is the machine's affair. */
async function backAgain(url: string): Promise<number> {
  const redis = connectRedis(url, 'producer', () => {});
  try {
    await whenReady(redis, 60_000);
    return Date.now();
  } finally {
    redis.disconnect();
  }
}

describe('Redis is killed under load and comes back', () => {
  it('serves again within 5 s of its return, and charges nothing without an answer', async function () {
    const { platform, store } = await stack();
    const redis = platform.children.get('redis');
    if (!redis) this.skip();
    const { key, account } = await newAccount({ credits: 1_000 });
    const answers: { status: number; at: number }[] = [];
    let isOver = false;
    const caller = async () => {
      while (!isOver) {
        const { status } = await call('/v1/vat', VAT, { key });
        answers.push({ status, at: Date.now() });
        if (status !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    const load = Promise.all(Array.from({ length: CALLERS }, caller));
    const servedSince = async (instant: number) =>
      answers.filter(({ status, at }) => status === 200 && at > instant).length;
    const enough = (wanted: number) => (served: number) => served >= wanted;
    let back = 0;
    try {
      ok((await eventually(() => servedSince(0), enough(CALLS_BEFORE))) >= CALLS_BEFORE);
      process.kill(Number(redis.facts.serverPid), 'SIGKILL');
      back = await backAgain(platform.redisUrl);
      const served = await eventually(() => servedSince(back), enough(CALLS_AFTER));
      ok(served >= CALLS_AFTER, `${served} calls were served after Redis was back`);
    } finally {
      isOver = true;
      await load;
    }

    // A call that was being computed may have had no time left when its worker could go on.
    deepEqual(
      [...new Set(answers.map(({ status }) => status))].filter((status) => ![200, 503, 504].includes(status)),
      [],
    );
    const pause =
      Math.min(...answers.filter(({ status, at }) => status === 200 && at > back).map(({ at }) => at)) - back;
    ok(pause < 5_000, `it served again after ${pause} ms`);

    const answered = answers.filter(({ status }) => status === 200).length;
    const wallet = await eventually(
      () => store.wallets.findOne({ _id: account }),
      (found) => found?.open.length === 0,
    );
    equal(wallet?.open.length, 0);
    equal(wallet?.spent, answered * 1_000);
    equal(await store.usage.countDocuments({ account, state: 'spent' }), answered);
    deepEqual((await audit(store, account)).findings, []);
  });
});
