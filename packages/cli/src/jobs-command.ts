import { Command } from 'commander';
import { connect } from './access.js';
import { UsageError } from './failures.js';
import { print } from './output.js';
import { type OwnOptions, withOutput } from './own-options.js';
import { watch } from './watch.js';

interface JobsOptions extends OwnOptions {
  limit?: string;
  after?: string;
  cancel?: true;
}

export const jobsCommand = (): Command =>
  withOutput(new Command('jobs'))
    .description('The calls that were handed in during the last hour; with an id, how one stands and its answer.')
    .argument('[id]', 'of a job')
    .option('--watch', 'wait for the answer of the job, and print it alone')
    .option('--cancel', 'take the job back, if it has not been begun')
    .option('--limit <number>', 'jobs per page')
    .option('--after <next>', 'the next of the page before')
    .action(async (id: string | undefined, { limit, after, ...options }: JobsOptions) => {
      const api = connect();
      if (id === undefined) {
        if (options.watch || options.cancel) throw new UsageError('Which job? utility-api jobs lists them');
        print(await api.jobs({ ...(limit ? { limit: Number(limit) } : {}), ...(after ? { after } : {}) }), options);
        return;
      }
      const job = api.job(id);
      if (options.cancel) {
        await job.cancel();
        print({ job_id: id, state: 'cancelled' }, options);
        return;
      }
      print(options.watch ? await watch(job) : await job.look(), options);
    });
