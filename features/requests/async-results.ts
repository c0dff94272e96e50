import { JOB_OVERHEAD, LARGEST_INLINE_REPLY } from '../../shared/contract/bounds.js';
import { errors, throwUnavailable } from '../../shared/contract/errors.js';
import { type PoolName, requestDeadlineMs } from '../../shared/contract/pools.js';
import type { Redis } from '../../shared/process/redis.js';
import { redisKey } from '../../shared/process/redis-keys.js';
import type { Outcome, PersistedReply, Reply } from '../../shared/queue/job.js';
import type { MemoryQuota } from '../../shared/queue/memory-quota.js';
import { deleteReply, loadReply, RESULT_SECONDS, replaceReply, storeReply } from '../../shared/queue/results.js';
import type { ReadableReply, ReplyStore } from './reply-store.js';

const RETENTION_MS = RESULT_SECONDS * 1_000;
/** Time after its deadline, in seconds, after which a missing reply never arrives. */
const GRACE_SECONDS = 10;

/** Owner of an asynchronous request, and the pool that runs it. */
export interface JobOwner {
  account: string;
  /** Id of the key. */
  key: string;
  endpoint: string;
  pool: PoolName;
  /** Set for a test key: the job is readable with test keys only, and not listed. */
  test?: true;
}

/** Redis key of the job ids of an account, or of one of its keys, sorted by time of submission. */
const listKey = ({ account, key }: Pick<JobOwner, 'account'> & Partial<JobOwner>): string =>
  key === undefined ? redisKey('jobs', account) : redisKey('jobs-of-key', key);
/** Maximum jobs in a list. */
const MAX_LISTED = 1_000;

/**
 * Replies to asynchronous requests, stored for an hour. The life of one:
 *
 * 1. Before the request is accepted, `reserveMemory` reserves Redis memory for its body and largest reply, and `register` reserves
 *    storage quota and writes the owner, by whom the job can be listed and read.
 * 2. The worker stores the reply in Redis, so that it can be fetched even if the front dies. To the front it sends the head alone
 *    if the body is large (`bodyIsStored`). If no worker replied, the front stores an error (`store`); the first reply counts.
 * 3. That reply is still `uncounted`, since workers have neither database nor disk. The first front that gets it (`countStorage`)
 *    counts it against the quota of its account, moves a large body to a file, and stores the reply again without the mark. The
 *    reservation of memory shrinks to what is left in Redis.
 * 4. `readReply` opens it for every client that fetches it. After an hour the entry in Redis expires, and the scheduler deletes
 *    the files of that hour. A request that was not accepted, or whose client got the reply at once, is removed earlier.
 */
export class AsyncResults {
  /** Replies that are being counted, by request: concurrent reads share one copy. */
  readonly #counting = new Map<string, Promise<PersistedReply | undefined>>();

  constructor(
    private readonly redis: Redis,
    private readonly replies: ReplyStore,
    private readonly memory: MemoryQuota,
  ) {}

  /**
   * Reserves Redis memory for an asynchronous request.
   *
   * @param bytes size of its body and of its largest reply
   * @throws ApiError 429 if the account, or all together, have reserved their maximum
   */
  async reserveMemory(requestId: string, account: string, bytes: number): Promise<void> {
    const order = { requestId, account, bytes: JOB_OVERHEAD + bytes, forMs: RETENTION_MS };
    if (!(await this.memory.reserve(order).catch(throwUnavailable))) throw errors.tooMuchMemory();
  }

  /** Returns the stored reply to a request. @throws ApiError 503 if it is missing, or Redis is unavailable */
  async getReply(requestId: string): Promise<PersistedReply> {
    const stored = await loadReply(this.redis, requestId).catch(throwUnavailable);
    if (!stored) throw errors.serviceUnavailable({}, 'the stored reply is missing');
    return stored;
  }

  /** Adds the stored body to a reply that was sent without it. @throws ApiError 503, see `getReply` */
  async withBody(requestId: string, reply: Reply): Promise<Reply> {
    const { bodyIsStored, ...head } = reply;
    return bodyIsStored ? { ...head, body: (await this.getReply(requestId)).body } : reply;
  }

  /** Registers an asynchronous request. @throws ApiError 422 if the account has no storage left for its result */
  async register(requestId: string, owner: JobOwner): Promise<void> {
    await this.replies.reserve(owner.account, RETENTION_MS);
    const now = Date.now();
    const writing = this.redis.pipeline().set(redisKey('job', requestId), JSON.stringify(owner), 'EX', RESULT_SECONDS);
    const lists = owner.test ? [] : [listKey({ account: owner.account }), listKey(owner)];
    for (const list of lists)
      writing
        .zadd(list, now, requestId)
        .zremrangebyscore(list, 0, now - RETENTION_MS)
        .zremrangebyrank(list, 0, -MAX_LISTED - 1)
        .expire(list, RESULT_SECONDS);
    const written = await writing.exec();
    for (const [error] of written ?? []) if (error) throw error;
  }

  /**
   * Lists the jobs of an account, or of one of its keys, with their times of submission, the latest first.
   *
   * @param after the last job of the previous page
   */
  async list(
    by: Pick<JobOwner, 'account'> & Partial<JobOwner>,
    limit: number,
    after?: string,
  ): Promise<{ id: string; at: Date }[]> {
    const list = listKey(by);
    const before = after === undefined ? 0 : await this.redis.zrevrank(list, after);
    if (before === null) return [];
    const start = after === undefined ? 0 : before + 1;
    const found = await this.redis.zrevrange(list, start, start + limit - 1, 'WITHSCORES');
    const jobs: { id: string; at: Date }[] = [];
    for (let at = 0; at < found.length; at += 2) {
      const [id = '', score] = found.slice(at, at + 2);
      const submitted = Number(score);
      if (submitted > Date.now() - RETENTION_MS) jobs.push({ id, at: new Date(submitted) });
    }
    return jobs;
  }

  /** Stores a reply unless the worker has stored one. Returns the stored one. */
  store(requestId: string, reply: Reply): Promise<PersistedReply> {
    return storeReply(this.redis, requestId, reply);
  }

  /** Removes a request with its reply, and releases its memory. */
  async remove(requestId: string, { account, key }: Pick<JobOwner, 'account' | 'key'>): Promise<void> {
    const lists = [listKey({ account }), listKey({ account, key })];
    await Promise.all([
      this.redis.del(redisKey('job', requestId)),
      ...lists.map((list) => this.redis.zrem(list, requestId)),
      deleteReply(this.redis, requestId),
    ]);
  }

  /**
   * Counts a stored reply against the quota of its account, unless that is done; an error replaces it if the quota is exceeded.
   * Concurrent fronts may both count it, which is too much for an hour and never too little.
   */
  countStorage(requestId: string, account: string): Promise<PersistedReply | undefined> {
    const counting = this.#count(requestId, account).finally(() => {
      if (this.#counting.get(requestId) === counting) this.#counting.delete(requestId);
    });
    this.#counting.set(requestId, counting);
    return counting;
  }

  async #count(requestId: string, account: string): Promise<PersistedReply | undefined> {
    const stored = await loadReply(this.redis, requestId);
    if (!stored?.uncounted) return stored;
    const { uncounted, ...reply } = stored;
    const options = { account, requestId, retentionMs: RETENTION_MS, maxInline: LARGEST_INLINE_REPLY.redis };
    const counted = await this.replies.store(reply, options);
    await replaceReply(this.redis, requestId, counted);
    return counted;
  }

  /** True if a missing reply never arrives. */
  async isOverdue(requestId: string, { pool }: JobOwner): Promise<boolean> {
    const ageSeconds = RESULT_SECONDS - (await this.redis.ttl(redisKey('job', requestId)));
    return ageSeconds > requestDeadlineMs(pool, true) / 1_000 + GRACE_SECONDS;
  }

  async findOwner(requestId: string): Promise<JobOwner | undefined> {
    const owner = await this.redis.get(redisKey('job', requestId));
    return owner === null ? undefined : JSON.parse(owner);
  }

  findOutcome(requestId: string): Promise<Outcome | undefined> {
    return loadReply(this.redis, requestId);
  }

  /** Opens the reply to a request for sending. Undefined if there is none yet. */
  async readReply(requestId: string, { account }: JobOwner): Promise<ReadableReply | undefined> {
    const stored = await (this.#counting.get(requestId) ?? this.countStorage(requestId, account));
    return stored && this.replies.read(stored);
  }
}
