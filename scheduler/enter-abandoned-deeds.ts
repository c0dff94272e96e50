import { enterAbandoned } from '../shared/operators/trail.js';
import type { Task } from './run-tasks.js';

/** Enters in the audit trail what operators have begun through processes that ended before they could say what became of it. */
export const enterAbandonedDeeds: Task = {
  name: 'enter-abandoned-deeds',
  schedule: '50 * * * * *',
  atStart: true,
  run: async ({ store, clock, each }) => ({ entered: await enterAbandoned(store, clock.now(), each) }),
};
