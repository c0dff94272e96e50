import { deepEqual, equal, ok } from 'node:assert/strict';
import { audit } from '../../shared/credits/audit.js';
import { call, eventually, newAccount, stack } from '../helpers/stack.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };
const CALLERS = 16;
const LOAD_MS = 8_000;
const KILL_AFTER_MS = 1_500;

describe('Redis is killed under load and comes back', () => {
  it('serves again within 5 s, and charges nothing without an answer', async function () {
    this.timeout(60_000);
    const { platform, store } = await stack();
    const redis = platform.children.get('redis');
    if (!redis) this.skip();
    const { key, account } = await newAccount({ credits: 100 });
    const answers: { status: number; at: number }[] = [];
    const until = Date.now() + LOAD_MS;
    const caller = async () => {
      while (Date.now() < until) {
        const { status } = await call('/v1/vat', VAT, { key });
        answers.push({ status, at: Date.now() });
        if (status !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    const load = Promise.all(Array.from({ length: CALLERS }, caller));
    await new Promise((resolve) => setTimeout(resolve, KILL_AFTER_MS));
    process.kill(Number(redis.facts.serverPid), 'SIGKILL');
    const killed = Date.now();
    await load;

    deepEqual(
      [...new Set(answers.map(({ status }) => status))].filter((status) => ![200, 503].includes(status)),
      [],
    );
    const servedAgain = answers.filter(({ status, at }) => status === 200 && at > killed + 200).map(({ at }) => at);
    const pause = Math.min(...servedAgain) - killed;
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
