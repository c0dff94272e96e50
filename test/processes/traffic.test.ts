import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { buildFigures } from '../../features/console/overview.js';
import { DailyFigures } from '../../features/docs/status/daily-figures.js';
import { statusView } from '../../features/docs/status/view.js';
import type { TrafficSpan } from '../../features/monitoring/collections.js';
import { TrafficRecorder } from '../../features/monitoring/record-traffic.js';
import { readAvailability, readRecentMinutes, sumTraffic } from '../../features/monitoring/traffic.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import type { PoolName } from '../../shared/contract/pools.js';
import { computeLatencyQuantile } from '../../shared/process/metrics/latency.js';
import { connectWithLongTimeouts, type Store } from '../../shared/store/connect.js';
import { stackConfig } from '../helpers/stack.js';

const NOON = new Date('2026-03-10T12:00:30Z');
const DAY_MS = 24 * 3_600_000;

describe('the traffic of all fronts', () => {
  let store: Store;
  let clock: { now(): Date };
  const fresh = () => store.db.collection<TrafficSpan>(`traffic-${nanoid()}`);
  const noErrors = (error: unknown) => {
    throw error;
  };

  before(async () => {
    store = connectWithLongTimeouts(await stackConfig());
  });
  beforeEach(() => {
    clock = { now: () => NOON };
  });
  after(() => store.close());

  it('adds up the counts of several fronts, also after one restarts', async () => {
    const collection = fresh();
    for (const name of ['a', 'b', 'b-restarted']) {
      const front = new TrafficRecorder(collection, name, clock, noErrors);
      for (let call = 0; call < 10; call++)
        front.count({ pool: 'compute', isServerFault: call === 0, ms: 5, charged: true });
      await front.write();
    }
    const { calls, failed, ratio } = await readAvailability(collection, NOON);
    equal(calls, 30);
    equal(failed, 3);
    equal(ratio, 0.9);
    equal(sumTraffic(NOON, await readRecentMinutes(collection, 60, NOON)).givenBack, 3);
  });

  it('counts a repeated write once, and goes on counting after it', async () => {
    const collection = fresh();
    const front = new TrafficRecorder(collection, 'a', clock, noErrors);
    for (let round = 1; round <= 4; round++) {
      front.count({ pool: 'compute', isServerFault: false, ms: 5, charged: true });
      await Promise.all([front.write(), front.write()]);
      equal((await readAvailability(collection, NOON)).calls, round);
    }
  });

  it('keeps its counts while the store is unavailable', async () => {
    const collection = fresh();
    let away = true;
    const unsteady = new Proxy(collection, {
      get: (target, name) =>
        name === 'bulkWrite' && away
          ? () => Promise.reject(new Error('the store is unavailable'))
          : Reflect.get(target, name).bind(target),
    });
    const front = new TrafficRecorder(unsteady, 'a', clock, noErrors);
    front.count({ pool: 'compute', isServerFault: true, ms: 5, charged: false });
    await front.write().then(
      () => ok(false, 'it was written'),
      () => {},
    );
    front.count({ pool: 'compute', isServerFault: false, ms: 5, charged: true });
    away = false;
    await front.write();
    const { calls, failed } = await readAvailability(collection, NOON);
    equal(`${failed} of ${calls}`, '1 of 2');
  });

  it('is reported by day and pool over 90 days, for all fronts together', async () => {
    const collection = fresh();
    const count = async (
      daysAgo: number,
      name: string,
      pool: PoolName,
      calls: { failed: number; served: number; ms: number },
    ) => {
      clock = { now: () => new Date(NOON.getTime() - daysAgo * DAY_MS) };
      const front = new TrafficRecorder(collection, name, clock, noErrors);
      for (let call = 0; call < calls.failed; call++)
        front.count({ pool, isServerFault: true, ms: calls.ms, charged: true });
      for (let call = 0; call < calls.served; call++)
        front.count({ pool, isServerFault: false, ms: calls.ms, charged: true });
      await front.write();
    };
    await count(0, 'a', 'compute', { failed: 1, served: 1, ms: 5 });
    await count(0, 'b', 'compute', { failed: 0, served: 2, ms: 50 });
    await count(0, 'b-restarted', 'qr', { failed: 0, served: 1, ms: 5 });
    await count(89, 'a', 'compute', { failed: 0, served: 3, ms: 5 });
    await count(90, 'a', 'compute', { failed: 7, served: 0, ms: 5 });
    const days = await new DailyFigures(collection, { now: () => NOON }).read();
    equal(days.length, 90);
    deepEqual([days[0]?.day, days[89]?.day], ['2025-12-11', '2026-03-10']);
    deepEqual(
      days
        .map(({ pools: { compute, ...others } }) => [compute?.calls, compute?.failed, Object.keys(others)])
        .filter(([calls]) => calls),
      [
        [3, 0, []],
        [4, 1, ['qr']],
      ],
    );
    const { compute } = days[89]?.pools ?? {};
    ok(compute && (computeLatencyQuantile(compute, 0.95) ?? 0) > 30, 'the slow calls of the other front are in it');
    const { pools, rows } = statusView(days, { content: 1, fetch: 1, qr: 1, compute: 0 }, catalogue);
    const shown = pools.find(({ title }) => title === 'Calculations');
    deepEqual([shown?.availability, shown?.state], ['85.714%', 'down'], '6 of 7');
    deepEqual(
      rows.map(({ day, availability }) => [day, availability]),
      [
        ['2026-03-10', '100.000%'],
        ['2026-03-10', '75.000%'],
        ['2025-12-11', '100.000%'],
      ],
    );
  });

  it('is unknown while the store is unavailable, and the status page says so', () => {
    const { now, isKnown, pools } = statusView(undefined, { content: 1, fetch: 1, qr: 1, compute: 1 }, catalogue);
    deepEqual([isKnown, now.good, pools.some(({ hasCalls }) => hasCalls)], [false, false, false]);
    match(now.says, /database is unavailable/);
    match(statusView([], undefined, catalogue).now.says, /queue is unavailable/);
  });

  it('is read again for today, and once for past days', async () => {
    const collection = fresh();
    clock = { now: () => new Date(NOON.getTime() - DAY_MS) };
    const yesterday = new TrafficRecorder(collection, 'a', clock, noErrors);
    yesterday.count({ pool: 'compute', isServerFault: false, ms: 5, charged: true });
    await yesterday.write();
    const figures = new DailyFigures(collection, { now: () => NOON });
    const readCalls = async () => (await figures.read()).slice(-2).map(({ pools }) => pools.compute?.calls);
    deepEqual(await readCalls(), [1, undefined]);
    clock = { now: () => NOON };
    const today = new TrafficRecorder(collection, 'a', clock, noErrors);
    today.count({ pool: 'compute', isServerFault: false, ms: 5, charged: true });
    await Promise.all([today.write(), collection.deleteOne({ _id: { $regex: /^day 2026-03-09/ } })]);
    deepEqual(await readCalls(), [1, 1]);
  });

  it('looks back 30 days, today included', async () => {
    const collection = fresh();
    for (const [daysAgo, status] of [
      [0, 200],
      [29, 503],
      [30, 503],
    ] as const) {
      clock = { now: () => new Date(NOON.getTime() - daysAgo * DAY_MS) };
      const front = new TrafficRecorder(collection, `front-${daysAgo}`, clock, noErrors);
      front.count({ pool: 'compute', isServerFault: status >= 500, ms: 5, charged: true });
      await front.write();
    }
    equal((await readAvailability(collection, NOON)).ratio, 0.5);
  });

  it('begins a new minute on the minute', async () => {
    const collection = fresh();
    const front = new TrafficRecorder(collection, 'a', { now: () => clock.now() }, noErrors);
    front.count({ pool: 'compute', isServerFault: false, ms: 5, charged: true });
    clock = { now: () => new Date('2026-03-10T12:01:00Z') };
    front.count({ pool: 'compute', isServerFault: false, ms: 5, charged: true });
    front.count({ pool: 'compute', isServerFault: false, ms: 5, charged: true });
    await front.write();
    const minutes = await readRecentMinutes(collection, 3, clock.now());
    equal(minutes.map(({ calls }) => calls).join(' '), '0 1 2');
  });

  it('has a live throughput, since the beginning of the previous minute', async () => {
    const collection = fresh();
    const front = new TrafficRecorder(collection, 'a', { now: () => clock.now() }, noErrors);
    for (const [at, calls] of [
      ['2026-03-10T11:50:00Z', 1_000],
      ['2026-03-10T11:59:10Z', 600],
      ['2026-03-10T12:00:10Z', 300],
    ] as const) {
      clock = { now: () => new Date(at) };
      for (let call = 0; call < calls; call++)
        front.count({ pool: 'compute', isServerFault: false, ms: 5, charged: true });
    }
    await front.write();
    const overview = {
      minutes: await readRecentMinutes(collection, 60, NOON),
      availability: undefined,
      openHolds: undefined,
      deliveries: undefined,
    };
    const [throughput] = buildFigures({ ...overview, spending: [] }, NOON);
    equal(throughput?.value, '10/s', '900 calls in 90 s');
  });

  it('has quantiles within the buckets of the true ones', async () => {
    const collection = fresh();
    const front = new TrafficRecorder(collection, 'a', clock, noErrors);
    for (let ms = 1; ms <= 1_000; ms++) front.count({ pool: 'compute', isServerFault: false, ms, charged: true });
    await front.write();
    const all = sumTraffic(NOON, await readRecentMinutes(collection, 1, NOON));
    // The durations are even, so interpolation must find each quantile but for the width of one call.
    for (const share of [0.05, 0.5, 0.9, 0.95, 0.99]) {
      const found = computeLatencyQuantile(all, share) ?? 0;
      ok(Math.abs(found - share * 1_000) <= 1, `${share}: ${found} ms`);
    }
    equal(computeLatencyQuantile(sumTraffic(NOON, []), 0.5), undefined);
  });
});
