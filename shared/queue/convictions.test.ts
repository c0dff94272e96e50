import { deepEqual, equal } from 'node:assert/strict';
import type { Redis } from 'ioredis';
import { type OwnRedis, ownRedis } from '../../test/helpers/own-redis.js';
import { eventually } from '../../test/helpers/stack.js';
import { CONVICTED } from '../contract/bounds.js';
import { connectRedis, whenReady } from '../process/redis.js';
import { redisKey } from '../process/redis-keys.js';
import { Convictions } from './convictions.js';

const of = (account: string, number: number) => ({ endpoint: 'vat', account, input: { number } });

const KEY = redisKey('convictions');

describe('convictions', () => {
  let server: OwnRedis;
  let redis: Redis;
  const opened: Convictions[] = [];
  const open = () => {
    const convictions = new Convictions(redis, () => {});
    opened.push(convictions);
    convictions.start();
    return convictions;
  };

  before(async () => {
    server = await ownRedis();
    redis = connectRedis(server.url, 'worker', () => {});
    await whenReady(redis, 30_000);
  });
  beforeEach(() => redis.del(KEY));
  afterEach(() => {
    for (const convictions of opened.splice(0)) convictions.stop();
  });
  after(async () => {
    redis.disconnect();
    await server.stop();
  });

  it('refuse the same input, whoever sends it, in every process', async () => {
    const [worker, front] = [open(), open()];
    await worker.convict(of('guilty', 1));
    equal(worker.refuses(of('another', 1)), true);
    const heard = async () => front.refuses(of('another', 1));
    equal(await eventually(heard, (refused) => refused), true);
    deepEqual([front.refuses(of('guilty', 2)), front.refuses({ ...of('guilty', 1), endpoint: 'qr' })], [false, false]);
    deepEqual([front.strikesOf(of('guilty', 2)), front.strikesOf(of('another', 2))], [1, undefined]);
  });

  it(`refuse a caller at an endpoint after ${CONVICTED.strikes} different inputs; the same one counts once`, async () => {
    const convictions = open();
    for (let number = 1; number < CONVICTED.strikes; number++) {
      await convictions.convict(of('guilty', number));
      await convictions.convict(of('guilty', number));
    }
    equal(convictions.refuses(of('guilty', 0)), false);
    await convictions.convict(of('guilty', CONVICTED.strikes));
    deepEqual([convictions.refuses(of('guilty', 0)), convictions.refuses(of('another', 0))], [true, false]);
  });

  it('suspect a caller without refusing anything, and less long', async () => {
    const convictions = open();
    await convictions.suspect(of('perhaps', 1));
    deepEqual([convictions.strikesOf(of('perhaps', 2)), convictions.refuses(of('perhaps', 1))], [0, false]);
    const [, until = ''] = await redis.zrange(KEY, '0', '-1', 'WITHSCORES');
    const [seconds = 0] = await redis.time();
    equal(Math.abs(Number(until) / 1_000 - Number(seconds) - CONVICTED.suspectedSeconds) < 30, true);
  });

  it(`end after ${CONVICTED.seconds} s by the clock of Redis, and are never more than ${CONVICTED.most}`, async () => {
    const convictions = open();
    await convictions.convict(of('guilty', 1));
    const [member = '', until = ''] = await redis.zrange(KEY, '0', '-1', 'WITHSCORES');
    const [seconds = 0] = await redis.time();
    equal(Math.abs(Number(until) / 1_000 - Number(seconds) - CONVICTED.seconds) < 30, true);
    await redis.zadd(KEY, Number(seconds) * 1_000 - 1, member);
    const free = async () => convictions.refuses(of('guilty', 1));
    equal(await eventually(free, (refused) => !refused), false);
    const others = Array.from({ length: CONVICTED.most }, (_, number) => [
      Number(seconds) * 1_000 + 60_000,
      `{"n":${number}}`,
    ]);
    await redis.zadd(KEY, ...others.flat());
    await convictions.convict(of('guilty', 2));
    equal(convictions.refuses(of('guilty', 2)), true);
    equal(await redis.zcard(KEY), CONVICTED.most);
  });
});
