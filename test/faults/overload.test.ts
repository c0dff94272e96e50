import { deepEqual, equal, ok } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { Child } from '../../embedded/child.js';
import { pools } from '../../shared/contract/pools.js';
import { ownRedis } from '../helpers/own-redis.js';
import { itAtNight } from '../helpers/scale.js';
import { samplesOf, sumOf } from '../helpers/scrape.js';
import { eventually } from '../helpers/stack.js';
import { arrive } from './harness/arrivals.js';
import { booksAgree } from './harness/books.js';
import { engines } from './harness/engine.js';
import { Load, type Told } from './harness/load.js';
import { faultyPlatform } from './harness/platform.js';
import { quantile, show } from './harness/table.js';

const POOL = 'compute';
const PATH = '/v1/vat';
const BODY = { action: 'calculate', net: 100, vat_rate: 20 };
/** What a call takes at the worker, so that what can be served does not depend on how busy this machine is. */
const SERVICE_MS = 400;
/** Two calls for each that the worker works on: more in flight would serve no more. */
const FULL = 2 * pools[POOL].concurrency;
const FULL_FOR_MS = 10_000;
const FLOOD_FOR_MS = 20_000;
const FACTORS = [2, 5, 20];
/** Of another account, while one floods. */
const MODEST = 2;

const REFUSED_WITHIN_MS = 50;
const GOODPUT = 0.9;
const SLOWER = 2;
const NORMAL_AFTER_MS = 1_000;

/** Who calls, and where. */
interface Setting {
  baseUrl: string;
  /** Of the endpoint. */
  url: string;
  flooding: Caller;
  modest: Caller;
}

/** An account, and what it was told. */
interface Caller {
  account: string;
  key: string;
  told: Told[];
}

/** What is served at full load: calls per second, and the time that all but one in a hundred take, in ms. */
interface Full {
  capacity: number;
  p99: number;
}

/** How many calls were answered well per second, between two instants in ms since the epoch. */
const goodput = (told: readonly Told[], from: number, to: number): number =>
  (served(told).filter(({ at, ms }) => at + ms >= from && at + ms < to).length / (to - from)) * 1_000;

const served = (told: readonly Told[]) => told.filter(({ status }) => status === 200);
const notServed = (told: readonly Told[]) => told.filter(({ status }) => status !== 200);
const timeOf = (told: readonly Told[], share: number) =>
  quantile(
    told.map(({ ms }) => ms),
    share,
  );

/** Has as many callers as are served wait for one another. */
async function fill({ baseUrl, flooding }: Setting): Promise<Full> {
  const load = new Load(baseUrl, flooding.key, FULL, 0, [POOL]);
  // Processes that have just been started are slow.
  await eventually(
    async () => load.served(),
    (calls) => calls >= 2 * FULL,
  );
  const began = Date.now();
  await pause(FULL_FOR_MS);
  const told = await load.stop();
  flooding.told.push(...told);
  deepEqual(notServed(told), []);
  const full = told.filter(({ at }) => at >= began);
  const capacity = goodput(told, began, began + FULL_FOR_MS);
  const p99 = timeOf(full, 0.99);
  show(
    `as many calls of ${SERVICE_MS} ms as a worker serves (${FULL} at a time)`,
    'all are served',
    `${capacity.toFixed(0)} a second, p50 ${timeOf(full, 0.5)} ms, p99 ${p99} ms`,
  );
  return { capacity, p99 };
}

/** Floods the front for one account while another one calls now and then, and looks at what both are told. */
async function flood({ url, baseUrl, flooding, modest }: Setting, { capacity, p99 }: Full, factor: number) {
  const others = new Load(baseUrl, modest.key, MODEST, 0, [POOL]);
  const from = Date.now();
  const to = from + FLOOD_FOR_MS;
  const rate = factor * capacity;
  const flood = await arrive({ url, body: BODY, key: flooding.key, rate, forMs: FLOOD_FOR_MS });
  const beside = await others.stop();
  const calm = new Load(baseUrl, modest.key, MODEST, 0, [POOL]);
  await pause(NORMAL_AFTER_MS + 3 * SERVICE_MS);
  const after = await calm.stop();
  flooding.told.push(...flood);
  modest.told.push(...beside, ...after);

  const refused = notServed(flood);
  deepEqual(
    refused.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null),
    [],
  );
  ok(refused.length > 0, 'nothing was refused');
  ok(timeOf(refused, 0.5) <= REFUSED_WITHIN_MS, `refused after ${timeOf(refused, 0.5)} ms`);
  const good = goodput([...flood, ...beside], from + 2 * SERVICE_MS, to);
  ok(good >= GOODPUT * capacity, `${good} calls a second were served, ${capacity} at full load`);
  const taken = served(flood);
  ok(timeOf(taken, 0.5) <= SLOWER * p99, `answered after ${timeOf(taken, 0.5)} ms`);
  const refusedBeside = notServed(beside).length / beside.length;
  ok(refusedBeside <= 0.1, `${refusedBeside} of the calls of another account were refused`);
  const normal = after.filter(({ at }) => at >= to + NORMAL_AFTER_MS);
  ok(notServed(normal).length === 0, `${notServed(normal).length} were refused a second after`);
  ok(timeOf(normal, 0.5) <= p99, `${timeOf(normal, 0.5)} ms a second after`);
  show(
    `${factor} times as many calls as can be served`,
    `as many served as before (≥ ${GOODPUT * 100} %), p99 ≤ ${SLOWER} times that at full load; refused in ` +
      `${REFUSED_WITHIN_MS} ms, uncharged; another account is served; books exact`,
    `${Math.round((good / capacity) * 100)} % served, p50 ${timeOf(taken, 0.5)} ms, p99 ${timeOf(taken, 0.99)} ms; ` +
      `${refused.length} of ${flood.length} refused, p50 ${timeOf(refused, 0.5)} ms, p95 ${timeOf(refused, 0.95)} ms; ` +
      `${Math.round(refusedBeside * 100)} % of another account's`,
  );
}

describe('more calls come than can be served', () => {
  // What can be served changes from second to second where other tests take the machine meanwhile.
  itAtNight(
    'serves as many as before, refuses the others at once and uncharged, first of all those of who floods',
    async function () {
      this.timeout(400_000);
      const [engine] = engines;
      const { platform, store, storeUrl, newAccount } = await faultyPlatform(engine);
      const redis = await ownRedis(platform.environment);
      // Not through this process, which has its hands full with calls.
      const connections = { REDIS_URL: redis.url, MONGODB_URL: storeUrl() };
      const env = { ...platform.environment, ...connections, PORT: '0', METRICS_PORT: '0' };
      const front = new Child({ name: 'api', module: 'dist/api/main.js', env }, () => {});
      const module = 'dist/test/faults/harness/slow-worker.js';
      const worker = new Child({ name: 'worker', module, args: [redis.url, POOL, String(SERVICE_MS)], env }, () => {});
      try {
        const [{ port, metricsPort }] = await Promise.all([front.start(), worker.start()]);
        const baseUrl = `http://127.0.0.1:${port}`;
        const flooding: Caller = { ...(await newAccount()), told: [] };
        const modest: Caller = { ...(await newAccount()), told: [] };
        const callers = [flooding, modest];
        const setting = { url: baseUrl + PATH, baseUrl, flooding, modest };
        const full = await fill(setting);
        for (const factor of FACTORS) await flood(setting, full, factor);
        const metrics = samplesOf(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text());
        equal(
          sumOf(metrics, 'utility_api_step_seconds_count', { step: 'authenticate' }),
          served(callers.flatMap(({ told }) => told)).length,
          'something was done for what was refused',
        );
        for (const { account, told } of callers) await booksAgree(store, account, told);
      } finally {
        await front.stop(10_000);
        await worker.stop(10_000);
        await redis.stop();
      }
    },
  );
});
