import type { Redis } from 'ioredis';
import { deadlineMsOf, type PoolName } from '../../shared/contract/pools.js';
import type { KeptReply, Outcome, Reply } from '../../shared/queue/job.js';
import { keepReply, keptReply, RESULT_SECONDS, replaceReply } from '../../shared/queue/results.js';
import type { KeptReplies } from './kept-replies.js';

const KEPT_MS = RESULT_SECONDS * 1_000;
/** A reply that is not there so long after its deadline does not come any more, in seconds. */
const LATE_SECONDS = 10;

/** Who made an asynchronous call, and where it is computed. */
export interface JobOwner {
  account: string;
  pool: PoolName;
}

/**
 * The replies to asynchronous calls, kept for an hour. Workers keep them in Redis; the first front that meets one counts it for
 * its account and takes it to the disk when it is large.
 */
export class Results {
  constructor(
    private readonly redis: Redis,
    private readonly replies: KeptReplies,
  ) {}

  /** @throws ApiError 422 when the account has no room for a result */
  async open(requestId: string, owner: JobOwner): Promise<void> {
    await this.replies.makeRoom(owner.account, KEPT_MS);
    await this.redis.set(`job:${requestId}`, JSON.stringify(owner), 'EX', RESULT_SECONDS);
  }

  /**
   * Keeps the reply to a call, unless its worker has.
   *
   * @returns the one that is kept, which counts
   */
  keep(requestId: string, reply: Reply): Promise<KeptReply> {
    return keepReply(this.redis, requestId, reply);
  }

  /**
   * Counts what is kept of a call for its account, unless that is done. What has no room makes way for an error that says so.
   * Two fronts that meet a reply at once may both count it: that is too much until its hour is over, and never too little.
   */
  async count(requestId: string, account: string): Promise<KeptReply | undefined> {
    const kept = await keptReply(this.redis, requestId);
    if (!kept?.uncounted) return kept;
    const { uncounted, ...reply } = kept;
    const counted = await this.replies.keep(reply, { account, requestId, keptMs: KEPT_MS });
    await replaceReply(this.redis, requestId, counted);
    return counted;
  }

  /** Whether a call's time is over, so that a reply that is not there does not come any more. */
  async isOverdue(requestId: string, { pool }: JobOwner): Promise<boolean> {
    const ageSeconds = RESULT_SECONDS - (await this.redis.ttl(`job:${requestId}`));
    return ageSeconds > deadlineMsOf(pool, true) / 1_000 + LATE_SECONDS;
  }

  async ownerOf(requestId: string): Promise<JobOwner | undefined> {
    const owner = await this.redis.get(`job:${requestId}`);
    return owner === null ? undefined : JSON.parse(owner);
  }

  /** How a call ended whose reply is kept. */
  outcomeOf(requestId: string): Promise<Outcome | undefined> {
    return keptReply(this.redis, requestId);
  }

  async replyTo(requestId: string, { account }: JobOwner): Promise<Reply | undefined> {
    const kept = await this.count(requestId, account);
    return kept && this.replies.read(kept);
  }
}
