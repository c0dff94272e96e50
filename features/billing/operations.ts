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
import type { AlertCollections } from '../alerts/index.js';
import { accountId, type MemberCollections } from '../members/index.js';
import { type OperationContext, operation } from '../operators/index.js';
import type { WebhookCollections } from '../webhooks/index.js';
import type { PaymentCollections } from './collections.js';
import { type Order, orderStates } from './collections.js';
import { converge } from './converge.js';
import { type Left, leftOf, NOTHING_LEFT } from './left.js';
import { ordersOf } from './orders.js';
import { payBack } from './pay-back.js';
import type { Payments } from './payments.js';
import { ProviderError } from './provider.js';
import { orderSubject } from './subjects.js';
import { orderOf, orderRow } from './views.js';

type Store = Pick<AlertCollections, 'alerts'> &
  Pick<LedgerCollections, 'payments' | 'reversals' | 'wallets'> &
  Pick<MemberCollections, 'accounts'> &
  Pick<PaymentCollections, 'orders' | 'payers'> &
  Pick<WebhookCollections, 'messages'>;

const row = object({ account: text(), ...orderRow.properties });

const rowOf = (order: Order) => ({ account: order.account, ...orderOf(order) });

const orderId = text({ maxLength: 100, description: 'Id of the order (ord_…)' });

/** What is left of what was bought; null before it is paid. */
const leftRow = object({
  credits_left: nullable(number({ description: 'Unspent credits of its lot; null before there is one' })),
  owed: number({ description: 'Credits that were spent before their money went back' }),
});

const leftIn = ({ left, owed }: Left) => ({
  credits_left: left === null ? null : toCredits(left),
  owed: toCredits(owed),
});

export const listOrders = operation({
  command: 'orders list',
  role: 'viewer',
  method: 'GET',
  path: '/v1/admin/orders',
  summary: 'List what accounts have ordered and paid, the latest first',
  request: object({
    account: optional({ ...accountId, description: "One account's alone" }),
    state: optional(oneOf([...orderStates], { description: 'Those in this state alone' })),
    limit: withDefault(integer({ minimum: 1, maximum: MOST_ORDERS_LISTED }), 50),
    after: optional(text({ maxLength: 100, description: 'The `next` of the page before' })),
  }),
  response: object({ orders: list(object({ ...row.properties, ...leftRow.properties })), next: nullable(text()) }),
  example: { request: { account: 'example' } },
  async run({ account, state, limit, after }, { store, clock }: OperationContext<Store>) {
    const which = { ...(account !== undefined && { account }), ...(state !== undefined && { state }) };
    const { orders, next } = await ordersOf(store, which, { limit, ...(after !== undefined && { after }) });
    const left = await leftOf(store, orders, clock.now());
    return {
      orders: orders.map((order, index) => ({ ...rowOf(order), ...leftIn(left[index] ?? NOTHING_LEFT) })),
      next,
    };
  },
});

export const showOrder = operation({
  command: 'orders show',
  role: 'viewer',
  method: 'GET',
  path: '/v1/admin/orders/{order}',
  summary: 'Show an order with its payment, its lot, and what was taken back of it',
  request: object({ order: orderId }),
  response: object({
    ...row.properties,
    ...leftRow.properties,
    payment: nullable(text({ description: 'What the payment provider calls the payment' })),
    session: nullable(text({ description: 'What it calls the page that was paid on' })),
    bought_at: nullable(instant({ description: 'From when the lot counts' })),
    expires_at: nullable(instant({ description: 'When what is left of the lot expires' })),
    reversals: list(
      object({
        at: instant(),
        credits: number({ description: 'Taken back; below zero where they were given again' }),
        reason: text({ description: 'What of the price had gone back by then, in the smallest unit' }),
        applied: flag({ description: 'Whether it is in the wallet' }),
      }),
    ),
  }),
  errors: [errors.orderUnknown],
  example: { request: { order: 'ord_V1StGXR8Z5jdHi6B' } },
  async run({ order: id }, { store, clock }: OperationContext<Store>) {
    const order = await store.orders.findOne({ _id: id });
    if (!order) throw errors.orderUnknown({ order: id });
    const [lot, reversals, [left = NOTHING_LEFT]] = await Promise.all([
      store.payments.findOne({ _id: id }),
      store.reversals.find({ lot: id }, { sort: { number: 1 } }).toArray(),
      leftOf(store, [order], clock.now()),
    ]);
    return {
      ...rowOf(order),
      ...leftIn(left),
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

export const refundOrder = operation({
  command: 'orders refund',
  role: 'support',
  method: 'POST',
  path: '/v1/admin/orders/{order}/refund',
  summary: 'Pay an order back, or a part of it; what is unspent of its credits is taken back, and the rest is owed',
  request: object({
    order: orderId,
    amount: optional(
      integer({
        minimum: 1,
        description: 'In the smallest unit of the currency; by default what has not gone back yet',
      }),
    ),
    refund_id: optional(
      text({
        maxLength: 100,
        description: 'Id of the refund, so that a repetition is harmless; by default it is a new one',
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
  ],
  example: { request: { order: 'ord_V1StGXR8Z5jdHi6B' } },
  mutates: { subject: orderSubject, id: ({ order }) => order },
  async run(
    { order: id, amount, refund_id },
    { store, clock, payments }: OperationContext<Store> & { readonly payments?: Payments | undefined },
  ) {
    if (!payments) throw errors.paymentsOff();
    const { provider } = payments;
    const look = () => converge(store, payments, id, clock.now());
    try {
      const order = await look();
      if (!order) throw errors.orderUnknown({ order: id });
      if (order.state !== 'paid') throw errors.orderNotPaid();
      await payBack(store, provider, { order, amount, refund: refund_id }, clock.now());
      return rowOf((await look()) ?? order);
    } catch (error) {
      throw error instanceof ProviderError ? errors.paymentUnavailable({}, error) : error;
    }
  },
});
