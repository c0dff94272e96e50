import { equal, ok } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { runTasks } from '../../scheduler/run-tasks.js';
import type { Task, TaskContext } from '../../scheduler/task.js';
import { systemClock } from '../../shared/clock.js';
import { createLogger } from '../../shared/log.js';
import { connectRedis, whenReady } from '../../shared/redis.js';
import { stack, stackConfig } from '../helpers/stack.js';

describe('two schedulers', () => {
  it('do each tick of a task once', async () => {
    const { platform, store } = await stack();
    const config = await stackConfig();
    const redis = connectRedis(platform.redisUrl, 'producer', () => {});
    await whenReady(redis, 5_000);
    const context: TaskContext = {
      config,
      store,
      redis,
      clock: systemClock,
      log: createLogger('test', { LOG_LEVEL: 'silent', LOG_PRETTY: false }),
    };
    let running = 0;
    let most = 0;
    const seconds: number[] = [];
    const task: Task = {
      name: `test-${nanoid()}`,
      schedule: '* * * * * *',
      atStart: false,
      async run() {
        running += 1;
        most = Math.max(most, running);
        seconds.push(Math.round(Date.now() / 1_000));
        await new Promise((resolve) => setTimeout(resolve, 200));
        running -= 1;
        return {};
      },
    };
    const stops = [runTasks([task], context), runTasks([task], context)];
    await new Promise((resolve) => setTimeout(resolve, 4_200));
    await Promise.all(stops.map((stop) => stop()));
    redis.disconnect();

    equal(most, 1);
    ok(seconds.length >= 2 && seconds.length <= 5, `it ran ${seconds.length} times in four seconds`);
    equal(new Set(seconds).size, seconds.length, 'a second had two runs');
  });
});
