import { equal, ok } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { figuresOf } from '../../api/operator/overview.js';
import { addUp, availability, latencyQuantile, recentMinutes, Traffic } from '../../api/operator/traffic.js';
import type { TrafficSpan } from '../../shared/store/collections.js';
import { connectStore, type Store } from '../../shared/store/connect.js';
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
    store = connectStore(await stackConfig());
  });
  beforeEach(() => {
    clock = { now: () => NOON };
  });
  after(() => store.close());

  it('adds up what several fronts have counted, and restarts of one', async () => {
    const collection = fresh();
    for (const name of ['a', 'b', 'b-restarted']) {
      const front = new Traffic(collection, name, clock, noErrors);
      for (let call = 0; call < 10; call++) front.count({ isOurs: call === 0, ms: 5, charged: true });
      await front.write();
    }
    const { calls, failed, ratio } = await availability(collection, NOON);
    equal(calls, 30);
    equal(failed, 3);
    equal(ratio, 0.9);
    equal(addUp(NOON, await recentMinutes(collection, 60, NOON)).givenBack, 3);
  });

  it('counts a repeated write once, and goes on counting after it', async () => {
    const collection = fresh();
    const front = new Traffic(collection, 'a', clock, noErrors);
    for (let round = 1; round <= 4; round++) {
      front.count({ isOurs: false, ms: 5, charged: true });
      await Promise.all([front.write(), front.write()]);
      equal((await availability(collection, NOON)).calls, round);
    }
  });

  it('keeps what it counted while the store is away', async () => {
    const collection = fresh();
    let away = true;
    const unsteady = new Proxy(collection, {
      get: (target, name) =>
        name === 'bulkWrite' && away
          ? () => Promise.reject(new Error('the store is away'))
          : Reflect.get(target, name).bind(target),
    });
    const front = new Traffic(unsteady, 'a', clock, noErrors);
    front.count({ isOurs: true, ms: 5, charged: false });
    await front.write().then(
      () => ok(false, 'it was written'),
      () => {},
    );
    front.count({ isOurs: false, ms: 5, charged: true });
    away = false;
    await front.write();
    const { calls, failed } = await availability(collection, NOON);
    equal(`${failed} of ${calls}`, '1 of 2');
  });

  it('looks back 30 days, today included', async () => {
    const collection = fresh();
    for (const [daysAgo, status] of [
      [0, 200],
      [29, 503],
      [30, 503],
    ] as const) {
      clock = { now: () => new Date(NOON.getTime() - daysAgo * DAY_MS) };
      const front = new Traffic(collection, `front-${daysAgo}`, clock, noErrors);
      front.count({ isOurs: status >= 500, ms: 5, charged: true });
      await front.write();
    }
    equal((await availability(collection, NOON)).ratio, 0.5);
  });

  it('begins a new minute on the minute', async () => {
    const collection = fresh();
    const front = new Traffic(collection, 'a', { now: () => clock.now() }, noErrors);
    front.count({ isOurs: false, ms: 5, charged: true });
    clock = { now: () => new Date('2026-03-10T12:01:00Z') };
    front.count({ isOurs: false, ms: 5, charged: true });
    front.count({ isOurs: false, ms: 5, charged: true });
    await front.write();
    const minutes = await recentMinutes(collection, 3, clock.now());
    equal(minutes.map(({ calls }) => calls).join(' '), '0 1 2');
  });

  it('gives a throughput that is live: what came since the minute before began', async () => {
    const collection = fresh();
    const front = new Traffic(collection, 'a', { now: () => clock.now() }, noErrors);
    for (const [at, calls] of [
      ['2026-03-10T11:50:00Z', 1_000],
      ['2026-03-10T11:59:10Z', 600],
      ['2026-03-10T12:00:10Z', 300],
    ] as const) {
      clock = { now: () => new Date(at) };
      for (let call = 0; call < calls; call++) front.count({ isOurs: false, ms: 5, charged: true });
    }
    await front.write();
    const overview = {
      minutes: await recentMinutes(collection, 60, NOON),
      availability: undefined,
      openHolds: undefined,
      deliveries: undefined,
    };
    const [throughput] = figuresOf(
      { ...overview, pools: [], breakers: [], runs: [], wrongClocks: [], refunds: 0 },
      NOON,
    );
    equal(throughput?.value, '10/s', '900 calls in 90 s');
  });

  it('gives quantiles that lie between the true ones of the edges around them', async () => {
    const collection = fresh();
    const front = new Traffic(collection, 'a', clock, noErrors);
    for (let ms = 1; ms <= 1_000; ms++) front.count({ isOurs: false, ms, charged: true });
    await front.write();
    const all = addUp(NOON, await recentMinutes(collection, 1, NOON));
    // The durations are even, so interpolation must find each quantile but for the width of one call.
    for (const share of [0.05, 0.5, 0.9, 0.95, 0.99]) {
      const found = latencyQuantile(all, share) ?? 0;
      ok(Math.abs(found - share * 1_000) <= 1, `${share}: ${found} ms`);
    }
    equal(latencyQuantile(addUp(NOON, []), 0.5), undefined);
  });
});
