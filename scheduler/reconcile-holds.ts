import { reconcile } from './reconcile.js';
import type { Task } from './task.js';

/** Finishes the calls and purchases that a crash left half done. */
export const reconcileHolds: Task = {
  name: 'reconcile-holds',
  schedule: '*/15 * * * * *',
  atStart: true,
  run: ({ store, clock }) => reconcile(store, clock.now()),
};
