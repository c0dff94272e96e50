import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { Child } from '../../embedded/child.js';
import { type ChoreQueues, orderChore } from '../../scheduler/order-chore.js';
import { systemClock } from '../../shared/process/clock.js';
import { declared } from '../../shared/process/metrics/table.js';
import { connectRedis, type Redis, whenReady } from '../../shared/process/redis.js';
import { type Chore, refreshRates } from '../../shared/queue/chores.js';
import type { ChoreData } from '../../shared/queue/job.js';
import { openQueues } from '../../shared/queue/queues.js';
import { scrape, sumOf } from '../helpers/scrape.js';
import type { ScriptedFront } from '../helpers/scripted-workers.js';
import { sharedFront } from '../helpers/shared-front.js';
import { call, eventually, newAccount, stack } from '../helpers/stack.js';

describe('the refresh of the rates', () => {
  const signal = new AbortController().signal;

  describe('of a running platform', () => {
    before(stack);

    it('is ordered by the scheduler, which asks no upstream itself', async () => {
      const done = { task: 'refresh-rates', outcome: 'done' };
      const samples = await eventually(
        () => scrape('scheduler'),
        (found) => sumOf(found, declared.runs.name, done) > 0,
      );
      ok(sumOf(samples, declared.runs.name, done) > 0);
      const names = new Set(samples.map(({ name }) => name));
      const { upstreamCalls, upstreamAnswers, breakers } = declared;
      deepEqual(
        [upstreamCalls, upstreamAnswers, breakers].filter(({ name }) => names.has(name)),
        [],
      );
    });

    it('is done by a worker of the fetch pool', async () => {
      const { platform } = await stack();
      const redis = connectRedis(platform.redisUrl, 'producer', () => {});
      await whenReady(redis, 30_000);
      const asked = async () =>
        sumOf(await scrape('worker:fetch'), declared.upstreamCalls.name, { upstream: 'rates-primary', result: 'ok' });
      const queues = openQueues<ChoreData, unknown>(redis, () => {});
      const before = await asked();
      // The first order may join a refresh of the scheduler's that has asked already.
      const refreshed = async () => {
        await orderChore(refreshRates, { queues, queueClock: systemClock, signal });
        return asked();
      };
      ok((await eventually(refreshed, (now) => now > before)) > before);
      redis.disconnect();
    });

    it("is nobody's to call", async () => {
      const { key } = await newAccount();
      equal((await call(`/v1/${refreshRates.id}`, {}, { key })).status, 404);
    });
  });

  describe('without a worker', () => {
    let front: ScriptedFront;
    let redis: Redis;
    let queues: ChoreQueues;
    before(async () => {
      front = await sharedFront();
      redis = connectRedis(front.redisUrl, 'producer', () => {});
      await whenReady(redis, 30_000);
      queues = openQueues<ChoreData, unknown>(redis, () => {});
    });
    after(async () => {
      redis.disconnect();
      await front.stop();
    });

    const startWorker = async () => {
      const { platform } = await stack();
      const env = { ...platform.environment, REDIS_URL: front.redisUrl };
      const worker = new Child(
        { name: 'worker:fetch', module: 'dist/workers/main.js', args: ['fetch'], env },
        () => {},
      );
      await worker.start();
      return worker;
    };

    it('waits in the queue of the fetch pool, behind callers, and is done once for all who ordered it', async () => {
      const orders = [
        orderChore(refreshRates, { queues, queueClock: systemClock, signal }),
        orderChore(refreshRates, { queues, queueClock: systemClock, signal }),
      ];
      const waiting = await eventually(
        () => queues.fetch.getPrioritized(),
        (jobs) => jobs.length > 0,
      );
      deepEqual(
        waiting.map(({ name, data }) => [name, data]),
        [[refreshRates.id, { chore: refreshRates.id }]],
      );
      equal(await queues.fetch.getWaitingCount(), 0, 'it does not count as a call that waits');
      const before = await queues.fetch.getCompletedCount();
      const worker = await startWorker();
      try {
        const [one, other] = await Promise.all(orders);
        deepEqual(Object.keys(one ?? {}), ['primary', 'secondary', 'central_bank']);
        deepEqual(other, one);
        equal(await queues.fetch.getCompletedCount(), before + 1);

        const again = await orderChore(refreshRates, { queues, queueClock: systemClock, signal });
        deepEqual(Object.keys(again), ['primary', 'secondary', 'central_bank']);
        equal(await queues.fetch.getCompletedCount(), before + 2, 'what is over is done anew');

        const unknown: Chore = { ...refreshRates, id: 'currency/unknown' };
        await rejects(orderChore(unknown, { queues, queueClock: systemClock, signal }), /does no currency\/unknown/);
      } finally {
        await worker.stop(10_000);
      }
    });

    it('is not waited for by a scheduler that stops', async () => {
      const stopping = new AbortController();
      const order = orderChore(refreshRates, { queues, queueClock: systemClock, signal: stopping.signal });
      await eventually(
        () => queues.fetch.getPrioritizedCount(),
        (count) => count > 0,
      );
      stopping.abort();
      await rejects(order, { name: 'AbortError' });
    });
  });
});
