import { errors } from '../../shared/contract/errors.js';
import type { AskedRefund, Order, PaymentCollections } from './collections.js';
import type { PaymentProvider } from './provider.js';

/** The provider forgets keys after a day: what was asked for earlier is not asked for again, in ms. */
const ASKED_AGAIN_WITHIN_MS = 20 * 3_600_000;

/** What is to be paid back. */
interface Wanted {
  /** As it stands, and paid. */
  order: Order;
  /** In the smallest unit of the currency; without it, what has not gone back yet. */
  amount: number | undefined;
  /** The id of the refund; without it, it is one that was not asked for before. */
  refund: string | undefined;
}

/**
 * Pays a part of an order back, once for each id. The refund is written before the provider is asked, which is told its id: whoever
 * repeats it asks for the same one, and two of the same amount are two.
 *
 * @throws ApiError 409 without a payment, or for an id that was used for another amount; 422 for more than is left
 * @throws ProviderError when the provider refuses, or cannot be asked
 */
export async function payBack(
  store: Pick<PaymentCollections, 'orders'>,
  provider: PaymentProvider,
  { order, amount, refund }: Wanted,
  now: Date,
): Promise<void> {
  const { _id, intent, price, refunded, disputed, refunds = [] } = order;
  if (intent === undefined) throw errors.orderNotPaid();
  // Who asks twice at once sees the same number, and asks for the same.
  const id = refund ?? `#${refunds.length + 1}`;
  const earlier = refunds.find((one) => one.id === id);
  const left = price - refunded - disputed;
  if (!earlier && amount !== undefined && amount > left) throw errors.orderRefundTooLarge({ left });
  const wanted = earlier?.amount ?? amount ?? left;
  if (wanted === 0) return;
  const asked = earlier ?? (await note(store, _id, { id, amount: wanted, at: now }));
  if (asked.amount !== (amount ?? asked.amount)) throw errors.orderRefundDiffers({ refund: id, amount: asked.amount });
  if (now.getTime() - asked.at.getTime() > ASKED_AGAIN_WITHIN_MS) return;
  await provider.refund(intent, asked.amount, `${_id}:${id}`);
}

/** Writes a refund down. @returns the one that is there under its id */
async function note(
  { orders }: Pick<PaymentCollections, 'orders'>,
  order: string,
  refund: AskedRefund,
): Promise<AskedRefund> {
  await orders.updateOne({ _id: order, 'refunds.id': { $ne: refund.id } }, { $push: { refunds: refund } });
  const found = await orders.findOne({ _id: order }, { projection: { refunds: 1 } });
  return found?.refunds?.find(({ id }) => id === refund.id) ?? refund;
}
