import { type AlertStore, tell } from '../shared/alerts/tell.js';
import { toCredits } from '../shared/ledger/amounts.js';
import type { Order } from '../shared/payments/collections.js';
import { topUpFailed } from '../shared/webhooks/events.js';

/**
 * Tells an account that its automatic top-up was declined and is off. The one place where that is told, by whatever way; harmless to
 * repeat.
 */
export async function tellOfFailedTopUp(
  store: AlertStore,
  { _id, account, pack, credits, price, currency, why = 'declined' }: Order,
  at: Date,
): Promise<void> {
  const data = { order: _id, pack, credits: toCredits(credits), price, currency, why };
  await tell(store, account, { event: topUpFailed, data, id: `failed_${_id}`, at });
}
