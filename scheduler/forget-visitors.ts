import { forgetAddresses } from '../shared/experience/visits.js';
import type { Task } from './task.js';

/** Takes the addresses of hosted pages' visitors away after 30 days. */
export const forgetVisitors: Task = {
  name: 'forget-visitors',
  schedule: '0 17 * * * *',
  atStart: true,
  run: async ({ store, clock }) => ({ visits: await forgetAddresses(store, clock.now()) }),
};
