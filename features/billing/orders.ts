import { randomInt } from 'node:crypto';
import { nanoid } from 'nanoid';
import { MOST_OPEN_ORDERS } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { isDuplicate } from '../../shared/store/insert-new.js';
import type { Order, Payer, PaymentCollections } from './collections.js';
import type { Pack } from './packs.js';
import type { PaymentProvider, ReturnTo } from './provider.js';

type Store = Pick<PaymentCollections, 'orders' | 'payers'>;

/** When an order is first asked about, should no word of it come, in ms. */
const FIRST_ASKED_MS = 30_000;

/** What a new order is about, and what is not known of it yet. */
export const newOrder = (
  order: Pick<Order, '_id' | 'account' | 'kind' | 'saves' | 'customer' | 'created'> &
    Omit<Pack, 'id'> & { pack: string },
): Order => ({
  ...order,
  state: 'open',
  refunded: 0,
  disputed: 0,
  revision: 0,
  asked: 0,
  due: new Date(order.created.getTime() + FIRST_ASKED_MS),
});

/** The account as the provider knows it; it is made known on its first order. */
async function payerOf({ payers }: Store, provider: PaymentProvider, account: string): Promise<Payer> {
  const known = await payers.findOne({ _id: account });
  if (known) return known;
  const customer = await provider.customer(account);
  const payer = await payers.findOneAndUpdate(
    { _id: account },
    { $setOnInsert: { customer } },
    { upsert: true, returnDocument: 'after' },
  );
  return payer ?? { _id: account, customer };
}

/** What an account wants to buy. */
export interface Wanted {
  account: string;
  pack: Pack;
  /** Whether the method is to be kept for automatic top-ups. */
  saves: boolean;
  /** Where the payer goes after the provider's page, by the id of the order. */
  returnTo(order: string): ReturnTo;
}

/**
 * Inserts an open order in a free slot of its account. The unique index of the slots enforces the limit, however many orders are placed
 * at once.
 *
 * @throws ApiError 409 when the account has as many open orders as it may have
 */
async function insertOpen({ orders }: Store, order: Order): Promise<void> {
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
 * Orders a pack, and opens the page on which it is paid. Credits come when the provider says that it was paid.
 *
 * @throws ProviderError when the page cannot be opened: such an order comes to nothing
 * @throws ApiError 409 when the account has too many open orders, or the order was cancelled meanwhile
 */
export async function placeOrder(
  store: Store,
  provider: PaymentProvider,
  { account, pack: { id: pack, ...sold }, saves, returnTo }: Wanted,
  now: Date,
): Promise<{ order: Order; url: string }> {
  const { customer } = await payerOf(store, provider, account);
  const order = newOrder({
    _id: `ord_${nanoid(16)}`,
    account,
    kind: 'checkout',
    pack,
    ...sold,
    saves,
    customer,
    created: now,
  });
  await insertOpen(store, order);
  const { url, ...page } = await provider.checkout(order, returnTo(order._id));
  // Where this is not reached, the page is found by the order's id, which it carries.
  const noted = await store.orders.findOneAndUpdate(
    { _id: order._id, session: { $exists: false } },
    { $set: page },
    { projection: { state: 1 } },
  );
  const opened = { ...order, ...page };
  if (noted?.state === 'expired') {
    await provider.closePage(opened);
    throw errors.orderNotOpen();
  }
  return { order: opened, url };
}

/** A page of orders, of an account or in a state or all, the latest first. */
export async function ordersOf(
  { orders }: Pick<Store, 'orders'>,
  { account, state }: Partial<Pick<Order, 'account' | 'state'>>,
  { limit, after }: { limit: number; after?: string },
): Promise<{ orders: Order[]; next: string | null }> {
  const last = after === undefined ? null : await orders.findOne({ _id: after });
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
