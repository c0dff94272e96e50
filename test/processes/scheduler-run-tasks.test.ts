import { equal, ok } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import type { SharedContext, Task } from '../../scheduler/run-tasks.js';
import { runTasks } from '../../scheduler/run-tasks.js';
import { systemClock } from '../../shared/process/clock.js';
import { readConfig } from '../../shared/process/config.js';
import { createLogger } from '../../shared/process/log.js';
import { connectRedis, whenReady } from '../../shared/process/redis.js';
import { Disks } from '../../shared/storage/disks.js';
import { eventually, stack } from '../helpers/stack.js';

const RUNS = 4;

describe('two schedulers', () => {
  it('run each tick of a task once', async () => {
    const { platform, store } = await stack();
    const config = readConfig(platform.environment);
    const redis = connectRedis(platform.redisUrl, 'producer', () => {});
    await whenReady(redis, 30_000);
    const context: SharedContext = {
      store,
      config,
      disks: new Disks(config),
      payments: undefined,
      redis,
      jobs: { send: () => Promise.reject(new Error('no jobs are expected')), settled: () => {} },
      lanes: [],
      clock: systemClock,
      queueClock: systemClock,
      log: createLogger('test', { LOG_LEVEL: 'silent', LOG_PRETTY: false }),
    };
    let running = 0;
    let most = 0;
    const starts: number[] = [];
    const task: Task = {
      name: `test-${nanoid()}`,
      schedule: '* * * * * *',
      atStart: false,
      async run() {
        running += 1;
        most = Math.max(most, running);
        starts.push(Date.now());
        await new Promise((resolve) => setTimeout(resolve, 200));
        running -= 1;
        return {};
      },
    };
    const stops = [runTasks([task], context), runTasks([task], context)];
    const runs = await eventually(
      async () => starts.length,
      (times) => times >= RUNS,
    );
    await Promise.all(stops.map((stop) => stop()));
    redis.disconnect();

    equal(most, 1);
    ok(runs >= RUNS, `it ran ${runs} times`);
    const pauses = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
    ok(Math.min(...pauses) > 500, `a tick was done twice: ${pauses.join(', ')} ms between the runs`);
  });
});
