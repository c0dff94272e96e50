import type { Clock } from '../clock.js';
import { every } from '../every.js';
import type { Redis } from '../redis.js';

const WRITE_EVERY_MS = 2_000;
/** Age from which a status counts as that of a dead process, in ms. */
const STALE_AFTER_MS = 7_000;
/** Lifetime of the hash after the last write, in ms. */
const LIFETIME_MS = 60_000;

/** Status of a process. */
interface ProcessStatus<Status> {
  /** Kind of the process, a space, its instance. */
  name: string;
  /** Time at which it was written, in ms since the epoch. */
  at: number;
  status: Status;
}

/**
 * Statuses of processes, in a Redis hash. Each process publishes its own for as long as it is alive, so that the operator console, which
 * a front serves, can show all of them.
 */
export class ProcessStatuses<Status> {
  constructor(private readonly key: string) {}

  /**
   * Publishes the status of a process repeatedly, except while it is undefined.
   *
   * @param name of the process: its kind, a space, its instance
   * @param clock of Redis
   * @returns a function that withdraws it
   */
  publish(
    redis: Redis,
    clock: Clock,
    name: string,
    readStatus: () => Status | undefined,
    onError: (error: unknown) => void,
  ): () => Promise<void> {
    const write = () => {
      const fact = readStatus();
      if (fact === undefined || redis.status !== 'ready') return;
      const entry = JSON.stringify({ at: clock.now().getTime(), fact });
      redis.multi().hset(this.key, name, entry).pexpire(this.key, LIFETIME_MS).exec().catch(onError);
    };
    write();
    const stop = every(WRITE_EVERY_MS, write);
    return async () => {
      stop();
      await redis.hdel(this.key, name).catch(onError);
    };
  }

  /**
   * Reads the statuses of all live processes, and deletes those of dead ones.
   *
   * @param clock of Redis
   */
  async read(redis: Redis, clock: Clock): Promise<ProcessStatus<Status>[]> {
    const found = Object.entries(await redis.hgetall(this.key)).map(([name, text]) => {
      const { at, fact: status }: { at: number; fact: Status } = JSON.parse(text);
      return { name, at, status };
    });
    const since = clock.now().getTime() - STALE_AFTER_MS;
    const dead = found.filter(({ at }) => at < since).map(({ name }) => name);
    if (dead.length > 0) await redis.hdel(this.key, ...dead);
    return found.filter(({ at }) => at >= since);
  }
}

/** Returns the kind of a process from the name of its status. */
export const parseKind = (name: string): string => name.split(' ')[0] ?? name;
