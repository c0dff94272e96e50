import type { Job } from 'utility-api-client';
import { say } from './output.js';

/**
 * Waits for a job's answer and tells how it goes on. When it is interrupted the job is not: how it is found again is told.
 */
export async function watch<Answer>(job: Job<Answer>): Promise<Answer> {
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1_000).toFixed(1)} s`;
  const leave = () => {
    process.stderr.write(`The job goes on: utility-api jobs ${job.id} --watch\n`);
    process.exit(130);
  };
  process.once('SIGINT', leave);
  process.stderr.write(`job ${job.id}\n`);
  try {
    return await job.answer({ onState: (state) => process.stderr.write(`${state} (${seconds()})\n`) });
  } finally {
    process.removeListener('SIGINT', leave);
    say(`after ${seconds()}`);
  }
}
