import type { Redis } from 'ioredis';
import { redisKey } from '../../shared/process/redis-keys.js';

/** Of what takes long, an account has one call in the works at a time, whichever fronts it calls. */
export class Turns {
  constructor(private readonly redis: Redis) {}

  /**
   * Begins a turn, unless the account has one.
   *
   * @param withinMs when it ends at the latest, though its front died
   * @throws Error when Redis is away
   */
  async begin(of: string, requestId: string, withinMs: number): Promise<boolean> {
    return (await this.redis.set(redisKey('turn', of), requestId, 'PX', withinMs, 'NX')) === 'OK';
  }

  /** Ends a turn; not one that somebody else has begun since. */
  async end(of: string, requestId: string): Promise<void> {
    const key = redisKey('turn', of);
    if ((await this.redis.get(key)) === requestId) await this.redis.del(key);
  }
}
