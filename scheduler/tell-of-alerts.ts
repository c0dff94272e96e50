import { tellOfUntold } from '../shared/alerts/tell.js';
import type { Task } from './run-tasks.js';

/** Tells accounts of alerts that whoever noticed them died over. */
export const tellOfAlerts: Task = {
  name: 'tell-of-alerts',
  schedule: '50 * * * * *',
  atStart: true,
  run: async ({ store, each }) => ({ told: await tellOfUntold(store, each) }),
};
