import { errors } from '../../shared/contract/errors.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Logger } from '../../shared/process/log.js';
import { count } from '../../shared/process/metrics/measure.js';
import { insertNew } from '../../shared/store/insert-new.js';
import { requireNotClosed } from '../members/index.js';
import type { Order, PaymentCollections } from './collections.js';
import { type BillingStore, converge, storeHint } from './converge.js';
import { createOrder, isOrderId } from './orders.js';
import type { Payments } from './payments.js';
import type { ProviderPayment } from './provider.js';

type Store = Pick<PaymentCollections, 'payers' | 'unknownPayments'>;

const ANOTHER_APPLICATION = 'another application';

/**
 * Stores a hint for the order that a payment names. If the store does not have that order, as after the restore of a backup, it records the
 * payment. Harmless to repeat.
 *
 * @returns the id of the order; undefined if there is none
 */
export async function followPayment(
  store: Store & Pick<PaymentCollections, 'orders'> & Pick<LedgerCollections, 'payments'>,
  { provider }: Pick<Payments, 'provider'>,
  intent: string,
  now: Date,
  log: Pick<Logger, 'warn'>,
): Promise<string | undefined> {
  const payment = await provider.readPayment(intent);
  const { order, account = null, pack = null, amount, currency, received } = payment;
  if (order === undefined) return undefined;
  if ((await storeHint(store, { _id: order }, now)) !== undefined) return order;
  if (!received || (await isForeign(store, payment, provider.platform))) return undefined;
  if (await store.payments.findOne({ _id: intent })) return undefined;
  const unknown = { order, account, pack, amount, currency, paid: received, seen: now };
  const { upsertedCount } = await store.unknownPayments.updateOne(
    { _id: intent },
    { $setOnInsert: unknown },
    { upsert: true },
  );
  if (upsertedCount === 0) return undefined;
  count('unknownPayments', {});
  log.warn({ payment: intent, order, account, amount, currency }, 'payment without an order: adopt it');
  return undefined;
}

/** True for a payment of another application or platform that uses the same account at the provider. */
async function isForeign(
  { payers }: Pick<Store, 'payers'>,
  { order = '', platform, account, customer }: ProviderPayment,
  own: string | undefined,
): Promise<boolean> {
  if (!isOrderId(order)) return true;
  if (platform === undefined || platform === own) return false;
  const payer = account === undefined ? null : await payers.findOne({ _id: account });
  return customer === undefined || payer?.customer !== customer;
}

/**
 * Creates the order of a payment that the store does not know, as the payment describes it, and credits it once.
 *
 * @param account account to credit if the payment names none: the payment method of the payment is then not saved
 * @throws ApiError 404 for an unknown account; 409 for a closed one, and for a payment that is not received, of another platform or
 * account, credited already, or that does not say what was bought; 422 for one that names no account
 * @throws ProviderError when the provider does not know the payment, or cannot be reached
 */
export async function adoptPayment(
  store: BillingStore & Store,
  payments: Payments,
  { intent, account: given }: { intent: string; account: string | undefined },
  now: Date,
): Promise<Order> {
  const payment = await payments.provider.readPayment(intent);
  if (payment.order === undefined) throw errors.paymentOfAnotherPlatform({ platform: ANOTHER_APPLICATION });
  const known = await store.orders.findOne({ _id: payment.order });
  if (known && given !== undefined && given !== known.account)
    throw errors.paymentOfAnotherAccount({ account: known.account });
  if (!known) await insertNew(store.orders, [await buildOrder(store, payments, intent, payment, given)]);
  const order = await converge(store, payments, payment.order, now);
  await store.unknownPayments.deleteOne({ _id: intent });
  if (!order) throw errors.orderUnknown({ order: payment.order });
  return order;
}

async function buildOrder(
  store: BillingStore & Store,
  { provider, packs }: Payments,
  intent: string,
  payment: ProviderPayment,
  given: string | undefined,
): Promise<Order> {
  const { order: _id = '', amount: price, currency, customer, received, created } = payment;
  if (await isForeign(store, payment, provider.platform))
    throw errors.paymentOfAnotherPlatform({ platform: payment.platform ?? ANOTHER_APPLICATION });
  if (!received) throw errors.paymentNotReceived();
  if (await store.payments.findOne({ _id: intent })) throw errors.paymentCredited({ payment: intent });
  const account = payment.account ?? given;
  const alike = packs.filter((pack) => pack.price === price && pack.currency === currency);
  const sold = payment.credits === undefined ? alike : [{ id: payment.pack ?? '', credits: payment.credits }];
  const [pack] = sold;
  if (account === undefined) throw errors.paymentWithoutAccount();
  if (customer === undefined || !pack || sold.length > 1) throw errors.paymentWithoutPack();
  if (given !== undefined && given !== account) throw errors.paymentOfAnotherAccount({ account });
  const payer = await store.payers.findOne({ customer, _id: { $ne: account } });
  const owner = payer?._id ?? payment.owner ?? account;
  if (owner !== account) throw errors.paymentOfAnotherAccount({ account: owner });
  await requireNotClosed(store, account);
  // An operator may be wrong about the account, which must not get the payment method of another customer.
  const isNamed = payment.account !== undefined;
  if (isNamed) await store.payers.updateOne({ _id: account }, { $setOnInsert: { customer } }, { upsert: true });
  const { kind } = payment;
  const saves = isNamed && payment.saves;
  const { tax } = payment;
  const sale = { pack: pack.id, credits: pack.credits, price, currency, ...(tax && { tax }) };
  return { ...createOrder({ _id, account, kind, saves, customer, created, ...sale }), intent };
}
