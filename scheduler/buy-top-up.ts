import { nanoid } from 'nanoid';
import { balance } from '../shared/ledger/amounts.js';
import { owedIn } from '../shared/ledger/debts.js';
import type { Order, Payer, TopUp } from '../shared/payments/collections.js';
import { type BooksOfPayments, converge, mayCharge } from '../shared/payments/converge.js';
import { newOrder } from '../shared/payments/orders.js';
import type { Payments } from '../shared/payments/payments.js';
import type { Collections } from '../shared/store/collections.js';
import { insertNew } from '../shared/store/insert-new.js';
import { tellOfFailedTopUp } from './tell-of-top-up.js';

type Store = BooksOfPayments & Pick<Collections, 'orders' | 'payers'>;

/** Whom automatic top-ups are to be looked at for. */
export async function* payersToTopUp({ payers }: Pick<Store, 'payers'>): AsyncGenerator<Payer> {
  yield* payers.find({ 'top_up.on': true });
  // What was begun before it was switched off is brought to its end.
  for await (const payer of payers.find({ 'top_up.buying.created': { $gt: new Date(0) } }))
    if (!payer.top_up?.on) yield payer;
}

/**
 * Tops up the credits of an account, if they are below what it wants. What is bought is written before its order, and that before the
 * charge, which bears its id: whatever is cut off is taken up by the next who comes by, and nothing is charged twice.
 *
 * @returns whether something was bought, or was could not be
 * @throws ProviderError when the provider cannot be asked
 */
export async function topUp(store: Store, payments: Payments, payer: Payer, now: Date): Promise<boolean> {
  const buying = payer.top_up?.buying ?? (await begin(store, payments, payer, now));
  if (!buying) return false;
  const { _id: account, customer, method } = payer;
  await insertNew(store.orders, [
    {
      ...newOrder({ ...buying, account, kind: 'top_up', saves: false, customer }),
      ...(method && { method: method.id }),
    },
  ]);
  const order = await converge(store, payments, buying._id, now);
  if (!order || order.state === 'open') return false;
  if (order.state !== 'paid') await tellOfFailedTopUp(store, order, now);
  await end(store, order, now);
  return true;
}

/** Decides to buy, if it is time to; undefined when it is not, or another has decided it. */
async function begin(
  store: Store,
  { packs }: Payments,
  { _id: account, top_up: wanted, method }: Payer,
  now: Date,
): Promise<TopUp['buying']> {
  const pack = packs.find(({ id }) => id === wanted?.pack);
  if (!wanted?.on || !pack || !method || !(await mayCharge(store, account))) return undefined;
  const { wallets, orders, payers } = store;
  const wallet = await wallets.findOne({ _id: account }, { projection: { lots: 1, reversals: 1 } });
  // What is owed would swallow it all, and the next one of the day as well.
  if (owedIn(wallet) >= pack.credits) return undefined;
  if (balance(wallet?.lots ?? [], now) >= wanted.below) return undefined;
  const today = new Date(now.toISOString().slice(0, 10));
  const bought = await orders.countDocuments({ account, kind: 'top_up', created: { $gte: today } });
  if (bought >= wanted.most_per_day) return undefined;
  const { id, credits, price, currency } = pack;
  const buying = { _id: `top_${nanoid(16)}`, pack: id, credits, price, currency, created: now };
  const { modifiedCount } = await payers.updateOne(
    { _id: account, 'top_up.on': true, 'top_up.crossings': wanted.crossings, 'top_up.buying': { $exists: false } },
    { $set: { 'top_up.buying': buying }, $inc: { 'top_up.crossings': 1 } },
  );
  return modifiedCount > 0 ? buying : undefined;
}

/** A method that was declined once is not tried again by itself. */
async function end({ payers }: Store, { _id, account, state, why = 'declined' }: Order, now: Date): Promise<void> {
  const off = state === 'paid' ? {} : { $set: { 'top_up.on': false, 'top_up.off': { at: now, why } } };
  await payers.updateOne({ _id: account, 'top_up.buying._id': _id }, { ...off, $unset: { 'top_up.buying': true } });
}
