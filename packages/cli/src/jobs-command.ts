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

/** The calls that were handed in, or one of them. */
export function jobsCommand(): Command {
  const jobs = routeNamed('jobs');
  return routeCommand(jobs)
    .argument('[id]', 'of a job, to be told how it stands and what it was answered')
    .option('--watch', 'wait for the answer of the job, and print it alone')
    .option('--cancel', 'take the job back, if it has not been begun')
    .action((id: string | undefined, options: Fields & JobsOptions) => {
      if (id !== undefined) return lookAtJob(id, options);
      if (options.watch || options.cancel) throw new UsageError('Which job? utility-api jobs lists them');
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
  print(options.watch ? await watch(job) : await job.look(), options);
}
