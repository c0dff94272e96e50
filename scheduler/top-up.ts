import type { Payments } from '../shared/payments/payments.js';
import type { OneByOne } from '../shared/process/one-by-one.js';
import type { Collections } from '../shared/store/collections.js';
import { payersToTopUp, topUp } from './buy-top-up.js';
import type { Task } from './run-tasks.js';

/** Buys credits for accounts that want them topped up, when they run low. */
export const topUpCredits: Task = {
  name: 'top-up',
  schedule: '*/15 * * * * *',
  atStart: true,
  async run({ store, clock, payments, each }) {
    if (!payments) return {};
    return { toppedUp: await topUpAll(store, payments, clock.now(), each) };
  },
};

/**
 * Looks at every account with an automatic top-up. Harmless to repeat and to run twice at once.
 *
 * The top-up of an account whose provider could not be asked is taken up the next time.
 *
 * @returns how many top-ups have ended
 */
export async function topUpAll(store: Collections, payments: Payments, now: Date, each: OneByOne): Promise<number> {
  let ended = 0;
  await each(
    payersToTopUp(store),
    ({ _id }) => _id,
    async (payer) => {
      if (await topUp(store, payments, payer, now)) ended += 1;
    },
  );
  return ended;
}
