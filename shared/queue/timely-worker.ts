import { type Job, Worker } from 'bullmq';
import type { ReplyingBackend } from './replying-backend.js';

export type NextJob = Parameters<Worker['nextJobFromJobData']>;

/**
 * BullMQ's worker, for jobs that are dated by the clock of Redis. BullMQ tells by the date of its beginning, and this machine's
 * clock, when the lock of a job is to be renewed: for that it has been begun now.
 */
export class TimelyWorker<Data, Result, Backend extends ReplyingBackend = ReplyingBackend> extends Worker<
  Data,
  Result,
  string,
  Backend
> {
  protected override async nextJobFromJobData(...given: NextJob): Promise<Job<Data, Result>> {
    const job = await super.nextJobFromJobData(...given);
    // Whatever its type says, it is undefined where there is none.
    if (job) job.processedOn = Date.now();
    return job;
  }
}
