import { deepEqual, equal, ok } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { Child } from '../../embedded/child.js';
import { pools } from '../../shared/contract/pools.js';
import { ownRedis } from '../helpers/own-redis.js';
import { sized } from '../helpers/scale.js';
import { samplesOf, sumOf } from '../helpers/scrape.js';
import { eventually } from '../helpers/stack.js';
import { arrive } from './harness/arrivals.js';
import { booksAgree } from './harness/books.js';
import { engines } from './harness/engine.js';
import { Load, type Told } from './harness/load.js';
import { faultyPlatform } from './harness/platform.js';
import { quantile, show } from './harness/table.js';

const POOL = 'compute';
const CALL = { path: '/v1/vat', body: { action: 'calculate', net: 100, vat_rate: 20 } };
/** What a call takes at the worker, so that what can be served does not depend on how busy this machine is. */
const SERVICE_MS = 400;
/** Two calls for each that the worker works on: more in flight would serve no more. */
const FULL = 2 * pools[POOL].concurrency;
const FULL_FOR_MS = sized(10_000, 2_400);
const FLOOD_FOR_MS = sized(20_000, 3_200);
const FACTORS = sized([2, 5, 20], [5]);
/** Of another account, while one floods. */
const MODEST = 2;

/** By day other tests run beside this one. */
const REFUSED_WITHIN_MS = sized(50, 250);
const GOODPUT = 0.9;
const SLOWER = 2;
const NORMAL_AFTER_MS = 1_000;

/** How many calls were answered well per second, between two instants in ms since the epoch. */
const goodput = (told: readonly Told[], from: number, to: number): number =>
  (served(told).filter(({ at, ms }) => at + ms >= from && at + ms < to).length / (to - from)) * 1_000;

const served = (told: readonly Told[]) => told.filter(({ status }) => status === 200);
const times = (told: readonly Told[]) => told.map(({ ms }) => ms);

describe('more calls come than can be served', () => {
  it('serves as many as before, refuses the others at once and uncharged, first of all those of who floods', async function () {
    this.timeout(sized(400_000, 180_000));
    const [engine] = engines;
    if (!engine) return this.skip();
    const { platform, store, storeUrl, newAccount } = await faultyPlatform(engine);
    const redis = await ownRedis(platform.environment);
    // Not through this process, which has its hands full with calls.
    const connections = { REDIS_URL: redis.url, MONGODB_URL: storeUrl() };
    const env = { ...platform.environment, ...connections, PORT: '0', METRICS_PORT: '0' };
    const front = new Child({ name: 'api', module: 'dist/api/main.js', env }, () => {});
    const module = 'dist/test/faults/harness/slow-worker.js';
    const worker = new Child({ name: 'worker', module, args: [redis.url, POOL, String(SERVICE_MS)], env }, () => {});
    const load = (key: string, clients: number) => new Load(baseUrl, key, clients, 0, [POOL]);
    const [flooding, modest] = [await newAccount(), await newAccount()];
    const told: Record<'flooding' | 'modest', Told[]> = { flooding: [], modest: [] };
    const [{ port, metricsPort }] = await Promise.all([front.start(), worker.start()]);
    const baseUrl = `http://127.0.0.1:${port}`;
    try {
      const filling = load(flooding.key, FULL);
      // Processes that have just been started are slow.
      await eventually(
        async () => filling.served(),
        (calls) => calls >= 3 * FULL,
      );
      const began = Date.now();
      await pause(FULL_FOR_MS);
      const filled = await filling.stop();
      told.flooding.push(...filled);
      deepEqual([...new Set(filled.map(({ status }) => status))], [200]);
      const atFull = filled.filter(({ at }) => at >= began);
      const capacity = goodput(filled, began, began + FULL_FOR_MS);
      const fullMs = quantile(times(atFull), 0.99);
      show(
        `as many calls of ${SERVICE_MS} ms as a worker serves (${FULL} at a time)`,
        'all are served',
        `${capacity.toFixed(0)} a second, p50 ${quantile(times(atFull), 0.5)} ms, p99 ${fullMs} ms`,
      );
      for (const factor of FACTORS) {
        const beside = load(modest.key, MODEST);
        const from = Date.now();
        const flood = await arrive({
          ...{ url: baseUrl + CALL.path, body: CALL.body, key: flooding.key },
          ...{ rate: factor * capacity, forMs: FLOOD_FOR_MS },
        });
        const to = from + FLOOD_FOR_MS;
        const others = await beside.stop();
        const calm = load(modest.key, MODEST);
        await pause(NORMAL_AFTER_MS + 3 * SERVICE_MS);
        const after = await calm.stop();
        told.flooding.push(...flood);
        told.modest.push(...others, ...after);

        const refused = flood.filter(({ status }) => status !== 200);
        deepEqual(
          refused.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null),
          [],
        );
        ok(refused.length > 0, 'nothing was refused');
        const [p50, p95] = [quantile(times(refused), 0.5), quantile(times(refused), 0.95)];
        ok(p50 <= REFUSED_WITHIN_MS, `refused after ${p50} ms`);
        const good = goodput([...flood, ...others], from + 2 * SERVICE_MS, to);
        ok(good >= GOODPUT * capacity, `${good} calls a second were served, ${capacity} at full load`);
        const accepted = times(served(flood));
        ok(quantile(accepted, 0.5) <= SLOWER * fullMs, `answered after ${quantile(accepted, 0.5)} ms`);
        const refusedOthers = others.filter(({ status }) => status !== 200).length / others.length;
        ok(refusedOthers <= 0.1, `${refusedOthers} of the calls of another account were refused`);
        const normal = after.filter(({ at }) => at >= to + NORMAL_AFTER_MS);
        ok(quantile(times(normal), 0.5) <= fullMs && normal.every(({ status }) => status === 200), 'not normal');
        show(
          `${factor} times as many calls as can be served`,
          `as many served as before (≥ ${GOODPUT * 100} %), p99 ≤ ${SLOWER} times that at full load; refused in ` +
            `${REFUSED_WITHIN_MS} ms, uncharged; another account is served; books exact`,
          `${Math.round((good / capacity) * 100)} % served, p50 ${quantile(accepted, 0.5)} ms, p99 ` +
            `${quantile(accepted, 0.99)} ms; ${refused.length} of ${flood.length} refused, p50 ${p50} ms, p95 ${p95} ms; ` +
            `${Math.round(refusedOthers * 100)} % of another account's`,
        );
      }
      const all = [...told.flooding, ...told.modest];
      const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
      const authenticated = sumOf(samplesOf(await metrics.text()), 'utility_api_step_seconds_count', {
        step: 'authenticate',
      });
      equal(authenticated, served(all).length, 'something was done for what was refused');
      await booksAgree(store, flooding.account, told.flooding);
      await booksAgree(store, modest.account, told.modest);
    } finally {
      await front.stop(10_000);
      await worker.stop(10_000);
      await redis.stop();
    }
  });
});
