import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { poolNames } from '../../shared/contract/pools.js';
import { projectFile } from '../../shared/process/project-file.js';
import { type Costs, readCosts } from './costs.js';
import { createPlan, readMix } from './plan.js';

const call = { endpoint: '/v1/x', calls: 1, frontMs: 0.3, redisMs: 0.06, storeMs: 0.12, redisCommands: 5 };
const each = { ...call, workerMs: 0.6, storeBytes: 100, redisBytesHeld: 0 };
const costs: Costs = {
  measured: '2026-01-05',
  machine: 'one that is easily reckoned with',
  connections: 1,
  pools: { compute: each, fetch: each, content: each, qr: { ...each, workerMs: 60 } },
};

describe('the capacity calculator', () => {
  it('plans for the target utilization of each core', () => {
    const plan = createPlan(costs, 10_000, { compute: 99, qr: 1 }, 0.6);
    equal(plan.fronts, 5);
    deepEqual(plan.workers, { compute: 10, fetch: 1, content: 1, qr: 10 });
    equal(plan.redisServers, 1);
    equal(plan.storeCores, 2);
    equal(plan.redisCommandsPerSecond, 50_000);
    equal(plan.storeBytesPerMonth, 10_000 * 100 * 86_400 * 30);
  });

  it('takes shares in any unit, and one process of each kind at least', () => {
    const halves = createPlan(costs, 1_000, { compute: 1, fetch: 1 });
    deepEqual(createPlan(costs, 1_000, { compute: 50, fetch: 50 }), halves);
    ok(poolNames.every((pool) => createPlan(costs, 0.1, { compute: 1 }).workers[pool] === 1));
  });

  it('refuses an empty mix, unknown pools and words', () => {
    for (const wrong of ['paint=5', 'compute', 'compute=much', '']) throws(() => readMix(wrong), RangeError, wrong);
    throws(() => createPlan(costs, 10, {}), RangeError);
    deepEqual(readMix('compute=60, qr=2.5'), { compute: 60, qr: 2.5 });
  });

  it('answers on the command line by the costs that were measured', () => {
    const args = ['--calls-per-second', '10000', '--mix', 'compute=60,fetch=25,content=10,qr=5'];
    const run = (more: string[]) =>
      execFileSync(process.execPath, [projectFile('dist/bench/plan/main.js'), ...args, ...more], { encoding: 'utf8' });
    const plan: unknown = JSON.parse(run(['--json']));
    const { measured, machine } = readCosts();
    const expected = createPlan(readCosts(), 10_000, { compute: 60, fetch: 25, content: 10, qr: 5 });
    deepEqual(plan, { ...expected, measured, machine });
    ok(run([]).includes(measured));
  });
});
