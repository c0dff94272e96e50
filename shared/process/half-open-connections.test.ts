import { equal } from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { Redis as SingleRedis } from 'ioredis';
import { FaultyLink } from '../../test/faults/harness/proxy.js';
import { type PrivateRedis, startPrivateRedis } from '../../test/helpers/private-redis.js';
import { LONGEST_BLOCK_MS } from './half-open-connections.js';
import { connectRedis, type Redis, whenReady } from './redis.js';

/** Longer than the time after which a connection counts as half-open, in ms. */
const BLOCKED_MS = 2_000;
const WITHIN_MS = 30_000;

/** Waits for an event, and unlike Node's `once` ignores errors before it. */
const waitFor = (redis: Redis, event: 'close' | 'ready') => new Promise((resolve) => redis.once(event, resolve));

describe('a connection to Redis', () => {
  let server: PrivateRedis;
  let link: FaultyLink;
  before(async () => {
    server = await startPrivateRedis();
    link = await FaultyLink.open({ path: server.url.replace(/^unix:\/\//, '') });
  });
  const opened: Redis[] = [];
  const open = (): Redis => {
    const redis = connectRedis(link.redisUrl, 'blocking', () => {});
    opened.push(redis);
    return redis;
  };
  after(async () => {
    for (const redis of opened) redis.disconnect();
    await link.close();
    await server.stop();
  });

  it('stays open in a process that was blocked for a while', async () => {
    const redis = open();
    let closed = 0;
    redis.on('close', () => closed++);
    await whenReady(redis, WITHIN_MS);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCKED_MS);
    for (let pings = 0; pings < 10; pings++) {
      await redis.ping();
      await turn();
    }
    equal(closed, 0);
  });

  it('stays open while it waits for data, also as a duplicate, and is established again once it is half-open', async () => {
    const redis = open();
    const waiting = redis instanceof SingleRedis ? redis.duplicate() : redis;
    opened.push(waiting);
    waiting.on('error', () => {});
    let closed = 0;
    for (const each of [redis, waiting]) each.on('close', () => closed++);
    await Promise.all([whenReady(redis, WITHIN_MS), whenReady(waiting, WITHIN_MS)]);
    for (let turns = 0; turns < 3; turns++) equal(await waiting.bzpopmin('nothing', LONGEST_BLOCK_MS / 1_000), null);
    equal(closed, 0);

    link.swallow();
    await Promise.all([waitFor(redis, 'close'), waitFor(waiting, 'close')]);
    link.heal();
    await Promise.all([waitFor(redis, 'ready'), waitFor(waiting, 'ready')]);
    equal(await waiting.ping(), 'PONG');
  });
});
