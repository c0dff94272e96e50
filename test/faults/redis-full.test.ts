import { setTimeout as pause } from 'node:timers/promises';
import { connectRedis, whenReady } from '../../shared/process/redis.js';
import { nightlyOrDaily } from '../helpers/scale.js';
import { engines } from './harness/engine.js';
import { survives } from './harness/outage.js';
import { faultyPlatform } from './harness/platform.js';

const FULL_MS = nightlyOrDaily(8_000, 1_000);

describe('Redis has no memory left under load', () => {
  it('refuses requests at once, serves again when it has, and charges what was served', async () => {
    const [engine] = engines;
    const faulty = await faultyPlatform(engine);
    const redis = connectRedis(faulty.platform.redisUrl, 'producer', () => {});
    await whenReady(redis, 30_000);
    const [, usual = '0'] = (await redis.config('GET', 'maxmemory')) as string[];
    try {
      await survives(faulty, {
        name: `Redis at maxmemory for ${FULL_MS / 1_000} s`,
        // A call that was being computed could not be answered: its reply takes memory.
        mayAnswer: [504],
        async begin() {
          await redis.config('SET', 'maxmemory', '1');
        },
        async end() {
          await pause(FULL_MS);
          await redis.config('SET', 'maxmemory', usual);
        },
      });
    } finally {
      await redis.config('SET', 'maxmemory', usual);
      redis.disconnect();
    }
  });
});
