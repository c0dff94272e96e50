import { errors } from '../../shared/contract/errors.js';
import type { Order, PaymentCollections, RequestedRefund } from './collections.js';
import type { PaymentProvider } from './provider.js';

/** Age up to which a refund is requested again, in ms: the provider forgets idempotency keys after a day. */
const REPEATED_WITHIN_MS = 20 * 3_600_000;

interface RefundRequest {
  /** Up to date, and paid. */
  order: Order;
  /** In the smallest unit of the currency; by default all that is not refunded yet. */
  amount: number | undefined;
  /** Id of the refund; by default it is a new one. */
  refund: string | undefined;
}

/**
 * Refunds a part of an order, once for each id. The refund is stored before the request to the provider, which carries its id, so that a
 * repetition requests the same refund.
 *
 * @throws ApiError 409 without a payment, for an id that was used for another amount, or for one that is too old to be repeated; 422 for
 * more than is left
 * @throws ProviderError when the provider refuses, or cannot be reached
 */
export async function requestRefund(
  store: Pick<PaymentCollections, 'orders'>,
  provider: PaymentProvider,
  { order, amount, refund }: RefundRequest,
  now: Date,
): Promise<void> {
  const { _id, intent, price, refunded, disputed, refunds = [] } = order;
  if (intent === undefined) throw errors.orderNotPaid();
  // Two concurrent requests count the same number, and request one refund.
  const id = refund ?? `#${refunds.length + 1}`;
  const earlier = refunds.find((one) => one.id === id);
  const left = price - refunded - disputed;
  if (!earlier && amount !== undefined && amount > left) throw errors.orderRefundTooLarge({ left });
  const due = earlier?.amount ?? amount ?? left;
  if (due === 0) return;
  const stored = earlier ?? (await storeRefund(store, _id, { id, amount: due, at: now }));
  if (stored.amount !== (amount ?? stored.amount))
    throw errors.orderRefundDiffers({ refund: id, amount: stored.amount });
  if (now.getTime() - stored.at.getTime() > REPEATED_WITHIN_MS) {
    const requested = refunds.reduce((sum, one) => sum + one.amount, 0);
    if (refunded >= requested) return;
    throw errors.orderRefundTooOld({ refund: id, at: stored.at.toISOString() });
  }
  await provider.refund(intent, stored.amount, `${_id}:${id}`);
}

/** Stores a refund. @returns the one that is stored with its id */
async function storeRefund(
  { orders }: Pick<PaymentCollections, 'orders'>,
  order: string,
  refund: RequestedRefund,
): Promise<RequestedRefund> {
  await orders.updateOne({ _id: order, 'refunds.id': { $ne: refund.id } }, { $push: { refunds: refund } });
  const found = await orders.findOne({ _id: order }, { projection: { refunds: 1 } });
  return found?.refunds?.find(({ id }) => id === refund.id) ?? refund;
}
