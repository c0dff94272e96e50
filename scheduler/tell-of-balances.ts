import { tellOfNoted } from '../shared/webhooks/low-balance.js';
import type { Task } from './run-tasks.js';

/** Tells accounts of low balances whose front died before it could. */
export const tellOfBalances: Task = {
  name: 'tell-of-balances',
  schedule: '40 * * * * *',
  atStart: true,
  run: async ({ store, clock, each }) => ({ told: await tellOfNoted(store, clock.now(), each) }),
};
