import { setTimeout as pause } from 'node:timers/promises';
import type { Job } from 'bullmq';
import type { Redis } from 'ioredis';
import type { PoolName } from '../shared/contract/pools.js';
import { every } from '../shared/process/every.js';
import { WORKER_PREFIX } from '../shared/process/redis.js';
import { queuePrefix } from '../shared/queue/job.js';
import { queueIn } from '../shared/queue/lanes.js';

/** How often a pool's jobs are looked at for those whose worker has died, by one of its workers. */
const LOOK_EVERY_MS = 1_000;
/** A connection that is away for so long has not only been lost: those that are lost are taken up again sooner. */
const GONE_AFTER_MS = 1_000;
/** Locks that ran out while Redis was away have been taken note of so long after it is back. */
const STEADY_AFTER_MS = 20_000;

/** KEYS the active jobs; ARGV the prefix of jobs. Returns the workers that have taken them, each once. */
const OWNERS = `
local owners, known = {}, {}
for _, id in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
  local owner = redis.call('HGET', ARGV[1] .. id, 'pb')
  if owner and not known[owner] then
    known[owner] = true
    owners[#owners + 1] = owner
  end
end
return owners
`;

/** The field of a job that tells how many workers have died over it: one that comes with it when it is taken. */
const DEATHS = 'progress';

/**
 * KEYS the active jobs, those that are looked at for stalled ones, and the note of the last look; ARGV the prefix of jobs, then
 * workers. Unlocks the jobs of these workers, notes that they died over them, and has the next look find them. Returns how many there are.
 */
const UNLOCK = `
local gone, found = {}, 0
for at = 2, #ARGV do gone[ARGV[at]] = true end
for _, id in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
  local owner = redis.call('HGET', ARGV[1] .. id, 'pb')
  if owner and gone[owner] then
    redis.call('DEL', ARGV[1] .. id .. ':lock')
    redis.call('SADD', KEYS[2], id)
    redis.call('HINCRBY', ARGV[1] .. id, '${DEATHS}', 1)
    found = found + 1
  end
end
if found > 0 then redis.call('DEL', KEYS[3]) end
return found
`;

/** Of BullMQ's backend, what it takes to take jobs over. */
interface Queue {
  toKey(type: string): string;
  moveStalledJobsToWait(): Promise<unknown>;
}

/** Workers that have jobs and no connection, and since when they are missed, by `performance.now()`. */
export interface Missed {
  readonly names: readonly string[];
  readonly since: number;
}

/**
 * The workers of a pool that have jobs of a lane and no connection. Redis drops a connection as soon as its process has died, and then
 * the locks of its jobs still have seconds to run.
 *
 * @throws Error when Redis is away, or does not tell its clients
 */
export async function missedWorkers(redis: Redis, pool: PoolName, lane = 0): Promise<Missed> {
  const key = `${queuePrefix(lane)}:${queueIn(lane, pool)}:`;
  const owners = await redis.eval(OWNERS, 1, `${key}active`, key);
  const named = Array.isArray(owners) ? owners.map(String).filter((owner) => owner.startsWith(WORKER_PREFIX)) : [];
  return { names: named.length > 0 ? await absent(redis, named) : [], since: performance.now() };
}

async function absent(redis: Redis, workers: readonly string[]): Promise<string[]> {
  const present = new Set(String(await redis.client('LIST')).match(/(?<= name=)\S+/g));
  return workers.filter((worker) => !present.has(worker));
}

/**
 * Takes the jobs of dead workers over as soon as Redis knows of their deaths. Where it does not tell, or a worker lives and could not
 * renew its locks, these run out.
 */
export class TakeOver {
  #knowsDeaths = true;
  /** By `performance.now()`. */
  #connectedAt = performance.now();
  #stopLooking = () => {};
  #isStopped = false;

  constructor(
    private readonly redis: Redis,
    private readonly pool: PoolName,
    private readonly queue: Queue,
    /** Is told that there are such jobs, a little before they come. */
    private readonly expectVictims: () => void,
    private readonly onError: (error: unknown) => void,
    private readonly lane = 0,
  ) {
    redis.on('ready', () => {
      this.#connectedAt = performance.now();
    });
  }

  /**
   * Looks, then keeps looking, in turns with the other workers of the pool.
   *
   * @param missed what an earlier look has found
   */
  async start(missed?: Missed): Promise<void> {
    await this.#look(missed).catch((error: unknown) => this.#failed(error));
    if (this.#isStopped) return;
    this.#stopLooking = every(
      LOOK_EVERY_MS,
      () => void this.#lookInTurn().catch((error: unknown) => this.#failed(error)),
    );
  }

  /**
   * How many workers have died over a job, or hang over it: each that it has been taken from, unless Redis was away just now,
   * so that locks ran out whose workers are well.
   */
  deathsOf({ progress, stalledCounter }: Pick<Job, 'progress' | 'stalledCounter'>): number {
    const isSteady = performance.now() - this.#connectedAt > STEADY_AFTER_MS;
    return isSteady || !this.#knowsDeaths ? stalledCounter : Number(progress);
  }

  /** Looks no more where Redis does not tell its clients. */
  #failed(error: unknown): void {
    this.onError(error);
    if (!(error instanceof Error && /^(NOPERM|ERR unknown)/.test(error.message))) return;
    this.#knowsDeaths = false;
    this.stop();
  }

  stop(): void {
    this.#isStopped = true;
    this.#stopLooking();
  }

  async #lookInTurn(): Promise<void> {
    const turn = await this.redis.set(this.queue.toKey('take-over'), '', 'PX', LOOK_EVERY_MS - 100, 'NX');
    if (turn === 'OK') await this.#look();
  }

  async #look(missed?: Missed): Promise<void> {
    const { names, since } = missed ?? (await missedWorkers(this.redis, this.pool, this.lane));
    if (names.length === 0) return;
    this.expectVictims();
    await pause(Math.max(0, since + GONE_AFTER_MS - performance.now()), undefined, { ref: false });
    const gone = await absent(this.redis, names);
    if (gone.length === 0) return;
    const keys = ['active', 'stalled', 'stalled-check'].map((type) => this.queue.toKey(type));
    const found = await this.redis.eval(UNLOCK, keys.length, ...keys, this.queue.toKey(''), ...gone);
    if (Number(found) > 0) await this.queue.moveStalledJobsToWait();
  }
}
