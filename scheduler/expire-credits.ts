import { expireLots } from './expire-lots.js';
import type { Task } from './task.js';

/** Books the credits of expired purchases as expired. They cannot be spent even before this has run. */
export const expireCredits: Task = {
  name: 'expire-credits',
  schedule: '0 */10 * * * *',
  atStart: true,
  run: async ({ store, clock }) => ({ wallets: await expireLots(store, clock.now()) }),
};
