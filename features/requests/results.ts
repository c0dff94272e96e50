import { JOB_OVERHEAD, LARGEST_INLINE_REPLY } from '../../shared/contract/bounds.js';
import { errors, throwUnavailable } from '../../shared/contract/errors.js';
import { deadlineMsOf, type PoolName } from '../../shared/contract/pools.js';
import type { Redis } from '../../shared/process/redis.js';
import { redisKey } from '../../shared/process/redis-keys.js';
import type { Outcome, PersistedReply, Reply } from '../../shared/queue/job.js';
import type { MemoryQuota } from '../../shared/queue/memory-quota.js';
import { deleteReply, loadReply, RESULT_SECONDS, replaceReply, storeReply } from '../../shared/queue/results.js';
import type { KeptReplies, StoredReply } from './kept-replies.js';

const KEPT_MS = RESULT_SECONDS * 1_000;
/** A reply that is not there so long after its deadline does not come any more, in seconds. */
const LATE_SECONDS = 10;

/** Who made an asynchronous call, and where it is computed. */
export interface JobOwner {
  account: string;
  /** Id of the key. */
  key: string;
  endpoint: string;
  pool: PoolName;
  /** Whether it was made with a test key: then it is shown to test keys alone, and not listed. */
  test?: true;
}

/** An asynchronous call of an account. */
export interface OwnJob {
  id: string;
  /** When it was handed in. */
  at: Date;
}

/** Sorted by when they were handed in, the ids of an account's asynchronous calls, or of one of its keys. */
const listKey = ({ account, key }: Pick<JobOwner, 'account'> & Partial<JobOwner>): string =>
  key === undefined ? redisKey('jobs', account) : redisKey('jobs-of-key', key);
/** The latest asynchronous calls that a list holds. */
const MOST_LISTED = 1_000;

/**
 * The replies to asynchronous calls, kept for an hour. Workers keep them in Redis; the first front that meets one counts it for
 * its account and takes it to the disk when it is large.
 */
export class Results {
  /** Replies that are being counted, by request: all who fetch one at the same time share one copy of it. */
  readonly #counting = new Map<string, Promise<PersistedReply | undefined>>();

  constructor(
    private readonly redis: Redis,
    private readonly replies: KeptReplies,
    private readonly memory: MemoryQuota,
  ) {}

  /**
   * Reserves Redis memory for an asynchronous request, for as long as its result is stored.
   *
   * @param bytes size of its body and of its largest reply
   * @throws ApiError 429 when the account, or all together, have as much as they may
   */
  async reserve(requestId: string, account: string, bytes: number): Promise<void> {
    const order = { requestId, account, bytes: JOB_OVERHEAD + bytes, forMs: KEPT_MS };
    if (!(await this.memory.reserve(order).catch(throwUnavailable))) throw errors.tooMuchMemory();
  }

  /**
   * Returns the stored reply to a request.
   *
   * @throws ApiError 503 when it is gone, or Redis is unavailable
   */
  async stored(requestId: string): Promise<PersistedReply> {
    const stored = await loadReply(this.redis, requestId).catch(throwUnavailable);
    if (!stored) throw errors.serviceUnavailable({}, 'the stored reply is gone');
    return stored;
  }

  /**
   * Returns a reply with its body, which a worker that has stored it does not send a second time.
   *
   * @throws ApiError 503 when the stored reply is gone, or Redis is unavailable
   */
  async withBody(requestId: string, reply: Reply): Promise<Reply> {
    const { bodyIsStored, ...head } = reply;
    return bodyIsStored ? { ...head, body: (await this.stored(requestId)).body } : reply;
  }

  /** @throws ApiError 422 when the account has no room for a result */
  async open(requestId: string, owner: JobOwner): Promise<void> {
    await this.replies.makeRoom(owner.account, KEPT_MS);
    const now = Date.now();
    const writing = this.redis.pipeline().set(redisKey('job', requestId), JSON.stringify(owner), 'EX', RESULT_SECONDS);
    const lists = owner.test ? [] : [listKey({ account: owner.account }), listKey(owner)];
    for (const list of lists)
      writing
        .zadd(list, now, requestId)
        .zremrangebyscore(list, 0, now - KEPT_MS)
        .zremrangebyrank(list, 0, -MOST_LISTED - 1)
        .expire(list, RESULT_SECONDS);
    const written = await writing.exec();
    for (const [error] of written ?? []) if (error) throw error;
  }

  /**
   * Asynchronous calls of an account, or of one of its keys, the latest first.
   *
   * @param after the call that the page before ended with
   */
  async list(by: Pick<JobOwner, 'account'> & Partial<JobOwner>, limit: number, after?: string): Promise<OwnJob[]> {
    const list = listKey(by);
    const before = after === undefined ? 0 : await this.redis.zrevrank(list, after);
    if (before === null) return [];
    const start = after === undefined ? 0 : before + 1;
    const found = await this.redis.zrevrange(list, start, start + limit - 1, 'WITHSCORES');
    const jobs: OwnJob[] = [];
    for (let at = 0; at < found.length; at += 2) {
      const [id = '', score] = found.slice(at, at + 2);
      const handedIn = Number(score);
      if (handedIn > Date.now() - KEPT_MS) jobs.push({ id, at: new Date(handedIn) });
    }
    return jobs;
  }

  /**
   * Keeps the reply to a call, unless its worker has.
   *
   * @returns the one that is kept, which counts
   */
  keep(requestId: string, reply: Reply): Promise<PersistedReply> {
    return storeReply(this.redis, requestId, reply);
  }

  /** Deletes an asynchronous request that was not accepted, or whose caller has the reply, and releases its memory. */
  async forget(requestId: string, { account, key }: Pick<JobOwner, 'account' | 'key'>): Promise<void> {
    const listed = [listKey({ account }), listKey({ account, key })];
    await Promise.all([
      this.redis.del(redisKey('job', requestId)),
      ...listed.map((list) => this.redis.zrem(list, requestId)),
      deleteReply(this.redis, requestId),
    ]);
  }

  /**
   * Counts what is kept of a call for its account, unless that is done. What has no room makes way for an error that says so.
   * Two fronts that meet a reply at once may both count it: that is too much until its hour is over, and never too little.
   */
  count(requestId: string, account: string): Promise<PersistedReply | undefined> {
    const counting = this.#count(requestId, account).finally(() => {
      if (this.#counting.get(requestId) === counting) this.#counting.delete(requestId);
    });
    this.#counting.set(requestId, counting);
    return counting;
  }

  async #count(requestId: string, account: string): Promise<PersistedReply | undefined> {
    const kept = await loadReply(this.redis, requestId);
    if (!kept?.uncounted) return kept;
    const { uncounted, ...reply } = kept;
    const counted = await this.replies.keep(reply, {
      ...{ account, requestId, keptMs: KEPT_MS },
      largestInline: LARGEST_INLINE_REPLY.redis,
    });
    await replaceReply(this.redis, requestId, counted);
    return counted;
  }

  /** Whether a call's time is over, so that a reply that is not there does not come any more. */
  async isOverdue(requestId: string, { pool }: JobOwner): Promise<boolean> {
    const ageSeconds = RESULT_SECONDS - (await this.redis.ttl(redisKey('job', requestId)));
    return ageSeconds > deadlineMsOf(pool, true) / 1_000 + LATE_SECONDS;
  }

  async ownerOf(requestId: string): Promise<JobOwner | undefined> {
    const owner = await this.redis.get(redisKey('job', requestId));
    return owner === null ? undefined : JSON.parse(owner);
  }

  /** How a call ended whose reply is kept. */
  outcomeOf(requestId: string): Promise<Outcome | undefined> {
    return loadReply(this.redis, requestId);
  }

  async replyTo(requestId: string, { account }: JobOwner): Promise<StoredReply | undefined> {
    const kept = await (this.#counting.get(requestId) ?? this.count(requestId, account));
    return kept && this.replies.read(kept);
  }
}
