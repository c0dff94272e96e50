import { JOB_OVERHEAD } from '../contract/bounds.js';
import type { Redis } from '../process/redis.js';
import { redisKey } from '../process/redis-keys.js';
import type { PersistedReply, Reply } from './job.js';
import { releaseReservation, resizeReservation } from './memory-quota.js';

/** For how long replies to asynchronous calls are kept, in seconds. */
export const RESULT_SECONDS = 3_600;

const resultKey = (requestId: string): string => redisKey('result', requestId);

/**
 * Keeps the reply to an asynchronous call in Redis, unless there is one. The worker keeps the reply that it has made, so that
 * it can be fetched whatever became of the front that promised it. A front then counts it for its account, which a worker, that
 * has neither store nor disk, cannot.
 *
 * @returns the one that is kept, which counts
 */
export async function storeReply(redis: Redis, requestId: string, reply: Reply): Promise<PersistedReply> {
  const uncounted: PersistedReply = { ...reply, uncounted: true };
  const text = JSON.stringify(uncounted);
  const kept = await redis.set(resultKey(requestId), text, 'EX', RESULT_SECONDS, 'NX');
  if (kept !== 'OK') return (await loadReply(redis, requestId)) ?? uncounted;
  await reserveFor(redis, requestId, text);
  return uncounted;
}

/** Sets the memory reserved for a request to what its stored reply takes. Where that fails the reservation stays as large as it was. */
const reserveFor = (redis: Redis, requestId: string, text: string): Promise<void> =>
  resizeReservation(redis, 'jobs', requestId, JOB_OVERHEAD + Buffer.byteLength(text)).catch(() => {});

/** The reply that is kept of an asynchronous call. The body of a large one that has been counted is in its file. */
export async function loadReply(redis: Redis, requestId: string): Promise<PersistedReply | undefined> {
  const kept = await redis.get(resultKey(requestId));
  return kept === null ? undefined : JSON.parse(kept);
}

/** Puts what is to stay of a kept reply in its place, for the time that is left to it. */
export async function replaceReply(redis: Redis, requestId: string, reply: PersistedReply): Promise<void> {
  const text = JSON.stringify(reply);
  await redis.set(resultKey(requestId), text, 'KEEPTTL', 'XX');
  await reserveFor(redis, requestId, text);
}

/** Drops the reply that is kept of an asynchronous call. */
export async function deleteReply(redis: Redis, requestId: string): Promise<void> {
  await redis.del(resultKey(requestId));
  await releaseReservation(redis, 'jobs', requestId);
}
