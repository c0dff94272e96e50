import { refreshRates } from '../shared/queue/chores.js';
import { orderChore } from './order-chore.js';
import type { Task } from './run-tasks.js';

/** Fetches the exchange rates anew from all sources. */
export const refreshExchangeRates: Task = {
  name: 'refresh-rates',
  schedule: '0 */15 * * * *',
  atStart: true,
  run: (context) => orderChore(refreshRates, context),
};
