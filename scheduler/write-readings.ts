import { randomUUID } from 'node:crypto';
import { writeReadings as job, runInternalJob } from '../shared/queue/internal-jobs.js';
import type { Task } from './run-tasks.js';

/**
 * Writes tomorrow's daily readings with the language model at night, when there are few requests. Later runs of the same night write
 * those that are missing.
 */
export const writeReadings: Task = {
  name: 'write-readings',
  schedule: '0 */20 2-4 * * *',
  run: async ({ jobs, config }) =>
    config.LLM_WRITE_AHEAD === '' ? {} : runInternalJob(jobs, job, {}, { account: '', requestId: randomUUID() }),
};
