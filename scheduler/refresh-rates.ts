import { randomUUID } from 'node:crypto';
import { refreshRates as job, runInternalJob } from '../shared/queue/internal-jobs.js';
import type { Task } from './run-tasks.js';

/** Fetches the exchange rates from all sources. */
export const refreshRates: Task = {
  name: 'refresh-rates',
  schedule: '0 */15 * * * *',
  atStart: true,
  run: ({ jobs }) => runInternalJob(jobs, job, {}, { account: '', requestId: randomUUID() }),
};
