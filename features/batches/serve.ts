import { DelayedError, Worker } from 'bullmq';
import type { Redis } from '../../shared/process/redis.js';
import { createDeliverWorkerOptions } from '../../shared/queue/queues.js';
import { BATCH_QUEUE, type BatchJob } from './queue.js';
import { type RunContext, runBatch, startBatchCounters } from './run.js';

/** Batches that a process runs at a time. It mostly waits for workers. */
const CONCURRENCY = 20;
/** Wait after an error, such as an unavailable store, in ms. */
const RETRY_AFTER_MS = 2_000;

/** Runs the batches of the queue in this process, each for a time slice and then behind those that wait. */
export function startBatchWorker(
  context: RunContext,
  redis: Redis,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  startBatchCounters();
  let isStopping = false;
  const worker = new Worker<BatchJob, void>(
    BATCH_QUEUE,
    async (job, token) => {
      const outcome = await runBatch(context, job.data.batch, () => isStopping).catch((err: unknown) => {
        context.log.warn({ err, batch: job.data.batch }, 'batch was interrupted');
        return 'failed' as const;
      });
      if (outcome === 'ended') return;
      await job.moveToDelayed(Date.now() + (outcome === 'failed' ? RETRY_AFTER_MS : 0), token);
      throw new DelayedError();
    },
    createDeliverWorkerOptions(BATCH_QUEUE, redis, CONCURRENCY),
  );
  worker.on('error', onError);
  return {
    async stop() {
      isStopping = true;
      await worker.close();
    },
  };
}
