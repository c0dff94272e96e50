import type { Command } from 'commander';
import { connect } from './access.js';
import { UsageError } from './failures.js';
import type { Fields } from './fields.js';
import { print } from './output.js';
import type { OwnOptions } from './own-options.js';
import { askRoute, routeCommand, routeNamed } from './route-commands.js';
import { watch } from './watch.js';

interface JobsOptions extends OwnOptions {
  cancel?: true;
}

/** The asynchronous requests of the account, or one of them. */
export function jobsCommand(): Command {
  const jobs = routeNamed('jobs');
  return routeCommand(jobs)
    .argument('[id]', 'ID of a job, to show its state and result')
    .option('--watch', 'wait until the job is done, and print only its result')
    .option('--cancel', 'cancel the job, if it has not started')
    .action((id: string | undefined, options: Fields & JobsOptions) => {
      if (id !== undefined) return lookAtJob(id, options);
      if (options.watch || options.cancel) throw new UsageError('Give the ID of a job. "utility-api jobs" lists them.');
      return askRoute(jobs, options);
    });
}

async function lookAtJob(id: string, options: JobsOptions): Promise<void> {
  const job = connect().job(id);
  if (options.cancel) {
    await job.cancel();
    print({ job_id: id, state: 'cancelled' }, options);
    return;
  }
  print(options.watch ? await watch(job) : await job.status(), options);
}
