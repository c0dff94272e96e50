import type { Redis } from 'ioredis';
import { type PoolName, pools } from '../contract/pools.js';
import type { Reply } from './job.js';

const KEPT_SECONDS = 3_600;
/** A reply that is not there so long after its deadline does not come any more, in seconds. */
const LATE_SECONDS = 10;

/** Who made an asynchronous call, and where it is computed. */
export interface JobOwner {
  account: string;
  pool: PoolName;
}

/**
 * Keeps the replies to asynchronous calls for an hour, in Redis. The worker keeps the reply that it has made, so that it
 * can be fetched whatever became of the front that promised it.
 */
export class Results {
  constructor(private readonly redis: Redis) {}

  async open(requestId: string, owner: JobOwner): Promise<void> {
    await this.redis.set(`job:${requestId}`, JSON.stringify(owner), 'EX', KEPT_SECONDS);
  }

  /**
   * Keeps the reply to a call, unless there is one.
   *
   * @returns the one that is kept, which counts
   */
  async keep(requestId: string, reply: Reply): Promise<Reply> {
    const kept = await this.redis.set(`result:${requestId}`, JSON.stringify(reply), 'EX', KEPT_SECONDS, 'NX');
    return kept === 'OK' ? reply : ((await this.replyTo(requestId)) ?? reply);
  }

  /** Whether a call's time is over, so that a reply that is not there does not come any more. */
  async isOverdue(requestId: string, { pool }: JobOwner): Promise<boolean> {
    const ageSeconds = KEPT_SECONDS - (await this.redis.ttl(`job:${requestId}`));
    return ageSeconds > pools[pool].deadlineMs / 1_000 + LATE_SECONDS;
  }

  async ownerOf(requestId: string): Promise<JobOwner | undefined> {
    const owner = await this.redis.get(`job:${requestId}`);
    return owner === null ? undefined : JSON.parse(owner);
  }

  async replyTo(requestId: string): Promise<Reply | undefined> {
    const reply = await this.redis.get(`result:${requestId}`);
    return reply === null ? undefined : JSON.parse(reply);
  }
}
