import { deepEqual, equal, ok } from 'node:assert/strict';
import { Child } from '../../embedded/child.js';
import { describeNightly } from '../helpers/scale.js';
import { eventually } from '../helpers/stack.js';
import { booksAgree } from './harness/books.js';
import { engines } from './harness/engine.js';
import { ask, POOLS, type Told } from './harness/load.js';
import { faultyPlatform } from './harness/platform.js';
import { show } from './harness/table.js';

const SERVES_WITHIN_MS = 60_000;
const REFUSALS = 5;

for (const engine of engines) {
  describeNightly(`processes are started while the ${engine.name} is unavailable`, () => {
    it('a front refuses with 503, and all pools serve as soon as it is back', async () => {
      const faulty = await faultyPlatform(engine);
      const { platform, store, newAccount } = faulty;
      const { account, key } = await newAccount();
      const env = { ...platform.environment, PORT: '0', METRICS_PORT: '0' };
      const front = new Child({ name: 'api', module: 'dist/api/main.js', env }, () => {});
      const told: Told[] = [];
      const call = async (baseUrl: string, pool = 'compute') => {
        const answer = await ask(baseUrl, key, pool);
        told.push(answer);
        return answer;
      };
      let baseUrl = '';
      await faulty.killStore();
      try {
        baseUrl = `http://127.0.0.1:${(await front.start()).port}`;
        for (let refused = 0; refused < REFUSALS; refused++) await call(baseUrl);
      } finally {
        await faulty.startStore();
      }
      deepEqual(
        told.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null),
        [],
      );
      const backAt = Date.now();
      try {
        for (const pool of POOLS) {
          const served = await eventually(
            () => call(baseUrl, pool),
            ({ status }) => status === 200,
            SERVES_WITHIN_MS,
          );
          equal(served.status, 200, `${pool}: ${JSON.stringify(served)}`);
        }
      } finally {
        await front.stop(10_000);
      }
      const servedAfterMs = Date.now() - backAt;
      ok(told.every(({ status }) => status === 200 || status === 503));
      const compared = await booksAgree(store, account, told);
      show(
        `a front started while the ${engine.name} is away`,
        '503 with Retry-After, uncharged; all pools serve as soon as the store is back; books exact',
        `${told.length - POOLS.length} refused; all pools served after ${servedAfterMs} ms; ${compared} calls and the audit agree`,
      );
    });
  });
}
