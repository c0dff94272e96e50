import type { Redis } from 'ioredis';
import { poolNames } from '../../shared/contract/pools.js';
import type { Clock } from '../../shared/process/clock.js';
import type { Config } from '../../shared/process/config.js';
import type { Logger } from '../../shared/process/log.js';
import { connectRedis, whenReady } from '../../shared/process/redis.js';
import { redisUrls } from '../../shared/process/redis-address.js';
import { redisClock, type ServerClock } from '../../shared/process/server-clock.js';
import { connectLanes, lanesOf } from '../../shared/queue/lanes.js';
import type { LaneLink } from './front-lane.js';

/** A front's connections to its lanes. */
export interface LaneLinks {
  readonly all: readonly LaneLink[];
  /** The first, beside which is what is no queue. */
  readonly first: LaneLink & { readonly clock: ServerClock };
  /** Whether some are on other servers than the first. */
  readonly areApart: boolean;
  /**
   * Waits for one of them.
   *
   * @throws Error when none is there within the given time in ms
   */
  whenReady(withinMs: number): Promise<void>;
  close(): void;
}

/**
 * Connects a front to all lanes.
 *
 * @param onError is told of what goes wrong with a connection
 */
export function linkLanes(config: Config, log: Logger, onError: (error: unknown) => void): LaneLinks {
  const main = connectRedis(redisUrls(config)[0], 'producer', onError);
  const all = connectLanes(lanesOf(config), main, 'producer', onError).map((lane) => ({
    ...lane,
    blocking: connectRedis(lane.url, 'blocking', onError, lane.index),
    clock: redisClock(lane.redis, log),
  }));
  const timed = all.map((lane) => ({ ...lane, timed: lane.clock.start() }));
  const [first] = timed;
  if (!first) throw new RangeError('there is no lane');
  return {
    all: timed,
    first,
    areApart: new Set(timed.map(({ url }) => url)).size > 1,
    async whenReady(withinMs) {
      const connected = timed.map(({ redis }) => whenReady(redis, withinMs));
      await Promise.any(connected).catch((none: AggregateError) => {
        throw none.errors[0];
      });
      await Promise.race(timed.map((lane) => lane.timed));
    },
    close() {
      for (const { redis, clock } of all) {
        clock.stop();
        redis.disconnect();
      }
    },
  };
}

/** The one lane of a front that has no settings. */
export const onlyLane = (redis: Redis, blocking: Redis, clock: Clock): LaneLink => ({
  ...{ index: 0, url: '', pools: poolNames },
  ...{ redis, blocking, clock, timed: Promise.resolve() },
});
