import { createHash } from 'node:crypto';
import type { Clock } from './clock.js';
import type { Redis } from './redis.js';
import { redisKey } from './redis-keys.js';

/** Bounded set of the latest values of each owner, as digests in Redis. A value expires some time after it was last added. */
export class RecentValues {
  constructor(
    private readonly redis: Redis,
    private readonly name: string,
    private readonly bounds: { readonly most: number; readonly seconds: number },
    private readonly clock: Clock,
  ) {}

  async add(owner: string, value: string): Promise<void> {
    const key = this.#key(owner);
    const { most, seconds } = this.bounds;
    await this.redis
      .multi()
      .zadd(key, this.clock.now().getTime() + seconds * 1_000, digest(value))
      .zremrangebyrank(key, 0, -most - 1)
      .expire(key, seconds)
      .exec();
  }

  async has(owner: string, value: string): Promise<boolean> {
    const until = await this.redis.zscore(this.#key(owner), digest(value));
    return until !== null && Number(until) > this.clock.now().getTime();
  }

  async clear(owner: string): Promise<void> {
    await this.redis.del(this.#key(owner));
  }

  readonly #key = (owner: string): string => redisKey(this.name, digest(owner));
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');
