import { deepEqual, ok } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { Limiter } from '../../api/calls/limiter.js';
import { connectRedis, whenReady } from '../../shared/process/redis.js';
import { withinASecond } from '../helpers/moments.js';
import { type OwnRedis, ownRedis } from '../helpers/own-redis.js';

describe('a limit', () => {
  let server: OwnRedis;
  before(async () => {
    server = await ownRedis();
  });
  after(() => server.stop());

  for (const [limit, calls] of [
    [20, 60],
    [1_000, 1_500],
  ] as const) {
    it(`lets exactly ${limit} of ${calls} calls through that come at once, from two fronts, in few commands`, async () => {
      const connections = [0, 1].map(() => connectRedis(server.url, 'producer', () => {}));
      await Promise.all(connections.map((redis) => whenReady(redis, 30_000)));
      const fronts = connections.map((redis) => new Limiter(redis));
      const counted = async () =>
        Number(/cmdstat_incrby:calls=(\d+)/.exec((await connections[0]?.info('commandstats')) ?? '')?.[1] ?? 0);
      let commands = 0;
      const standings = await withinASecond(async () => {
        const who = nanoid();
        const before = await counted();
        const all = await Promise.all(Array.from({ length: calls }, (_, n) => fronts[n % 2]?.count(who, limit)));
        commands = (await counted()) - before;
        return all;
      });
      const allowed = standings.filter((standing) => standing?.allowed);
      deepEqual([allowed.length, standings.length - allowed.length], [limit, calls - limit]);
      const left = allowed.map((standing) => standing?.remaining ?? Number.NaN).sort((one, other) => one - other);
      deepEqual(
        left,
        Array.from({ length: limit }, (_, n) => n),
        'each call is told what is left after it',
      );
      ok(commands <= 20, `${commands} commands`);
      for (const redis of connections) redis.disconnect();
    });
  }
});
