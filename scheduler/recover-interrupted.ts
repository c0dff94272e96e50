import { tellOfUntold } from '../shared/alerts/tell.js';
import { enterAbandoned } from '../shared/operators/trail.js';
import { tellOfNoted } from '../shared/webhooks/low-balance.js';
import type { Task } from './run-tasks.js';

/**
 * Completes what a process had stored and died before finishing: notifications about balances and alerts, and entries in the audit
 * trail, whose outcome is then unknown.
 */
export const recoverInterrupted: Task = {
  name: 'recover-interrupted',
  schedule: '50 * * * * *',
  async run({ store, clock, each }) {
    const balances = await tellOfNoted(store, clock.now(), each);
    const alerts = await tellOfUntold(store, each);
    const operations = await enterAbandoned(store, clock.now(), each);
    return { balances, alerts, operations };
  },
};
