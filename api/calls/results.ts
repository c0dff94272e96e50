import type { Redis } from 'ioredis';
import type { PoolName } from '../../shared/contract/pools.js';
import type { Reply } from '../../shared/queue/job.js';

const KEPT_SECONDS = 3_600;

/** Who made an asynchronous call, and where it is computed. */
export interface JobOwner {
  account: string;
  pool: PoolName;
}

/** Keeps the replies to asynchronous calls for an hour, in Redis. */
export class Results {
  constructor(private readonly redis: Redis) {}

  async open(requestId: string, owner: JobOwner): Promise<void> {
    await this.redis.set(`job:${requestId}`, JSON.stringify(owner), 'EX', KEPT_SECONDS);
  }

  async keep(requestId: string, reply: Reply): Promise<void> {
    await this.redis.set(`result:${requestId}`, JSON.stringify(reply), 'EX', KEPT_SECONDS);
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
