import { MOST_ORDERS_LISTED, ORDERS_PER_SECOND } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import {
  flag,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
  webAddress,
  withDefault,
} from '../../shared/contract/fields.js';
import { route } from '../../shared/contract/route.js';
import type { Clock } from '../../shared/process/clock.js';
import type { Config } from '../../shared/process/config.js';
import { baseUrl } from '../../shared/process/config.js';
import { requireOpenAccount } from '../members/index.js';
import type { SubjectKind } from '../operators/index.js';
import { accountRoute, type Caller, type RateLimiter } from '../web/index.js';
import type { Order, PaymentCollections } from './collections.js';
import { type BillingStore, converge } from './converge.js';
import { countCouponTry, couponCode, redeemCredits } from './coupon-routes.js';
import { discountPrice, findCoupon, releaseCoupon } from './coupons.js';
import { placeOrder, readOrderPage } from './orders.js';
import { type Payments, requirePack, requirePayments } from './payments.js';
import { planRoutes } from './plan-routes.js';
import { ProviderError } from './provider.js';
import { throwPaymentUnavailable } from './provider-errors.js';
import type { PlanStore } from './subscriptions.js';
import { taxSale } from './tax.js';
import { endTopUp, setTopUp, showTopUp } from './top-up-routes.js';
import { orderRow, packRow, toOrderRow, toPackRow } from './views.js';

interface Dependencies {
  readonly clock: Clock;
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>;
  readonly payments: Payments | undefined;
  readonly rateLimiter: Pick<RateLimiter, 'countWithin'>;
  readonly store: PlanStore;
}

export const listPacks = accountRoute(
  route({
    name: 'listPacks',
    title: 'List packs',
    method: 'GET',
    path: '/v1/account/packs',
    scope: ['billing', 'account:read'],
    summary: 'Lists the packs of credits that you can buy, with their prices',
    request: object({}),
    response: object({ packs: list(packRow) }),
    errors: [errors.paymentsOff],
    example: { request: {} },
  }),
  (_, { payments }: Dependencies & Caller) => ({ packs: requirePayments(payments).packs.map(toPackRow) }),
);

/** Default page to which payers return. */
const RETURN_PATH = '/account/billing';

/** An order, as its account sees it. */
export const ownOrderSubject: SubjectKind = {
  type: 'order',
  async read({ orders }: Pick<PaymentCollections, 'orders'>, id) {
    const found = await orders.findOne({ _id: id });
    return found && { account: found.account, state: toOrderRow(found) };
  },
};

export const buyCredits = accountRoute(
  route({
    name: 'buyCredits',
    title: 'Buy credits',
    method: 'POST',
    path: '/v1/account/orders',
    scope: 'billing',
    summary:
      'Orders a pack. Pay on the page at `url`; the credits are added when the payment provider confirms the payment',
    ratePerSecond: ORDERS_PER_SECOND,
    request: object({
      pack: text({ maxLength: 40, description: 'Id of a pack' }),
      save_method: withDefault(flag({ description: 'True saves the payment method for automatic top-ups' }), false),
      coupon: optional({ ...couponCode, description: 'Code of a coupon for a discount' }),
      return_url: optional(
        webAddress(
          'URL to which the payer returns, with `order` in the query, and `paid=1` unless the payment was cancelled',
        ),
      ),
    }),
    response: object({
      order: orderRow,
      url: text({
        description: 'URL of the payment page, open for a day; if nothing is to be paid, the URL to return to',
      }),
    }),
    errors: [
      errors.paymentsOff,
      errors.packUnknown,
      errors.couponInvalid,
      errors.couponNotApplicable,
      errors.couponRedeemed,
      errors.tooManyCouponCodes,
      errors.billingCountryMissing,
      errors.accountIsClosed,
      errors.tooManyOpenOrders,
      errors.orderNotOpen,
      errors.paymentUnavailable,
    ],
    example: { request: { pack: 'small', save_method: true } },
  }),
  async (
    { pack: id, save_method, coupon: code, return_url },
    { store, payments, clock, config, rateLimiter, key: { account } }: Dependencies & Caller,
  ) => {
    const { provider, ...shop } = requirePayments(payments);
    const { billing } = await requireOpenAccount(store, account);
    const returnTo = (order: string) => {
      const back = new URL(return_url ?? `${baseUrl(config)}${RETURN_PATH}`);
      back.searchParams.set('order', order);
      const cancelled = back.href;
      back.searchParams.set('paid', '1');
      return { paid: back.href, cancelled };
    };
    const now = clock.now();
    const found = requirePack({ provider, ...shop }, id);
    if (code !== undefined) await countCouponTry(rateLimiter, account);
    const use = { account, use: 'pack' as const, currency: found.currency };
    const coupon = code === undefined ? undefined : await findCoupon(store, code, use, now);
    const price = coupon ? discountPrice(found.price, coupon) : found.price;
    const sold = { ...found, ...taxSale(shop.taxation, { ...found, price }, billing, now) };
    const discounted = coupon && { coupon, discount: found.price - price };
    const request = { account, pack: sold, saves: save_method, returnTo, ...discounted };
    const { order, url } = await placeOrder(store, provider, request, now).catch(throwPaymentUnavailable);
    const updated = order.price === 0 ? await converge(store, { provider, ...shop }, order._id, now) : undefined;
    return { order: toOrderRow(updated ?? order), url };
  },
  { action: 'order.create', subject: ownOrderSubject, id: (_, __, answer) => answer?.order.order },
);

export const showOwnOrder = accountRoute(
  route({
    name: 'order',
    title: 'Get an order',
    method: 'GET',
    path: '/v1/account/orders/{order}',
    scope: ['billing', 'account:read'],
    summary: 'Returns an order, and the URL of its payment page while it is open',
    ratePerSecond: ORDERS_PER_SECOND,
    request: object({ order: text({ maxLength: 100, description: 'Id of an order (ord_…, top_…)' }) }),
    response: object({
      order: orderRow,
      url: nullable(text({ description: 'URL of the payment page; null if there is nothing to pay' })),
    }),
    errors: [errors.orderUnknown, errors.accountIsClosed, errors.paymentUnavailable],
    example: { request: { order: 'ord_0123456789abcdef' } },
  }),
  async ({ order: id }, { store, payments, clock, key: { account } }: Dependencies & Caller) => {
    const order = await store.orders.findOne({ _id: id, account });
    if (!order) throw errors.orderUnknown({ order: id });
    if (!payments || order.state !== 'open' || order.kind !== 'checkout')
      return { order: toOrderRow(order), url: null };
    await requireOpenAccount(store, account);
    const page = await payments.provider.findPage(order).catch(throwPaymentUnavailable);
    if (page) return { order: toOrderRow({ ...order, closes: page.closes }), url: page.url };
    // It was paid or has expired: the order is updated without waiting for the scheduler.
    const now = await converge(store, payments, id, clock.now()).catch(throwPaymentUnavailable);
    return { order: toOrderRow(now ?? order), url: null };
  },
);

export const cancelOwnOrder = accountRoute(
  route({
    name: 'cancelOrder',
    title: 'Cancel an order',
    method: 'POST',
    path: '/v1/account/orders/{order}/cancel',
    scope: 'billing',
    summary: 'Cancels an open order and closes its payment page. A payment that was already made is still credited',
    ratePerSecond: ORDERS_PER_SECOND,
    request: object({ order: text({ maxLength: 100, description: 'Id of an order (ord_…)' }) }),
    response: object({ order: orderRow }),
    errors: [errors.orderUnknown, errors.orderNotOpen, errors.paymentsOff, errors.paymentUnavailable],
    example: { request: { order: 'ord_0123456789abcdef' } },
  }),
  async ({ order: id }, { store, payments, clock, key: { account } }: Dependencies & Caller) => {
    const order = await store.orders.findOne({ _id: id, account });
    if (!order) throw errors.orderUnknown({ order: id });
    if (order.state === 'expired') return { order: toOrderRow(order) };
    if (order.state !== 'open' || order.kind !== 'checkout') throw errors.orderNotOpen();
    const cancelled = await cancelOrder(store, requirePayments(payments), order, clock.now()).catch(
      throwPaymentUnavailable,
    );
    if (!cancelled) throw errors.orderNotOpen();
    return { order: toOrderRow(cancelled) };
  },
  { action: 'order.cancel', subject: ownOrderSubject, id: ({ order }) => order },
);

/**
 * Closes the page of an order, and has the order expire unless it was paid meanwhile.
 *
 * @returns undefined if it was paid before
 */
async function cancelOrder(
  store: BillingStore,
  payments: Payments,
  order: Order,
  now: Date,
): Promise<Order | undefined> {
  const { _id } = order;
  await payments.provider.closePage(order).catch((error: unknown) => {
    // The page was paid or has expired since it was read: the provider says which.
    if (!(error instanceof ProviderError && error.isFinal)) throw error;
  });
  await converge(store, payments, _id, now);
  const isUnpaid = { $or: [{ state: 'expired' as const }, { state: 'open' as const, session: { $exists: false } }] };
  const cancelled = await store.orders.findOneAndUpdate(
    { _id, ...isUnpaid },
    { $set: { state: 'expired', why: 'cancelled' }, $unset: { due: true, slot: true }, $inc: { revision: 1 } },
    { returnDocument: 'after' },
  );
  if (cancelled?.coupon !== undefined) await releaseCoupon(store, _id);
  return cancelled ?? undefined;
}

export const listOwnOrders = accountRoute(
  route({
    name: 'orders',
    title: 'List orders',
    method: 'GET',
    path: '/v1/account/orders',
    scope: ['billing', 'account:read'],
    summary: 'Lists the orders of the account, automatic top-ups included, newest first',
    request: object({
      limit: withDefault(integer({ minimum: 1, maximum: MOST_ORDERS_LISTED }), 50),
      after: optional(text({ maxLength: 100, description: 'Value of `next` from the previous page' })),
    }),
    response: object({ orders: list(orderRow), next: nullable(text()) }),
    errors: [errors.cursorInvalid],
    example: { request: {} },
  }),
  async ({ limit, after }, { store, key: { account } }: Dependencies & Caller) => {
    const { orders, next } = await readOrderPage(store, { account }, { limit, ...(after !== undefined && { after }) });
    return { orders: orders.map(toOrderRow), next };
  },
);

/** Routes of the account API for orders and top-ups. */
export const paymentRoutes = [
  listPacks,
  buyCredits,
  listOwnOrders,
  showOwnOrder,
  cancelOwnOrder,
  showTopUp,
  setTopUp,
  endTopUp,
  redeemCredits,
  ...planRoutes,
] as const;
