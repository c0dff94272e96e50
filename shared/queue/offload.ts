import { MAX_INLINE_INPUT } from '../contract/bounds.js';
import type { Redis } from '../process/redis.js';
import { slotPrefix } from '../process/redis-keys.js';
import type { Job } from './job.js';

const inputKey = (requestId: string): string => `${slotPrefix(`input:${requestId}`)}:json`;

/** A field that holds a file. */
const FILE_FIELD = '_base64":"';

/**
 * Offloads the input of a job if it is large or holds a file: stores it under a key of its own, which the id of the request leads to (a claim
 * check). BullMQ's scripts copy the data of a job several times, and finished jobs keep it.
 *
 * @param forMs time until the deadline: no worker starts the job after it
 * @returns the job as it is added to its queue
 */
export async function offloadInput(redis: Redis, job: Job, forMs: number): Promise<Job> {
  const json = JSON.stringify(job.input) ?? 'null';
  if (json.length <= MAX_INLINE_INPUT && !json.includes(FILE_FIELD)) return job;
  await redis.set(inputKey(job.requestId), Buffer.from(json), 'PX', Math.ceil(forMs));
  const { input: _, ...rest } = job;
  return { ...rest, isOffloaded: true };
}

/**
 * Returns a job with its input.
 *
 * @throws Error if the offloaded input is gone
 */
export async function loadInput(redis: Redis, job: Job): Promise<Job> {
  if (!job.isOffloaded) return job;
  const json = await redis.getBuffer(inputKey(job.requestId));
  if (!json) throw new Error('The offloaded input is gone');
  const { isOffloaded: _, ...rest } = job;
  return { ...rest, input: JSON.parse(json.toString()) };
}

/** Deletes the offloaded input of a job that has finished. */
export async function deleteInput(redis: Redis, job: Job): Promise<void> {
  if (job.isOffloaded) await redis.unlink(inputKey(job.requestId));
}
