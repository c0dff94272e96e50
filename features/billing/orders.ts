import { randomInt } from 'node:crypto';
import { nanoid } from 'nanoid';
import { MOST_OPEN_ORDERS } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { isDuplicate } from '../../shared/store/insert-new.js';
import type { Coupon, Order, Payer, PaymentCollections } from './collections.js';
import { redeemCoupon, releaseCoupon } from './coupons.js';
import type { Pack } from './packs.js';
import type { PaymentProvider, ReturnTo } from './provider.js';

type Store = Pick<PaymentCollections, 'coupons' | 'orders' | 'payers' | 'redemptions'>;

/** Age at which an order is first requested from the provider, unless a hint arrives. In ms. */
const FIRST_REQUEST_MS = 30_000;

/** True for the form of the ids of orders and top-ups. */
export const isOrderId = (id: string): boolean => /^(ord|top)_[\w-]{16}$/.test(id);

/** Creates an order that is open. */
export const createOrder = (
  order: Pick<Order, '_id' | 'account' | 'kind' | 'saves' | 'customer' | 'created'> &
    Pick<Order, 'tax'> &
    Omit<Pack, 'id'> & { pack: string },
): Order => ({
  ...order,
  state: 'open',
  refunded: 0,
  disputed: 0,
  revision: 0,
  asked: 0,
  due: new Date(order.created.getTime() + FIRST_REQUEST_MS),
});

/** Returns the payer of an account, which is created with its first order. */
export async function findOrCreatePayer(
  { payers }: Pick<Store, 'payers'>,
  provider: PaymentProvider,
  account: string,
): Promise<Payer> {
  const known = await payers.findOne({ _id: account });
  if (known) return known;
  const customer = await provider.createCustomer(account);
  const payer = await payers.findOneAndUpdate(
    { _id: account },
    { $setOnInsert: { customer } },
    { upsert: true, returnDocument: 'after' },
  );
  return payer ?? { _id: account, customer };
}

/** Request for an order. */
interface OrderRequest {
  account: string;
  /** At the price that is charged. */
  pack: Pack & Pick<Order, 'tax'>;
  /** True to save the payment method for automatic top-ups. */
  saves: boolean;
  /** Coupon, and its discount, by which the price is lower already. */
  coupon?: Coupon;
  discount?: number;
  /** Returns where the payer goes after the provider's page, by the id of the order. */
  returnTo(order: string): ReturnTo;
}

/**
 * Inserts an open order in a free slot of its account. The unique index of the slots enforces the limit, however many orders are placed
 * at once.
 *
 * @throws ApiError 409 when the account has as many open orders as it may have
 */
async function insertOpen({ orders }: Pick<Store, 'orders'>, order: Order): Promise<void> {
  const { account } = order;
  for (;;) {
    const open = await orders
      .find({ account, state: 'open', slot: { $exists: true } }, { projection: { slot: 1 }, limit: MOST_OPEN_ORDERS })
      .toArray();
    const taken = new Set(open.map(({ slot }) => slot));
    const free = Array.from({ length: MOST_OPEN_ORDERS }, (_, slot) => slot).filter((slot) => !taken.has(slot));
    const slot = free[randomInt(Math.max(1, free.length))];
    if (slot === undefined) throw errors.tooManyOpenOrders({ limit: MOST_OPEN_ORDERS });
    try {
      await orders.insertOne({ ...order, slot });
      return;
    } catch (error) {
      // Another order has taken the slot meanwhile.
      if (!isDuplicate(error)) throw error;
    }
  }
}

/**
 * Places an order for a pack, and opens the page on which it is paid. It is credited once the provider confirms the payment.
 *
 * @throws ProviderError when the page cannot be opened; the order then expires
 * @throws ApiError 409 when the account has too many open orders, or the order was cancelled meanwhile
 */
export async function placeOrder(
  store: Store,
  provider: PaymentProvider,
  { account, pack: { id: pack, ...sold }, saves, coupon, discount, returnTo }: OrderRequest,
  now: Date,
): Promise<{ order: Order; url: string }> {
  const { customer } = await findOrCreatePayer(store, provider, account);
  const order = createOrder({
    _id: `ord_${nanoid(16)}`,
    account,
    kind: 'checkout',
    pack,
    ...sold,
    saves,
    customer,
    created: now,
  });
  if (coupon) {
    Object.assign(order, { coupon: coupon._id, discount });
    await redeemCoupon(store, coupon, account, order._id, now);
  }
  await insertOpen(store, order).catch(async (error: unknown) => {
    await releaseCoupon(store, order._id);
    throw error;
  });
  // Nothing is paid for nothing: the order is due for an update at once.
  if (order.price === 0) return { order, url: returnTo(order._id).paid };
  const { url, ...page } = await provider.openPage(order, returnTo(order._id)).catch(async (error: unknown) => {
    await expireUnopened(store, order._id);
    throw error;
  });
  // If this fails, the page is found by the order's id, which it carries.
  const before = await store.orders.findOneAndUpdate(
    { _id: order._id, session: { $exists: false } },
    { $set: page },
    { projection: { state: 1 } },
  );
  const opened = { ...order, ...page };
  if (before?.state === 'expired') {
    await provider.closePage(opened);
    throw errors.orderNotOpen();
  }
  return { order: opened, url };
}

/** Expires an order whose page could not be opened, which releases its slot: nobody has the URL of a page that may exist. */
async function expireUnopened(store: Pick<Store, 'coupons' | 'orders' | 'redemptions'>, _id: string): Promise<void> {
  await releaseCoupon(store, _id);
  await store.orders.updateOne(
    { _id, state: 'open', session: { $exists: false } },
    { $set: { state: 'expired', why: 'page_not_opened' }, $unset: { due: true, slot: true }, $inc: { revision: 1 } },
  );
}

/** Returns a page of orders, the latest first: all, or those of an account or in a state. */
export async function readOrderPage(
  { orders }: Pick<Store, 'orders'>,
  { account, state }: Partial<Pick<Order, 'account' | 'state'>>,
  { limit, after }: { limit: number; after?: string },
): Promise<{ orders: Order[]; next: string | null }> {
  const last =
    after === undefined ? null : await orders.findOne({ _id: after, ...(account !== undefined && { account }) });
  if (after !== undefined && !last) throw errors.cursorInvalid();
  const beyond = last && {
    created: { $lte: last.created },
    $or: [{ created: { $lt: last.created } }, { _id: { $lt: last._id } }],
  };
  const found = await orders
    .find(
      { ...(account !== undefined && { account }), ...(state !== undefined && { state }), ...beyond },
      { sort: { created: -1, _id: -1 }, limit: limit + 1 },
    )
    .toArray();
  const page = found.slice(0, limit);
  return { orders: page, next: found.length > limit ? (page.at(-1)?._id ?? null) : null };
}
