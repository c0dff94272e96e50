import type { Job } from 'utility-api-client';
import { say } from './output.js';

/** Waits for the result of a job and prints its states. An interruption leaves the job running. */
export async function watch<Result>(job: Job<Result>): Promise<Result> {
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1_000).toFixed(1)} s`;
  const leave = () => {
    process.stderr.write(`The job keeps running. To wait for it again: utility-api jobs ${job.id} --watch\n`);
    process.exit(130);
  };
  process.once('SIGINT', leave);
  process.stderr.write(`job ${job.id}\n`);
  try {
    return await job.result({ onState: (state) => process.stderr.write(`${state} (${seconds()})\n`) });
  } finally {
    process.removeListener('SIGINT', leave);
    say(`finished after ${seconds()}`);
  }
}
