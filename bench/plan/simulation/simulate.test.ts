import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import type { Costs } from '../costs.js';
import { readFailure } from './command.js';
import type { Scenario } from './scenario.js';
import { simulate } from './simulate.js';

const nothing = { endpoint: '/v1/x', calls: 1, frontMs: 0, workerMs: 0, redisMs: 0, storeMs: 0 };
const call = { ...nothing, redisCommands: 0, storeBytes: 0, redisBytesHeld: 0 };
const poolsOf = (costs: Partial<typeof call>): Costs['pools'] => {
  const one = { ...call, ...costs };
  return { compute: one, fetch: one, content: one, qr: one };
};

const plain: Scenario = {
  ...{ seed: '1', load: { callsPerSecond: 1_000 }, mix: { compute: 1 }, costs: poolsOf({}) },
  ...{ fronts: 1, workers: { compute: 1, fetch: 1, content: 1, qr: 1 }, partitions: 1, redisServers: 1, storeCores: 1 },
  ...{ forMs: 10_000, stretchMs: 1_000, failures: [] },
};

/** Enough of everything for some 2,000 calls a second over 40 partitions. */
const partitions: Scenario = {
  ...plain,
  load: { callsPerSecond: 2_000 },
  costs: poolsOf({ frontMs: 0.8, workerMs: 1, redisMs: 4, storeMs: 0.4 }),
  ...{
    fronts: 4,
    workers: { ...plain.workers, compute: 4 },
    partitions: 40,
    redisServers: 20,
    storeCores: 2,
    forMs: 2_500,
  },
};

describe('the simulation of a platform', () => {
  it('has calls wait for a worker as long as the theory of queues says', () => {
    // One server, arrivals and work exponential: the time in it is work ÷ (1 − share of the time in which it is busy).
    const { meanMs, busy, ends, calls } = simulate({ ...plain, costs: poolsOf({ workerMs: 0.5 }) });
    ok(Math.abs(meanMs - 1) < 0.1, `${meanMs} ms`);
    ok(Math.abs(busy.compute - 0.5) < 0.02, `busy ${busy.compute}`);
    deepEqual(ends, { answered: calls, refused: 0, lost: 0, late: 0 });
  });

  it('has processes that share processors do as much as these can', () => {
    const costs = poolsOf({ frontMs: 0.4, workerMs: 0.3, redisMs: 0.2, storeMs: 0.1 });
    const shared = { ...plain, load: { callers: 16, callerMs: 0 }, costs, processors: { count: 1, speed: 0.5 } };
    const { perSecond, meanMs } = simulate(shared);
    ok(Math.abs(perSecond - 500) < 25, `${perSecond} calls a second on half a processor`);
    ok(Math.abs(meanMs - 32) < 2, `${meanMs} ms: 16 callers at 500 a second`);
  });

  it('tells the same for the same seed, and of every call what became of it', () => {
    const failing = {
      ...partitions,
      failures: [readFailure('redis@0.5+0.5'), readFailure('compute@1+1'), readFailure('front@1.5+0.5')],
    };
    const outcome = simulate(failing);
    deepEqual(simulate(failing), outcome);
    const { answered, refused, lost, late } = outcome.ends;
    equal(answered + refused + lost + late, outcome.calls);
    ok(simulate({ ...failing, seed: '2' }).meanMs !== outcome.meanMs);
  });

  it('loses with one of 20 servers what was under way or sent there before that was noticed, and nothing else', () => {
    const { ends, stretches } = simulate({ ...partitions, failures: [readFailure('redis@1+0.5')] });
    // A twentieth of 2,000 calls a second for a quarter of a second, and the few that were under way.
    ok(ends.lost >= 15 && ends.lost <= 50, `${ends.lost} lost`);
    deepEqual([ends.refused, ends.late], [0, 0]);
    deepEqual(
      stretches
        .filter(({ ends: of }) => of.lost > 0)
        .map(({ fromMs }) => fromMs)
        .filter((fromMs) => fromMs > 1_000),
      [],
    );
  });

  it('has others take over the jobs of a worker that dies, within their deadline', () => {
    const { ends, calls } = simulate({ ...partitions, failures: [readFailure('compute@1+1')] });
    deepEqual(ends, { answered: calls, refused: 0, lost: 0, late: 0 });
  });

  it('refuses what comes beyond what can be served', () => {
    const { ends, perSecond } = simulate({ ...partitions, load: { callsPerSecond: 8_000 } });
    ok(ends.refused > 0 && ends.late === 0);
    ok(
      perSecond > 3_600 && perSecond < 4_500,
      `${perSecond} of 4,000 that its workers can do, and what waited at the end`,
    );
  });

  it('knows what can die', () => {
    deepEqual(readFailure('redis@3+0.5'), { kind: 'redis', atMs: 3_000, forMs: 500 });
    for (const wrong of ['paint@3+2', 'redis', 'redis@3', 'redis@x+1']) throws(() => readFailure(wrong), RangeError);
  });
});
