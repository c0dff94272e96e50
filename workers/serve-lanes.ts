import type { Redis } from 'ioredis';
import { type PoolName, pools } from '../shared/contract/pools.js';
import type { Config } from '../shared/process/config.js';
import type { Logger } from '../shared/process/log.js';
import { redisClock, type ServerClock } from '../shared/process/server-clock.js';
import { type ConnectedLane, connectLanes, disconnectLanes, lanesOf } from '../shared/queue/lanes.js';
import { Places } from '../shared/queue/places.js';
import type { JobRunner } from './runtime/run.js';
import { type PoolWorker, type ServeOptions, servePool } from './runtime/take.js';

/** A lane that a worker serves. */
export interface WorkerLane extends ConnectedLane {
  /** Of the lane's Redis, by which its calls have their deadlines. */
  readonly clock: ServerClock;
  /** Settled when that tells the time. */
  readonly started: Promise<void>;
}

/** The lanes that a worker of a pool serves, and what ends its connections to them. */
export interface WorkerLanes {
  readonly all: readonly WorkerLane[];
  close(): void;
}

/**
 * Connects a worker to the lanes of its pool.
 *
 * @param main the connection beside the first lane, and its clock
 */
export function openWorkerLanes(
  pool: PoolName,
  config: Config,
  main: { redis: Redis; clock: ServerClock },
  log: Logger,
  onError: (error: unknown) => void,
): WorkerLanes {
  const own = lanesOf(config).filter(({ pools: those }) => those.includes(pool));
  const connected = connectLanes(own, main.redis, 'worker', onError);
  const withClocks = connected.map((lane) => ({
    ...lane,
    clock: lane.index === 0 ? main.clock : redisClock(lane.redis, log),
  }));
  const all = withClocks.map((lane) => ({
    ...lane,
    started: lane.clock.start(),
  }));
  return {
    all,
    close() {
      for (const { clock } of all) clock.stop();
      disconnectLanes(connected);
    },
  };
}

/**
 * Serves all lanes of a pool, with the places that one has: of a lane that has work, and of several in equal shares. A lane whose
 * Redis is away is served as soon as that is there; returns when the first is served.
 *
 * @param lanes the first of them has its Redis in common with handlers and kept replies
 */
export async function serveLanes(
  pool: PoolName,
  instance: string,
  lanes: readonly WorkerLane[],
  runner: JobRunner,
  onError: (error: unknown) => void,
  options: Omit<ServeOptions, 'lane' | 'main' | 'clock'>,
): Promise<PoolWorker> {
  const [first] = lanes;
  if (!first) throw new RangeError(`the pool ${pool} has no lane`);
  if (lanes.length === 1) {
    const { redis, clock, started } = first;
    await started;
    return servePool(pool, instance, redis, runner, onError, { ...options, clock });
  }
  const places = new Places(pools[pool].concurrency);
  const serving: PoolWorker[] = [];
  let isStopped = false;
  const serve = async ({ index, redis, clock, ...begun }: WorkerLane) => {
    await begun.started;
    if (isStopped) return;
    const told = index === 0 ? runner : inOwnTime(runner, clock, first.clock);
    const lane = { index, places: places.open() };
    serving.push(servePool(pool, instance, redis, told, onError, { ...options, lane, clock, main: first.redis }));
  };
  await Promise.race(lanes.map(serve));
  return {
    async stop() {
      isStopped = true;
      await Promise.all(serving.map((worker) => worker.stop()));
    },
  };
}

/** A runner for calls of a lane that has a clock of its own: it is told their deadlines by the clock that it has. */
function inOwnTime(runner: JobRunner, theirs: ServerClock, own: ServerClock): JobRunner {
  const translated = <Call extends { deadline: number }>(call: Call): Call => ({
    ...call,
    deadline: call.deadline - theirs.now().getTime() + own.now().getTime(),
  });
  return {
    ...runner,
    run: (job, ...how) => runner.run(translated(job), ...how),
  };
}
