import { deepEqual, ok } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { systemClock } from '../../shared/process/clock.js';
import { connectRedis, whenReady } from '../../shared/process/redis.js';
import { redisKey } from '../../shared/process/redis-keys.js';
import { readCache, writeCache } from '../../workers/lib/upstream/cache.js';
import { startPrivateRedis } from '../helpers/private-redis.js';

const KiB = 1024;
const HOUR_MS = 3_600_000;
const bound = { name: 'test', bytes: 400 * KiB };

describe('cached upstream responses', () => {
  it('take no more memory than they may: the oldest make room, and other caches keep theirs', async () => {
    const server = await startPrivateRedis();
    const redis = connectRedis(server.url, 'worker', () => {});
    try {
      await whenReady(redis, 30_000);
      const call = { redis, clock: systemClock };
      const key = (at: number | string) => redisKey('upstream', 'test', String(at));
      const value = () => randomBytes(15 * KiB).toString('base64');
      await writeCache(call, key('other'), HOUR_MS, 'kept', { ...bound, name: 'other' });
      const latest = value();
      for (let at = 0; at < 100; at++) await writeCache(call, key(at), HOUR_MS, at === 99 ? latest : value(), bound);
      // Written again, it counts once.
      for (let again = 0; again < 50; again++) await writeCache(call, key(99), HOUR_MS, latest, bound);
      const known = (await redis.keys(key('*'))).filter((name) => name !== key('other'));
      ok(known.length > 10, `${known.length}`);
      const sizes = await Promise.all(known.map((name) => redis.strlen(name)));
      ok(sizes.reduce((sum, size) => sum + size, 0) <= bound.bytes, `${sizes}`);
      deepEqual((await readCache(call, key(99)))?.value, latest);
      deepEqual((await readCache(call, key('other')))?.value, 'kept');
    } finally {
      redis.disconnect();
      await server.stop();
    }
  });
});
