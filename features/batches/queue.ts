import type { Queue } from 'bullmq';
import type { Redis } from '../../shared/process/redis.js';
import { openQueue } from '../../shared/queue/queues.js';

/** Name of the queue of batches, which the processes of the pool `deliver` run. */
export const BATCH_QUEUE = 'batches';

/** Runs a batch until it ends. */
export interface BatchJob {
  batch: string;
}

export const openBatchQueue = (redis: Redis, onError: (error: unknown) => void): Queue<BatchJob> =>
  openQueue<BatchJob, void>(BATCH_QUEUE, redis, onError);

/** Enqueues a batch, unless it is in the queue already. */
export async function enqueueBatch(queue: Pick<Queue<BatchJob>, 'add'>, batch: string): Promise<void> {
  await queue.add('run', { batch }, { jobId: batch, removeOnComplete: true, removeOnFail: true });
}
