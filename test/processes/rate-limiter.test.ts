import { deepEqual } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { RateLimiter } from '../../features/web/rate-limiter.js';
import { connectRedis, whenReady } from '../../shared/process/redis.js';
import { type PrivateRedis, startPrivateRedis } from '../helpers/private-redis.js';
import { repeatUntilWithinSecond } from '../helpers/timing.js';

describe('RateLimiter', () => {
  let server: PrivateRedis;
  before(async () => {
    server = await startPrivateRedis();
  });
  after(() => server.stop());

  for (const [limit, requests] of [
    [20, 60],
    [1_000, 1_500],
  ] as const)
    it(`allows exactly ${limit} of ${requests} simultaneous requests over two fronts`, async () => {
      const connections = [0, 1].map(() => connectRedis(server.url, 'producer', () => {}));
      await Promise.all(connections.map((redis) => whenReady(redis, 30_000)));
      const fronts = connections.map((redis) => new RateLimiter(redis));
      const statuses = await repeatUntilWithinSecond(async () => {
        const who = nanoid();
        return Promise.all(Array.from({ length: requests }, (_, n) => fronts[n % 2]?.count(who, limit)));
      });
      const remaining = statuses.filter((status) => status?.allowed).map((status) => status?.remaining ?? Number.NaN);
      deepEqual(
        remaining.sort((one, other) => one - other),
        Array.from({ length: limit }, (_, n) => n),
      );
      for (const redis of connections) redis.disconnect();
    });
});
