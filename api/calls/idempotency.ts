import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Collection } from 'mongodb';
import type { FirstAnswer, ReadableReply, ReplyStore } from '../../features/requests/index.js';
import { LARGEST_INLINE_REPLY } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { longestDeadlineMs } from '../../shared/contract/pools.js';
import { type Clock, within } from '../../shared/process/clock.js';
import type { KeptReply, Reply } from '../../shared/queue/job.js';
import { isDuplicate } from '../../shared/store/insert-new.js';

const KEPT_MS = 24 * 3_600_000;
/** A request whose front has died is not running any more. */
const RUNNING_MS = longestDeadlineMs + 5_000;
const RETRY_AFTER_MS = 500;

/**
 * Remembers the first answer to each Idempotency-Key of an account, for 24 h. What cannot be written while the store is away waits
 * until it can: the calls that had begun when it went are all that there are, as none begins without it.
 */
export class Idempotency {
  /** What is to become of claims, by their ids. Until it is written they stand. */
  readonly #unwritten = new Map<string, () => Promise<unknown>>();
  #working: Promise<void> | undefined;

  /**
   * @param undo releases or refunds the credits of a request that is superseded, since its front died before it responded
   * @param onError is told of what could not be written yet
   */
  constructor(
    private readonly answers: Collection<FirstAnswer>,
    private readonly replies: ReplyStore,
    private readonly clock: Clock,
    private readonly undo: (account: string, requestId: string) => Promise<void>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /**
   * Claims a key for a request.
   *
   * @param request path and body: the same key with another request is refused
   * @param requestId identifies the claim, which `keep` or `release` ends
   * @returns the first response if there is one; undefined if the caller now holds the claim
   * @throws ApiError 409 while the first request is running, 422 for another request, or without room for its answer
   */
  async claim(account: string, key: string, request: string, requestId: string): Promise<ReadableReply | undefined> {
    const now = this.clock.now();
    const _id = idOf(account, key);
    if (this.#unwritten.has(_id)) throw errors.idempotencyKeyInUse();
    const claim: FirstAnswer = {
      _id,
      request: sha256(request),
      requestId,
      runningUntil: new Date(now.getTime() + RUNNING_MS),
      expires: new Date(now.getTime() + KEPT_MS),
      reply: null,
    };
    const kept = (await this.#isFirst(claim)) ? undefined : await this.#follow(account, claim, now);
    if (kept) return this.replies.read(kept);
    await this.replies.reserve(account, KEPT_MS).catch(async (error: unknown) => {
      await this.release(account, key, requestId);
      throw error;
    });
    return undefined;
  }

  async #isFirst(claim: FirstAnswer): Promise<boolean> {
    try {
      await this.answers.insertOne(claim);
      return true;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return false;
    }
  }

  async #follow(account: string, claim: FirstAnswer, now: Date): Promise<FirstAnswer['reply'] | undefined> {
    const first = await this.answers.findOne({ _id: claim._id });
    // The first request has released its claim meanwhile: of those that follow it, one is the next first.
    if (!first) {
      if (await this.#isFirst(claim)) return undefined;
      throw errors.idempotencyKeyInUse();
    }
    if (first.expires > now) {
      if (first.request !== claim.request) throw errors.idempotencyKeyReused();
      if (first.reply) return first.reply;
      if (first.runningUntil > now) throw errors.idempotencyKeyInUse();
    }
    await this.undo(account, first.requestId);
    const { _id, ...fields } = claim;
    const { matchedCount } = await this.answers.updateOne({ _id, requestId: first.requestId }, { $set: fields });
    if (matchedCount === 0) throw errors.idempotencyKeyInUse();
    return undefined;
  }

  /** Stores the response of the request that holds the claim. */
  async keep(account: string, key: string, requestId: string, reply: Reply): Promise<void> {
    const _id = idOf(account, key);
    let kept: KeptReply | undefined;
    await this.#write(_id, async () => {
      const maxInline = LARGEST_INLINE_REPLY.store;
      kept ??= await this.replies.store(reply, { account, requestId, retentionMs: KEPT_MS, maxInline });
      await this.answers.updateOne({ _id, requestId }, { $set: { reply: kept } });
    });
  }

  /** Releases the claim of a request that is to be tried again. */
  async release(account: string, key: string, requestId: string): Promise<void> {
    const _id = idOf(account, key);
    await this.#write(_id, () => this.answers.deleteOne({ _id, requestId }));
  }

  /** Waits until everything is written, at most for the given time in ms. */
  async drain(withinMs: number): Promise<void> {
    if (this.#working) await within(withinMs, this.#working);
  }

  async #write(id: string, write: () => Promise<unknown>): Promise<void> {
    try {
      await write();
    } catch (error) {
      this.onError(error);
      this.#unwritten.set(id, write);
      this.#working ??= this.#work();
    }
  }

  async #work(): Promise<void> {
    while (this.#unwritten.size > 0) {
      await pause(RETRY_AFTER_MS);
      for (const [id, write] of this.#unwritten) {
        const isWritten = await write().then(
          () => true,
          () => false,
        );
        if (!isWritten) break;
        this.#unwritten.delete(id);
      }
    }
    this.#working = undefined;
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const idOf = (account: string, key: string): string => sha256(`${account}\n${key}`);
