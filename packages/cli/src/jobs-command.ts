import type { Command } from 'commander';
import type { ResponseMetadata } from 'utility-api-client';
import { connect } from './access.js';
import type { CommandOptions } from './command-options.js';
import { UsageError } from './failures.js';
import type { Fields } from './fields.js';
import { findWarning, print } from './output.js';
import { findRoute, routeCommand, sendToRoute } from './route-commands.js';
import { watch } from './watch.js';

interface JobsOptions extends CommandOptions {
  cancel?: true;
}

/** Creates the command for the asynchronous requests of the account, or one of them. */
export function jobsCommand(): Command {
  const jobs = findRoute('jobs');
  return routeCommand(jobs)
    .argument('[id]', 'ID of a job, to show its state and result')
    .option('--watch', 'wait until the job is done, and print only its result')
    .option('--cancel', 'cancel the job, if it has not started')
    .action((id: string | undefined, options: Fields & JobsOptions) => {
      if (id !== undefined) return handleJob(id, options);
      if (options.watch || options.cancel) throw new UsageError('Give the ID of a job. "utility-api jobs" lists them.');
      return sendToRoute(jobs, options);
    });
}

async function handleJob(id: string, options: JobsOptions): Promise<void> {
  let metadata: ResponseMetadata | undefined;
  const job = connect((received) => {
    metadata = received;
  }).job(id);
  if (options.cancel) {
    await job.cancel();
    print({ job_id: id, state: 'cancelled' }, options);
    return;
  }
  print(options.watch ? await watch(job) : await job.status(), options, findWarning(metadata));
}
