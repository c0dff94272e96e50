import { equal, ok } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { nanoid } from 'nanoid';
import { runTasks, type SharedContext } from '../../scheduler/run-tasks.js';
import type { TaskContext } from '../../scheduler/tasks.js';
import { systemClock } from '../../shared/process/clock.js';
import { createLogger } from '../../shared/process/log.js';
import { readLastRuns } from '../../shared/process/metrics/published-status.js';
import { connectRedis, type Redis, whenReady } from '../../shared/process/redis.js';
import type { ScheduledTask } from '../../shared/process/scheduled-task.js';
import { parsePartitions } from '../../shared/queue/queues.js';
import { Disks } from '../../shared/storage/disks.js';
import { eventually, stack, stackConfig } from '../helpers/stack.js';

const RUNS = 2;

describe('the tasks of schedulers', () => {
  let redis: Redis;
  let context: SharedContext<TaskContext>;
  const logged: { task?: string; msg: string }[] = [];

  before(async () => {
    const { platform, store } = await stack();
    const config = await stackConfig();
    redis = connectRedis(platform.redisUrl, 'producer', () => {});
    await whenReady(redis, 30_000);
    const log = createLogger('test', { LOG_LEVEL: 'silent', LOG_PRETTY: false });
    log.error = (fields: object, msg?: string) => void logged.push({ ...fields, msg: String(msg) });
    context = {
      store,
      config,
      disks: new Disks(config),
      payments: undefined,
      redis,
      jobs: { send: () => Promise.reject(new Error('no jobs are expected')), settled: () => {} },
      partitions: parsePartitions(),
      clock: systemClock,
      queueClock: systemClock,
      log,
    };
  });
  after(() => redis.disconnect());

  const everySecond = (run: ScheduledTask['run']): ScheduledTask<TaskContext> => ({
    name: `test-${nanoid()}`,
    schedule: '* * * * * *',
    run,
  });

  it('run each tick once on two schedulers', async () => {
    let running = 0;
    let most = 0;
    let runs = 0;
    const task = everySecond(async () => {
      running += 1;
      most = Math.max(most, running);
      runs += 1;
      await pause(200);
      running -= 1;
      return {};
    });
    const began = Date.now();
    const schedules = [runTasks([task], context), runTasks([task], context)];
    await eventually(
      async () => runs,
      (times) => times >= RUNS,
    );
    await Promise.all(schedules.map(({ stop }) => stop()));

    equal(most, 1);
    const ticks = Math.floor(Date.now() / 1_000) - Math.floor(began / 1_000);
    ok(runs <= ticks, `${runs} runs at ${ticks} ticks`);
  });

  it('that fail are logged by name, shown to operators, and run again at their next time', async () => {
    let runs = 0;
    const outcomes: (string | undefined)[] = [];
    const task = everySecond(async () => {
      runs += 1;
      if (runs === 1) throw new Error('no');
      outcomes.push((await readLastRuns(redis)).find(({ task: name }) => name === task.name)?.outcome);
      return {};
    });
    const { stop } = runTasks([task], context);
    await eventually(
      async () => outcomes.length,
      (times) => times > 0,
    );
    await stop();
    equal(outcomes[0], 'failed');
    equal(logged.filter(({ task: name, msg }) => name === task.name && msg === 'task failed').length, 1);
  });

  it('skip items that fail, and count as failed', async () => {
    const done: number[] = [];
    const task = everySecond(async ({ each }) => {
      await each([1, 2, 3], String, async (item) => {
        if (item === 2) throw new Error('no');
        done.push(item);
      });
      return {};
    });
    const { stop } = runTasks([task], context);
    const runs = await eventually(
      async () => (await readLastRuns(redis)).find(({ task: name }) => name === task.name),
      (run) => run !== undefined,
    );
    await stop();
    equal(runs?.outcome, 'failed');
    equal(done.slice(0, 2).join(), '1,3');
    ok(logged.some(({ task: name, msg }) => name === task.name && msg === 'task item failed'));
  });
});
