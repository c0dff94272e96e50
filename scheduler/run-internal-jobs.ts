// Tasks whose work is an internal job of a worker pool.
import { randomUUID } from 'node:crypto';
import type { Config } from '../shared/process/config.js';
import type { ScheduledTask } from '../shared/process/scheduled-task.js';
import {
  type JobSender,
  refreshRates as refreshRatesJob,
  runInternalJob,
  writeReadings as writeReadingsJob,
} from '../shared/queue/internal-jobs.js';

/** Fetches the exchange rates from all sources. */
export const refreshRates: ScheduledTask<{ readonly jobs: JobSender }> = {
  name: 'refresh-rates',
  schedule: '0 */15 * * * *',
  atStart: true,
  run: ({ jobs }) => runInternalJob(jobs, refreshRatesJob, {}, { account: '', requestId: randomUUID() }),
};

/**
 * Writes tomorrow's daily readings with the language model at night, when there are few requests. Later runs of the same night write
 * those that are missing.
 */
export const writeReadings: ScheduledTask<{
  readonly jobs: JobSender;
  readonly config: Pick<Config, 'LLM_WRITE_AHEAD'>;
}> = {
  name: 'write-readings',
  schedule: '0 */20 2-4 * * *',
  run: async ({ jobs, config }) =>
    config.LLM_WRITE_AHEAD === ''
      ? {}
      : runInternalJob(jobs, writeReadingsJob, {}, { account: '', requestId: randomUUID() }),
};
