import { JOB_OVERHEAD } from '../contract/bounds.js';
import type { Redis } from '../process/redis.js';
import { redisKey } from '../process/redis-keys.js';
import type { PersistedReply, Reply } from './job.js';
import { releaseReservation, resizeReservation } from './memory-quota.js';

/** Retention of replies to asynchronous calls, in seconds. */
export const RESULT_SECONDS = 3_600;

const resultKey = (requestId: string): string => redisKey('result', requestId);

/**
 * Stores the reply to an asynchronous call in Redis, unless there is one. The worker does so, so that the reply can be fetched also if the
 * front that accepted the request has died. A front then counts it towards the storage of the account, as workers have no store.
 *
 * @returns the stored reply, which may be an earlier one
 */
export async function storeReply(redis: Redis, requestId: string, reply: Reply): Promise<PersistedReply> {
  const uncounted: PersistedReply = { ...reply, uncounted: true };
  const text = JSON.stringify(uncounted);
  const stored = await redis.set(resultKey(requestId), text, 'EX', RESULT_SECONDS, 'NX');
  if (stored !== 'OK') return (await loadReply(redis, requestId)) ?? uncounted;
  await fitReservation(redis, requestId, text);
  return uncounted;
}

/** Changes the memory reserved for a request to the size of its stored reply. If that fails the reservation stays as it was. */
const fitReservation = (redis: Redis, requestId: string, text: string): Promise<void> =>
  resizeReservation(redis, 'jobs', requestId, JOB_OVERHEAD + Buffer.byteLength(text)).catch(() => {});

/** Loads the stored reply to an asynchronous call. The body of a large one that has been counted is in its file. */
export async function loadReply(redis: Redis, requestId: string): Promise<PersistedReply | undefined> {
  const stored = await redis.get(resultKey(requestId));
  return stored === null ? undefined : JSON.parse(stored);
}

/** Replaces a stored reply, for the rest of its retention. */
export async function replaceReply(redis: Redis, requestId: string, reply: PersistedReply): Promise<void> {
  const text = JSON.stringify(reply);
  await redis.set(resultKey(requestId), text, 'KEEPTTL', 'XX');
  await fitReservation(redis, requestId, text);
}

/** Deletes the stored reply to an asynchronous call. */
export async function deleteReply(redis: Redis, requestId: string): Promise<void> {
  await redis.del(resultKey(requestId));
  await releaseReservation(redis, 'jobs', requestId);
}
