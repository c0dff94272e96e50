import type { Payments } from '../shared/payments/payments.js';
import type { Collections } from '../shared/store/collections.js';
import { payersToTopUp, topUp } from './buy-top-up.js';
import type { Task } from './run-tasks.js';

/** Buys credits for accounts that want them topped up, when they run low. */
export const topUpCredits: Task = {
  name: 'top-up',
  schedule: '*/15 * * * * *',
  atStart: true,
  async run({ store, clock, payments, log }) {
    if (!payments) return {};
    const failed = (account: string, err: unknown) => log.warn({ account, err }, 'a top-up was put off');
    return { toppedUp: await topUpAll(store, payments, clock.now(), failed) };
  },
};

/**
 * Looks at every account with an automatic top-up. Harmless to repeat and to run twice at once.
 *
 * @param failed is told of an account whose provider could not be asked: its top-up is taken up the next time
 * @returns how many top-ups have ended
 */
export async function topUpAll(
  store: Collections,
  payments: Payments,
  now: Date,
  failed: (account: string, error: unknown) => void,
): Promise<number> {
  let ended = 0;
  for await (const payer of payersToTopUp(store)) {
    try {
      if (await topUp(store, payments, payer, now)) ended += 1;
    } catch (error) {
      failed(payer._id, error);
    }
  }
  return ended;
}
