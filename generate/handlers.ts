import { catalogue } from '../shared/contract/catalogue/index.js';
import { internalJobs } from '../shared/queue/internal-jobs.js';

/** Paths of the modules of all handlers, in the folder of the workers. */
export const handlers: readonly string[] = [
  ...catalogue.map(({ group, path }) => `${group.id}/${path.split('/').at(-1)}.js`),
  ...internalJobs.map(({ name }) => `${name}.js`),
];
