import type { Redis } from 'ioredis';
import type { PoolName } from '../../shared/contract/pools.js';
import type { KeptReply, Reply } from '../../shared/queue/job.js';
import type { KeptReplies } from './kept-replies.js';

const KEPT_SECONDS = 3_600;
const KEPT_MS = KEPT_SECONDS * 1_000;

/** Who made an asynchronous call, and where it is computed. */
export interface JobOwner {
  account: string;
  pool: PoolName;
}

/** Keeps the replies to asynchronous calls for an hour: in Redis, and large ones on the disk. */
export class Results {
  constructor(
    private readonly redis: Redis,
    private readonly replies: KeptReplies,
  ) {}

  /** @throws ApiError 422 when the account has no room for a result */
  async open(requestId: string, owner: JobOwner): Promise<void> {
    await this.replies.makeRoom(owner.account, KEPT_MS);
    await this.redis.set(`job:${requestId}`, JSON.stringify(owner), 'EX', KEPT_SECONDS);
  }

  async keep(requestId: string, account: string, reply: Reply): Promise<void> {
    const kept = await this.replies.keep(reply, { account, requestId, keptMs: KEPT_MS });
    await this.redis.set(`result:${requestId}`, JSON.stringify(kept), 'EX', KEPT_SECONDS);
  }

  async ownerOf(requestId: string): Promise<JobOwner | undefined> {
    const owner = await this.redis.get(`job:${requestId}`);
    return owner === null ? undefined : JSON.parse(owner);
  }

  async replyTo(requestId: string): Promise<Reply | undefined> {
    const kept = await this.redis.get(`result:${requestId}`);
    if (kept === null) return undefined;
    const reply: KeptReply = JSON.parse(kept);
    return this.replies.read(reply);
  }
}
