import { toCredits } from '../../shared/contract/amounts.js';
import { MOST_ORDERS_LISTED } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import {
  flag,
  instant,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from '../../shared/contract/fields.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import { accountId } from '../members/index.js';
import { type OperationContext, operation, type SubjectKind } from '../operators/index.js';
import { type Order, orderStates, type PaymentCollections, type UnknownPayment } from './collections.js';
import { type BillingStore, converge } from './converge.js';
import { readOrderPage } from './orders.js';
import { type Payments, requirePayments } from './payments.js';
import { ProviderError } from './provider.js';
import { requestRefund } from './refund.js';
import { adoptPayment } from './unknown-payments.js';
import { orderRow, toOrderRow } from './views.js';

const row = object({ account: text(), ...orderRow.properties });

const toRow = (order: Order) => ({ account: order.account, ...toOrderRow(order) });

const orderId = text({ maxLength: 100, description: 'Id of the order (ord_…)' });

const remainingFields = {
  credits_left: nullable(number({ description: 'Unspent credits of the order; null until it is paid' })),
  owed: number({ description: 'Credits that were spent before the payment was returned' }),
};

/** Remaining credits of an order, in micro-credits. */
interface Remaining {
  /** Unspent in its lot, unless that has expired; null before there is one. */
  left: number | null;
  /** Spent before they were refunded. */
  owed: number;
}

const NONE_REMAINING: Remaining = { left: null, owed: 0 };

const toRemainingFields = ({ left, owed }: Remaining) => ({
  credits_left: left === null ? null : toCredits(left),
  owed: toCredits(owed),
});

/** Returns the remaining credits of orders, in the same sequence. */
async function readRemaining(
  { wallets }: Pick<LedgerCollections, 'wallets'>,
  orders: readonly Order[],
  now: Date,
): Promise<Remaining[]> {
  const accounts = [...new Set(orders.map(({ account }) => account))];
  const found = await wallets.find({ _id: { $in: accounts } }, { projection: { lots: 1, reversals: 1 } }).toArray();
  const byAccount = new Map(found.map((wallet) => [wallet._id, wallet]));
  return orders.map(({ _id, account, state }) => {
    if (state !== 'paid') return NONE_REMAINING;
    const { lots = [], reversals = [] } = byAccount.get(account) ?? {};
    const lot = lots.find(({ id }) => id === _id);
    return {
      left: lot && lot.expires > now ? lot.left : 0,
      owed: reversals.find((reversed) => reversed.lot === _id)?.owed ?? 0,
    };
  });
}

export const listOrders = operation({
  command: 'orders list',
  role: 'viewer',
  method: 'GET',
  path: '/v1/admin/orders',
  summary: 'List the orders of all accounts, newest first',
  request: object({
    account: optional({ ...accountId, description: 'Only orders of this account' }),
    state: optional(oneOf([...orderStates], { description: 'Only orders in this state' })),
    limit: withDefault(integer({ minimum: 1, maximum: MOST_ORDERS_LISTED }), 50),
    after: optional(text({ maxLength: 100, description: 'Value of `next` from the previous page' })),
  }),
  response: object({ orders: list(object({ ...row.properties, ...remainingFields })), next: nullable(text()) }),
  errors: [errors.cursorInvalid],
  example: { request: { account: 'example' } },
  async run({ account, state, limit, after }, { store, clock }: OperationContext<BillingStore>) {
    const filter = { ...(account !== undefined && { account }), ...(state !== undefined && { state }) };
    const { orders, next } = await readOrderPage(store, filter, { limit, ...(after !== undefined && { after }) });
    const remaining = await readRemaining(store, orders, clock.now());
    return {
      orders: orders.map((order, index) => ({
        ...toRow(order),
        ...toRemainingFields(remaining[index] ?? NONE_REMAINING),
      })),
      next,
    };
  },
});

export const showOrder = operation({
  command: 'orders show',
  role: 'viewer',
  method: 'GET',
  path: '/v1/admin/orders/{order}',
  summary: 'Show an order with its payment, lot and reversals',
  request: object({ order: orderId }),
  response: object({
    ...row.properties,
    ...remainingFields,
    payment: nullable(text({ description: 'Id of the payment at the payment provider' })),
    session: nullable(text({ description: 'Id of the payment page at the payment provider' })),
    bought_at: nullable(instant({ description: 'Time from which the lot counts' })),
    expires_at: nullable(instant({ description: 'Expiry of the lot' })),
    reversals: list(
      object({
        at: instant(),
        credits: number({ description: 'Credits taken back; negative if they were returned' }),
        reason: text({ description: 'Amount of the price returned by then, in the smallest unit' }),
        applied: flag({ description: 'True once it is applied to the wallet' }),
      }),
    ),
  }),
  errors: [errors.orderUnknown],
  example: { request: { order: 'ord_V1StGXR8Z5jdHi6B' } },
  async run({ order: id }, { store, clock }: OperationContext<BillingStore>) {
    const order = await store.orders.findOne({ _id: id });
    if (!order) throw errors.orderUnknown({ order: id });
    const [lot, reversals, [remaining = NONE_REMAINING]] = await Promise.all([
      store.payments.findOne({ _id: id }),
      store.reversals.find({ lot: id }, { sort: { number: 1 } }).toArray(),
      readRemaining(store, [order], clock.now()),
    ]);
    return {
      ...toRow(order),
      ...toRemainingFields(remaining),
      payment: order.intent ?? null,
      session: order.session ?? null,
      bought_at: lot?.bought.toISOString() ?? null,
      expires_at: lot?.expires.toISOString() ?? null,
      reversals: reversals.map(({ at, amount, reason, applied }) => ({
        ...{ at: at.toISOString(), credits: toCredits(amount), reason, applied },
      })),
    };
  },
});

const orderSubject: SubjectKind = {
  type: 'order',
  async read({ orders }: Pick<PaymentCollections, 'orders'>, id) {
    const found = await orders.findOne({ _id: id });
    return found && { account: found.account, state: found };
  },
};

export const refundOrder = operation({
  command: 'orders refund',
  role: 'support',
  method: 'POST',
  path: '/v1/admin/orders/{order}/refund',
  summary: 'Refund an order in full or in part; its unspent credits are taken back, and spent ones are owed',
  request: object({
    order: orderId,
    amount: optional(
      integer({
        minimum: 1,
        description: 'Amount in the smallest unit of the currency; defaults to the rest of the payment',
      }),
    ),
    refund_id: optional(
      text({
        maxLength: 100,
        description: 'Id of the refund, which makes it safe to repeat; defaults to a new one',
      }),
    ),
  }),
  response: row,
  errors: [
    errors.paymentsOff,
    errors.orderUnknown,
    errors.orderNotPaid,
    errors.orderRefundTooLarge,
    errors.orderRefundDiffers,
    errors.orderRefundTooOld,
  ],
  example: { request: { order: 'ord_V1StGXR8Z5jdHi6B' } },
  mutates: { subject: orderSubject, id: ({ order }) => order },
  async run(
    { order: id, amount, refund_id },
    { store, clock, payments }: OperationContext<BillingStore> & { readonly payments?: Payments | undefined },
  ) {
    const opened = requirePayments(payments);
    const update = () => converge(store, opened, id, clock.now());
    try {
      const order = await update();
      if (!order) throw errors.orderUnknown({ order: id });
      if (order.state !== 'paid') throw errors.orderNotPaid();
      await requestRefund(store, opened.provider, { order, amount, refund: refund_id }, clock.now());
      return toRow((await update()) ?? order);
    } catch (error) {
      throw error instanceof ProviderError ? errors.paymentUnavailable({}, error) : error;
    }
  },
});

const MOST_UNKNOWN = 500;

const paymentId = text({ maxLength: 100, pattern: '^[A-Za-z0-9_]+$', description: 'Id of the payment (pi_…)' });

const unknownRow = object({
  payment: text({ description: 'Id of the payment at the payment provider' }),
  order: text(),
  account: nullable(text({ description: 'Null if the payment does not name it' })),
  pack: nullable(text()),
  amount: integer({ description: 'In the smallest unit of the currency' }),
  currency: text(),
  paid_at: instant(),
  seen_at: instant({ description: 'Time at which it was noticed' }),
});

const toUnknownRow = ({ _id, paid, seen, dismissed, ...rest }: UnknownPayment) => ({
  ...{ payment: _id, ...rest, paid_at: paid.toISOString(), seen_at: seen.toISOString() },
});

export const listUnknownPayments = operation({
  command: 'orders unknown',
  role: 'viewer',
  method: 'GET',
  path: '/v1/admin/unknown-payments',
  summary: 'List received payments whose order is not in the store, as after the restore of a backup, oldest first',
  request: object({
    limit: withDefault(integer({ minimum: 1, maximum: MOST_UNKNOWN }), 100),
  }),
  response: object({ payments: list(unknownRow) }),
  example: { request: {} },
  async run({ limit }, { store }: OperationContext<Pick<PaymentCollections, 'unknownPayments'>>) {
    const listed = { dismissed: { $exists: false } };
    const found = await store.unknownPayments.find(listed, { sort: { paid: 1 }, limit }).toArray();
    return { payments: found.map(toUnknownRow) };
  },
});

const unknownSubject: SubjectKind = {
  type: 'unknown-payment',
  async read({ unknownPayments }: Pick<PaymentCollections, 'unknownPayments'>, id) {
    const found = await unknownPayments.findOne({ _id: id });
    return found && { account: found.account, state: found };
  },
};

export const dismissPayment = operation({
  command: 'orders dismiss',
  role: 'support',
  method: 'POST',
  path: '/v1/admin/orders/dismiss',
  summary: 'Dismiss a payment whose order is not in the store: it is no longer listed, but can still be adopted',
  request: object({ payment: paymentId, reason: text({ minLength: 1, maxLength: 500 }) }),
  response: unknownRow,
  errors: [errors.paymentNotListed],
  example: { request: { payment: 'pi_3PqZ8x2eZvKYlo2C', reason: 'refunded in Stripe' } },
  mutates: { subject: unknownSubject, id: ({ payment }) => payment },
  async run(
    { payment, reason },
    { store, clock, actor }: OperationContext<Pick<PaymentCollections, 'unknownPayments'>>,
  ) {
    const dismissed = { at: clock.now(), by: actor?.name ?? '', reason };
    const update = { $set: { dismissed } };
    const found = await store.unknownPayments.findOneAndUpdate({ _id: payment }, update, { returnDocument: 'after' });
    if (!found) throw errors.paymentNotListed({ payment });
    return toUnknownRow(found);
  },
});

export const adoptOrder = operation({
  command: 'orders adopt',
  role: 'support',
  method: 'POST',
  path: '/v1/admin/orders/adopt',
  summary: 'Create the order of a received payment that the store does not know, and add its credits, once',
  request: object({
    payment: paymentId,
    account: optional({ ...accountId, description: 'Account to credit, if the payment names none' }),
  }),
  response: row,
  errors: [
    errors.paymentsOff,
    errors.paymentUnknown,
    errors.paymentNotReceived,
    errors.paymentOfAnotherPlatform,
    errors.paymentOfAnotherAccount,
    errors.paymentCredited,
    errors.paymentWithoutAccount,
    errors.paymentWithoutPack,
    errors.accountUnknown,
    errors.accountIsClosed,
    errors.paymentUnavailable,
  ],
  example: { request: { payment: 'pi_3PqZ8x2eZvKYlo2C' } },
  mutates: { subject: orderSubject, id: (_, order) => order?.order },
  async run(
    { payment, account },
    {
      store,
      clock,
      payments,
    }: OperationContext<BillingStore & PaymentCollections> & { readonly payments?: Payments | undefined },
  ) {
    try {
      return toRow(await adoptPayment(store, requirePayments(payments), { intent: payment, account }, clock.now()));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      throw error.isFinal ? errors.paymentUnknown({ payment }, error) : errors.paymentUnavailable({}, error);
    }
  },
});
