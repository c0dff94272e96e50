import { randomUUID } from 'node:crypto';
import type { Config } from '../shared/process/config.js';
import type { ScheduledTask } from '../shared/process/scheduled-task.js';
import type { JobSender } from '../shared/queue/internal-jobs.js';
import { writeReadings as job, runInternalJob } from '../shared/queue/internal-jobs.js';

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
    config.LLM_WRITE_AHEAD === '' ? {} : runInternalJob(jobs, job, {}, { account: '', requestId: randomUUID() }),
};
