import { randomUUID } from 'node:crypto';
import type { ScheduledTask } from '../shared/process/scheduled-task.js';
import type { JobSender } from '../shared/queue/internal-jobs.js';
import { refreshRates as job, runInternalJob } from '../shared/queue/internal-jobs.js';

/** Fetches the exchange rates from all sources. */
export const refreshRates: ScheduledTask<{ readonly jobs: JobSender }> = {
  name: 'refresh-rates',
  schedule: '0 */15 * * * *',
  atStart: true,
  run: ({ jobs }) => runInternalJob(jobs, job, {}, { account: '', requestId: randomUUID() }),
};
