import { deepEqual, equal, ok } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { Child } from '../../embedded/child.js';
import { pools } from '../../shared/contract/pools.js';
import { startPrivateRedis } from '../helpers/private-redis.js';
import { itNightly } from '../helpers/scale.js';
import { parseSamples, sumSamples } from '../helpers/scrape.js';
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
/** Run time of a job, in ms, so that the capacity does not depend on the load of this machine. */
const RUN_MS = 400;
/** Clients that keep the worker busy all the time. */
const BUSY = 2 * pools[POOL].concurrency;
const MEASURED_FOR_MS = 5_000;
const FLOOD_FOR_MS = 20_000;
/** Clients of another account during a flood. */
const OTHERS = 2;

const REFUSED_WITHIN_MS = 50;
const GOODPUT = 0.95;

interface Caller {
  account: string;
  key: string;
  told: Told[];
}

const served = (told: readonly Told[]) => told.filter(({ status }) => status === 200);
const refused = (told: readonly Told[]) => told.filter(({ status }) => status !== 200);
const findQuantile = (told: readonly Told[], share: number) =>
  quantile(
    told.map(({ ms }) => ms),
    share,
  );

/** Returns the requests served per second between two instants. */
const goodput = (told: readonly Told[], from: number, to: number): number =>
  (served(told).filter(({ at, ms }) => at + ms >= from && at + ms < to).length / (to - from)) * 1_000;

/** Measures the capacity, in requests per second. */
async function measureCapacity(baseUrl: string, caller: Caller): Promise<number> {
  const load = new Load(baseUrl, caller.key, BUSY, 0, [POOL]);
  await eventually(
    async () => load.served(),
    (requests) => requests >= 2 * BUSY,
  );
  const from = Date.now();
  await pause(MEASURED_FOR_MS);
  const told = await load.stop();
  caller.told.push(...told);
  deepEqual(refused(told), []);
  return goodput(told, from, from + MEASURED_FOR_MS);
}

/** Floods the pool from one account while another one sends a few requests. */
async function flood(baseUrl: string, flooding: Caller, other: Caller, capacity: number, factor: number) {
  const others = new Load(baseUrl, other.key, OTHERS, 0, [POOL]);
  const from = Date.now();
  const told = await arrive({
    url: baseUrl + PATH,
    body: BODY,
    key: flooding.key,
    rate: factor * capacity,
    forMs: FLOOD_FOR_MS,
  });
  const beside = await others.stop();
  flooding.told.push(...told);
  other.told.push(...beside);

  const shed = refused(told);
  ok(shed.length > 0, 'nothing was refused');
  deepEqual(
    shed.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null),
    [],
  );
  ok(findQuantile(shed, 0.5) <= REFUSED_WITHIN_MS, `refused after ${findQuantile(shed, 0.5)} ms`);
  const good = goodput([...told, ...beside], from + 2 * RUN_MS, from + FLOOD_FOR_MS);
  ok(good >= GOODPUT * capacity, `${good} requests per second were served of ${capacity}`);
  deepEqual(refused(beside), [], 'requests of the other account were refused');
  show(
    `${factor} times as many calls as can be served`,
    `as many served as before (≥ ${GOODPUT * 100} %), the others refused in ${REFUSED_WITHIN_MS} ms, uncharged; another account is served; books exact`,
    `${Math.round((good / capacity) * 100)} % served, p50 ${findQuantile(served(told), 0.5)} ms, p99 ${findQuantile(served(told), 0.99)} ms; ` +
      `${shed.length} of ${told.length} refused, p50 ${findQuantile(shed, 0.5)} ms, p95 ${findQuantile(shed, 0.95)} ms`,
  );
}

describe('overload', () => {
  // The capacity changes from second to second while other tests share the machine.
  itNightly('sheds load at once and without charge, and serves as much as before', async function () {
    this.timeout(400_000);
    const [engine] = engines;
    const { platform, store, storeUrl, newAccount } = await faultyPlatform(engine);
    const redis = await startPrivateRedis(platform.environment);
    const connections = { REDIS_URL: redis.url, MONGODB_URL: storeUrl() };
    const env = { ...platform.environment, ...connections, PORT: '0', METRICS_PORT: '0' };
    const front = new Child({ name: 'api', module: 'dist/api/main.js', env }, () => {});
    const module = 'dist/test/faults/harness/slow-worker.js';
    const worker = new Child({ name: 'worker', module, args: [redis.url, POOL, String(RUN_MS)], env }, () => {});
    try {
      const [{ port, metricsPort }] = await Promise.all([front.start(), worker.start()]);
      const baseUrl = `http://127.0.0.1:${port}`;
      const flooding: Caller = { ...(await newAccount()), told: [] };
      const other: Caller = { ...(await newAccount()), told: [] };
      const capacity = await measureCapacity(baseUrl, flooding);
      for (const factor of [2, 5, 20]) await flood(baseUrl, flooding, other, capacity, factor);
      const metrics = parseSamples(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text());
      const passed = sumSamples(metrics, 'utility_api_step_seconds_count', { step: 'limit' });
      const shed = sumSamples(metrics, 'utility_api_calls_shed_total', { pool: POOL });
      equal(passed + shed, flooding.told.length + other.told.length);
      for (const { account, told } of [flooding, other]) await booksAgree(store, account, told);
    } finally {
      await front.stop(10_000);
      await worker.stop(10_000);
      await redis.stop();
    }
  });
});
