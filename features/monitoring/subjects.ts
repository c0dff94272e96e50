import { allQueues } from '../../shared/queue/infrastructure.js';
import type { SubjectKind } from '../operators/index.js';

/** A queue by its name: how many jobs it has, and whether it is paused. */
export const queueSubject: SubjectKind = {
  type: 'queue',
  async read(_, id, infrastructure) {
    const queue = infrastructure && allQueues(infrastructure).find(({ name }) => name === id);
    if (!queue) return null;
    const [jobs, paused] = await Promise.all([queue.getJobCounts(), queue.isPaused()]);
    return { account: null, state: { jobs, paused } };
  },
};

/** A job by its id, in whichever queue. */
export const jobSubject: SubjectKind = {
  type: 'job',
  async read(_, id, infrastructure) {
    const queues = infrastructure ? allQueues(infrastructure) : [];
    const found = await Promise.all(
      queues.map(async (queue) => ({ queue: queue.name, state: await queue.getJobState(id) })),
    );
    const state = found.find((one) => one.state !== 'unknown');
    return state ? { account: null, state } : null;
  },
};
