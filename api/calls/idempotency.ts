import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Collection } from 'mongodb';
import type { FirstAnswer, ReadableReply, ReplyStore } from '../../features/requests/index.js';
import { LARGEST_INLINE_REPLY } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { longestDeadlineMs } from '../../shared/contract/pools.js';
import { type Clock, withTimeout } from '../../shared/process/clock.js';
import type { PersistedReply, Reply } from '../../shared/queue/job.js';
import { isDuplicate } from '../../shared/store/insert-new.js';

const RETENTION_MS = 24 * 3_600_000;
/** Time after which a call without a response is no longer running, since its front has died, in ms. */
const RUNNING_MS = longestDeadlineMs + 5_000;
/** The same for a route, which may send several requests to the payment provider. */
export const ROUTE_RUNNING_MS = 120_000;
const RETRY_AFTER_MS = 500;

/**
 * Stores the first response to each Idempotency-Key of an account, for 24 h. Writes that fail while the store is unavailable are retried
 * until they succeed: there are no more of them than calls in flight, since none begins without the store.
 */
export class Idempotency {
  /** Writes to be retried, by the ids of their claims, which stand until then. */
  readonly #unwritten = new Map<string, () => Promise<unknown>>();
  #working: Promise<void> | undefined;

  /**
   * @param undo releases or refunds the credits of a request that is superseded, since its front died before it responded
   * @param onError receives the errors of writes that are retried
   */
  constructor(
    private readonly responses: Collection<FirstAnswer>,
    private readonly replies: ReplyStore,
    private readonly clock: Clock,
    private readonly undo: (account: string, requestId: string) => Promise<void>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /**
   * Claims a key for a request.
   *
   * @param request path and body: the same key with another request is refused
   * @param requestId identifies the claim, which `store` or `release` ends
   * @param runningMs time for which the request may run
   * @returns the first response if there is one; undefined if the caller now holds the claim
   * @throws ApiError 409 while the first request is running, 422 for another request, or without room for its response
   */
  async claim(
    account: string,
    key: string,
    request: string,
    requestId: string,
    runningMs = RUNNING_MS,
  ): Promise<ReadableReply | undefined> {
    const now = this.clock.now();
    const _id = createClaimId(account, key);
    if (this.#unwritten.has(_id)) throw errors.idempotencyKeyInUse();
    const claim: FirstAnswer = {
      _id,
      request: sha256(request),
      requestId,
      runningUntil: new Date(now.getTime() + runningMs),
      expires: new Date(now.getTime() + RETENTION_MS),
      reply: null,
    };
    const stored = (await this.#insert(claim)) ? undefined : await this.#follow(account, claim, now);
    if (stored) return this.replies.read(stored);
    await this.replies.reserve(account, RETENTION_MS).catch(async (error: unknown) => {
      await this.release(account, key, requestId);
      throw error;
    });
    return undefined;
  }

  /** @returns false if there is a claim for the key */
  async #insert(claim: FirstAnswer): Promise<boolean> {
    try {
      await this.responses.insertOne(claim);
      return true;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return false;
    }
  }

  /** Returns the response of the first request, or replaces its claim if it has expired or its front has died. */
  async #follow(account: string, claim: FirstAnswer, now: Date): Promise<FirstAnswer['reply'] | undefined> {
    const first = await this.responses.findOne({ _id: claim._id });
    // The first request has released its claim meanwhile: one of those that follow it gets the claim.
    if (!first) {
      if (await this.#insert(claim)) return undefined;
      throw errors.idempotencyKeyInUse();
    }
    if (first.expires > now) {
      if (first.request !== claim.request) throw errors.idempotencyKeyReused();
      if (first.reply) return first.reply;
      if (first.runningUntil > now) throw errors.idempotencyKeyInUse();
    }
    // A request with a response stays charged.
    if (!first.reply) await this.undo(account, first.requestId);
    const { _id, ...fields } = claim;
    const { matchedCount } = await this.responses.updateOne({ _id, requestId: first.requestId }, { $set: fields });
    if (matchedCount === 0) throw errors.idempotencyKeyInUse();
    return undefined;
  }

  /** Stores the response of the request that holds the claim. */
  async store(account: string, key: string, requestId: string, reply: Reply): Promise<void> {
    const _id = createClaimId(account, key);
    let stored: PersistedReply | undefined;
    await this.#write(_id, async () => {
      const largestInline = LARGEST_INLINE_REPLY.store;
      stored ??= await this.replies.store(reply, {
        account,
        requestId,
        retentionMs: RETENTION_MS,
        maxInline: largestInline,
      });
      await this.responses.updateOne({ _id, requestId }, { $set: { reply: stored } });
    });
  }

  /** Releases the claim of a request that may be retried. */
  async release(account: string, key: string, requestId: string): Promise<void> {
    const _id = createClaimId(account, key);
    await this.#write(_id, () => this.responses.deleteOne({ _id, requestId }));
  }

  /** Waits until everything is written, or for a timeout in ms. */
  async drain(timeoutMs: number): Promise<void> {
    if (this.#working) await withTimeout(timeoutMs, this.#working);
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

const createClaimId = (account: string, key: string): string => sha256(`${account}\n${key}`);
