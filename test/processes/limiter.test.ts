import { deepEqual } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { Limiter } from '../../api/calls/limiter.js';
import { connectRedis, whenReady } from '../../shared/process/redis.js';
import { withinASecond } from '../helpers/moments.js';
import { stack } from '../helpers/stack.js';

describe('a large limit', () => {
  it('lets exactly its calls through when they come all at once, from two fronts', async () => {
    const { platform } = await stack();
    const connections = [0, 1].map(() => connectRedis(platform.redisUrl, 'producer', () => {}));
    await Promise.all(connections.map((redis) => whenReady(redis, 30_000)));
    const fronts = connections.map((redis) => new Limiter(redis));
    const standings = await withinASecond(() => {
      const who = nanoid();
      return Promise.all(Array.from({ length: 1_500 }, (_, index) => fronts[index % 2]?.count(who, 1_000)));
    });
    const allowed = standings.filter((standing) => standing?.allowed).length;
    deepEqual({ allowed, refused: standings.length - allowed }, { allowed: 1_000, refused: 500 });
    for (const redis of connections) redis.disconnect();
  });
});
