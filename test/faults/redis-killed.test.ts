import { setTimeout as pause } from 'node:timers/promises';
import { nightlyOrDaily } from '../helpers/scale.js';
import { engines } from './harness/engine.js';
import { survives } from './harness/outage.js';
import { faultyPlatform } from './harness/platform.js';
import { whenBack } from './harness/redis.js';

const AWAY_MS = nightlyOrDaily(8_000, 0);

describe('Redis is killed under load and comes back', () => {
  it('refuses requests at once, serves again, and charges what was served', async () => {
    const [engine] = engines;
    const faulty = await faultyPlatform(engine);
    const { platform, redis } = faulty;
    let isOver = false;
    /** It is back within a second, in which few may have called: it is killed until enough have been refused. */
    const killAgain = async () => {
      while (!isOver) {
        try {
          redis.kill();
        } catch {
          // It serves again, and has not told yet as which process.
        }
        await pause(20);
        await whenBack(platform.redisUrl);
      }
    };
    let killing: Promise<void>;
    await survives(faulty, {
      name: `Redis killed again and again${nightlyOrDaily(` for ${AWAY_MS / 1_000} s`, '')}`,
      // A call that was being computed may have had no time left when its worker could go on.
      mayAnswer: [504],
      async begin() {
        killing = killAgain();
      },
      async end() {
        await pause(AWAY_MS);
        isOver = true;
        await killing;
      },
    });
  });
});
