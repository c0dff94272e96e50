import { ConcurrencyLimiter } from '../../../api/calls/concurrency-limiter.js';
import { type PoolName, poolNames, pools } from '../../../shared/contract/pools.js';
import { type Random, randomFrom } from '../../../workers/lib/writing/random.js';
import type { CallCosts } from '../costs.js';
import { type End, Ends, type Outcome } from './outcome.js';
import type { Failure, Scenario } from './scenario.js';
import { Schedule } from './schedule.js';
import { Processors, Servers, type Work } from './servers.js';

/** After so long a front sends no more calls to a partition whose server has died, and as long after its return it does again. */
const NOTICED_MS = 250;
/** After so long another worker begins the jobs of one that died. */
const TAKEN_OVER_MS = 4_000;
/** What is under way when calls have stopped coming has so long to end. */
const SETTLES_MS = 30_000;

interface Front {
  servers: Servers;
  life: number;
  isAlive: boolean;
  limiters: Record<PoolName, ConcurrencyLimiter>;
}

interface Redis {
  servers: Servers;
  life: number;
  /** Whether fronts think that it lives. */
  isTrusted: boolean;
  isAlive: boolean;
}

const byPool = <T>(make: (pool: PoolName) => T): Record<PoolName, T> =>
  Object.fromEntries(poolNames.map((pool) => [pool, make(pool)])) as Record<PoolName, T>;

/**
 * Lives through a load, one event after the other, the same every time for the same seed. Each process does one thing at a time. Of what a
 * call costs a front and Redis one half comes before the worker and one after; the store's first half, the hold, is done before
 * the worker, the other half, the settlement, afterwards. Single costs are drawn about their means (exponentially, which is more uneven than
 * what was measured).
 */
export function simulate(scenario: Scenario): Outcome {
  const platform = new SimulatedPlatform(scenario);
  platform.run();
  return platform.outcome();
}

class SimulatedPlatform {
  readonly #schedule = new Schedule();
  readonly #random: Random;
  readonly #fronts: Front[];
  readonly #redis: Redis[];
  /** The server of each partition. */
  readonly #partitions: Redis[];
  readonly #workers: Record<PoolName, Servers>;
  readonly #store: Servers;
  readonly #callers: Servers | undefined;
  readonly #ends: Ends;
  /** The pools with the share of all calls that they and those before them have. */
  readonly #shares: [pool: PoolName, upTo: number][] = [];

  constructor(private readonly scenario: Scenario) {
    const { seed, processors, fronts, partitions, redisServers, workers, storeCores, load, mix, stretchMs } = scenario;
    this.#random = randomFrom(seed);
    this.#ends = new Ends(stretchMs);
    const shared = processors && new Processors(processors.count, processors.speed);
    const servers = (count: number) => new Servers(this.#schedule, count, shared);
    const limiters = () => byPool((pool) => new ConcurrencyLimiter(pools[pool], () => this.#schedule.now));
    this.#fronts = Array.from({ length: fronts }, () => ({
      servers: servers(1),
      life: 0,
      isAlive: true,
      limiters: limiters(),
    }));
    this.#redis = Array.from({ length: redisServers }, () => ({
      servers: servers(1),
      life: 0,
      isTrusted: true,
      isAlive: true,
    }));
    this.#partitions = Array.from(
      { length: partitions },
      (_, partition) => this.#redis[partition % redisServers],
    ).flatMap((one) => one ?? []);
    this.#workers = byPool((pool) => servers(workers[pool]));
    this.#store = servers(storeCores);
    this.#callers = 'callers' in load ? servers(1) : undefined;
    const whole = poolNames.reduce((sum, pool) => sum + (mix[pool] ?? 0), 0);
    let upTo = 0;
    for (const pool of poolNames) {
      upTo += (mix[pool] ?? 0) / whole;
      this.#shares.push([pool, upTo]);
    }
  }

  run(): void {
    const { load, forMs, failures } = this.scenario;
    for (const failure of failures) this.#schedule.in(failure.atMs, () => this.#fail(failure));
    if ('callers' in load) for (let caller = 0; caller < load.callers; caller++) this.#comeAgain(load.callerMs);
    else this.#comeByChance(1_000 / load.callsPerSecond);
    this.#schedule.run(forMs + SETTLES_MS);
  }

  outcome(): Outcome {
    const { forMs, fronts, redisServers, workers, storeCores } = this.scenario;
    const share = (all: readonly Servers[], count: number) =>
      all.reduce((sum, { busyMs }) => sum + busyMs, 0) / forMs / count;
    return this.#ends.outcome(forMs, {
      fronts: share(
        this.#fronts.map(({ servers }) => servers),
        fronts,
      ),
      Redis: share(
        this.#redis.map(({ servers }) => servers),
        redisServers,
      ),
      store: share([this.#store], storeCores),
      ...byPool((pool) => share([this.#workers[pool]], workers[pool])),
    });
  }

  #comeByChance(betweenMs: number): void {
    this.#schedule.in(this.#drawn(betweenMs), () => {
      if (this.#schedule.now >= this.scenario.forMs) return;
      this.#call(() => {});
      this.#comeByChance(betweenMs);
    });
  }

  #comeAgain(callerMs: number): void {
    if (this.#schedule.now >= this.scenario.forMs) return;
    const done = () => this.#call(() => this.#comeAgain(callerMs));
    this.#callers?.add({ ms: this.#drawn(callerMs), done, lost: done });
  }

  /** The life of a call. @param ended is told when its caller has been answered */
  #call(ended: () => void): void {
    const { now } = this.#schedule;
    const drawn = this.#random.between(0, 999_999) / 1_000_000;
    const pool = this.#shares.find(([, upTo]) => drawn < upTo)?.[0] ?? 'compute';
    const costs = this.scenario.costs[pool];
    const front = this.#pick(this.#fronts.filter(({ isAlive }) => isAlive));
    const slot = front?.limiters[pool].acquire('load');
    if (!front || !slot) {
      this.#ends.note(front ? 'refused' : 'lost', now, 0);
      ended();
      return;
    }
    const frontLife = front.life;
    slot.start();
    let isOver = false;
    const end = (how: End, ranMs = 0) => {
      if (isOver) return;
      isOver = true;
      slot.release(how === 'answered' ? ranMs : undefined);
      this.#ends.note(how, now, this.#schedule.now - now);
      ended();
    };
    const give = (servers: Servers, meanMs: number, done: () => void) =>
      servers.add({ ms: this.#drawn(meanMs), done, lost: () => end('lost') });

    const send = () => {
      const redis = this.#pick(this.#partitions.filter(({ isTrusted }) => isTrusted));
      if (!redis || front.life !== frontLife) return end('lost');
      const redisLife = redis.life;
      const isGone = () => redis.life !== redisLife || front.life !== frontLife;
      const respond = (ranMs: number) => {
        if (isOver) return;
        give(front.servers, costs.frontMs / 2, () => {
          end(front.life === frontLife ? 'answered' : 'lost', ranMs);
          this.#store.add({ ms: this.#drawn(costs.storeMs / 2), done() {}, lost() {} });
        });
      };
      if (!redis.isAlive) {
        this.#schedule.in(NOTICED_MS, () => end('lost'));
        return;
      }
      give(redis.servers, costs.redisMs / 2, () => {
        this.#work(pool, costs, now, end, (ranMs) => {
          if (isGone()) return end('lost');
          give(redis.servers, costs.redisMs / 2, () => respond(ranMs));
        });
      });
    };
    give(front.servers, costs.frontMs / 2, () => give(this.#store, costs.storeMs / 2, send));
  }

  /** A worker computes a call, or drops it when its deadline is over. One that dies over it leaves it to another. */
  #work(
    pool: PoolName,
    costs: CallCosts,
    cameAt: number,
    end: (how: End) => void,
    done: (ranMs: number) => void,
  ): void {
    const ms = this.#drawn(costs.workerMs);
    const work: Work = {
      ms,
      done: () => {
        if (this.#schedule.now - cameAt > pools[pool].deadlineMs) end('late');
        else done(ms);
      },
      lost: () => this.#schedule.in(TAKEN_OVER_MS, () => this.#workers[pool].add(work)),
    };
    this.#workers[pool].add(work);
  }

  #fail({ kind, forMs }: Failure): void {
    if (kind === 'redis') this.#failRedis(forMs);
    else if (kind === 'front') this.#failFront(forMs);
    else this.#failWorker(kind, forMs);
  }

  #failWorker(kind: PoolName, forMs: number): void {
    const workers = this.#workers[kind];
    const bringBack = workers.kill();
    // It had as many jobs in hand as one has places, of those that wait its share.
    const share = Math.ceil(workers.waiting / this.scenario.workers[kind]);
    workers.drop(Math.min(pools[kind].concurrency - 1, share));
    this.#schedule.in(forMs, bringBack);
  }

  #failRedis(forMs: number): void {
    const redis = this.#redis.find(({ isAlive }) => isAlive);
    if (!redis) return;
    redis.life += 1;
    redis.isAlive = false;
    const bringBack = redis.servers.kill();
    redis.servers.drop();
    this.#schedule.in(NOTICED_MS, () => {
      redis.isTrusted = false;
    });
    this.#schedule.in(forMs, () => {
      redis.isAlive = true;
      bringBack();
    });
    this.#schedule.in(forMs + NOTICED_MS, () => {
      redis.isTrusted = true;
    });
  }

  #failFront(forMs: number): void {
    const front = this.#fronts.find(({ isAlive }) => isAlive);
    if (!front) return;
    front.life += 1;
    front.isAlive = false;
    const bringBack = front.servers.kill();
    front.servers.drop();
    this.#schedule.in(forMs, () => {
      front.isAlive = true;
      bringBack();
    });
  }

  #pick<T>(those: readonly T[]): T | undefined {
    return those.length > 0 ? this.#random.pick(those) : undefined;
  }

  /** A duration about a mean: exponential. */
  #drawn(meanMs: number): number {
    return -Math.log(this.#random.between(1, 1_000_000) / 1_000_000) * meanMs;
  }
}
