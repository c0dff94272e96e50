import type { Redis } from 'ioredis';
import type { Clock } from '../../shared/process/clock.js';
import { every } from '../../shared/process/every.js';
import { redisKey } from '../../shared/process/redis-keys.js';

/** A sorted set of key ids, each with the time at which its flag expires. */
const FLAGGED_KEYS = redisKey('flagged-keys');
const FLAGGED_FOR_MS = 3_600_000;
const READ_EVERY_MS = 1_000;

/** API keys whose jobs crashed an isolated process in the last hour, shared by all workers through Redis. */
export class FlaggedKeys {
  #ids: ReadonlySet<string> = new Set();
  #stopReading = () => {};

  /** @param clock of Redis, since workers on several machines share the flags */
  constructor(
    private readonly redis: Redis,
    private readonly clock: Clock,
    private readonly onError: (error: unknown) => void,
  ) {}

  start(): void {
    const read = () => void this.#read().catch(this.onError);
    read();
    this.#stopReading = every(READ_EVERY_MS, read);
  }

  stop(): void {
    this.#stopReading();
  }

  has(keyId: string): boolean {
    return this.#ids.has(keyId);
  }

  /** Flags a key for an hour: immediately in this process, within a second in all others. */
  async add(keyId: string): Promise<void> {
    this.#ids = new Set([...this.#ids, keyId]);
    const now = this.clock.now().getTime();
    await this.redis
      .multi()
      .zremrangebyscore(FLAGGED_KEYS, '-inf', now)
      .zadd(FLAGGED_KEYS, now + FLAGGED_FOR_MS, keyId)
      .pexpire(FLAGGED_KEYS, FLAGGED_FOR_MS)
      .exec();
  }

  async #read(): Promise<void> {
    this.#ids = new Set(await this.redis.zrangebyscore(FLAGGED_KEYS, this.clock.now().getTime(), '+inf'));
  }
}
