import { nanoid } from 'nanoid';
import { computeBalance, toCredits, usable } from '../../shared/contract/amounts.js';
import { sumOwed } from '../../shared/ledger/debts.js';
import type { ItemRunner } from '../../shared/process/item-runner.js';
import type { ScheduledTask } from '../../shared/process/scheduled-task.js';
import { insertNew } from '../../shared/store/insert-new.js';
import { type AlertStore, notify } from '../alerts/index.js';
import { topUpFailed } from '../webhooks/index.js';
import type { Order, Payer, TopUp } from './collections.js';
import { type BillingStore, converge, mayCharge } from './converge.js';
import { createOrder } from './orders.js';
import type { Payments } from './payments.js';
import { isTaxable, taxSale } from './tax.js';

/** Buys credits for accounts with an automatic top-up whose balance is low. */
export const topUpCredits: ScheduledTask<{ readonly store: BillingStore; readonly payments: Payments | undefined }> = {
  name: 'top-up-credits',
  schedule: '*/15 * * * * *',
  async run({ store, clock, payments, each }) {
    if (!payments) return {};
    return { toppedUp: await topUpAll(store, payments, clock.now(), each) };
  },
};

/**
 * Checks every account with an automatic top-up. It can be repeated, and run twice at once; a top-up that the provider did not respond
 * to is continued by the next run.
 *
 * @returns the number of top-ups that have ended
 */
export async function topUpAll(store: BillingStore, payments: Payments, now: Date, each: ItemRunner): Promise<number> {
  let ended = 0;
  await each(
    findPayersToTopUp(store),
    ({ _id }) => _id,
    async (payer) => {
      if (await topUp(store, payments, payer, now)) ended += 1;
    },
  );
  return ended;
}

/** Yields the payers with an automatic top-up, or with one that has not ended since it was switched off. */
async function* findPayersToTopUp({ payers }: Pick<BillingStore, 'payers'>): AsyncGenerator<Payer> {
  yield* payers.find({ 'top_up.on': true });
  for await (const payer of payers.find({ 'top_up.buying.created': { $gt: new Date(0) } }))
    if (!payer.top_up?.on) yield payer;
}

/**
 * Tops up the credits of an account whose balance is below its threshold. The purchase is stored before its order, and the order before
 * the charge, which carries its id: the next run continues what was interrupted, and nothing is charged twice.
 *
 * @returns true if a top-up has ended, paid or failed
 * @throws ProviderError when the provider does not respond
 */
export async function topUp(store: BillingStore, payments: Payments, payer: Payer, now: Date): Promise<boolean> {
  const buying = payer.top_up?.buying ?? (await begin(store, payments, payer, now));
  if (!buying) return false;
  const { _id: account, customer, method } = payer;
  await insertNew(store.orders, [
    {
      ...createOrder({ ...buying, account, kind: 'top_up', saves: false, customer }),
      ...(method && { method: method.id }),
    },
  ]);
  const order = await converge(store, payments, buying._id, now);
  if (!order || order.state === 'open') return false;
  if (order.state !== 'paid') await notifyFailure(store, order, now);
  await end(store, order, now);
  return true;
}

/** Begins a purchase if one is due; undefined if none is, or another process has begun it. */
async function begin(
  store: BillingStore,
  { packs, taxation }: Payments,
  { _id: account, top_up: topUp, method }: Payer,
  now: Date,
): Promise<TopUp['buying']> {
  const pack = packs.find(({ id }) => id === topUp?.pack);
  if (!topUp?.on || !pack || !method || !(await mayCharge(store, account))) return undefined;
  const { accounts, wallets, orders, payers } = store;
  const wallet = await wallets.findOne({ _id: account }, { projection: { lots: 1, reversals: 1 } });
  // The debt would consume the purchase, and each one after it.
  if (sumOwed(wallet) >= pack.credits) return undefined;
  if (computeBalance(usable(wallet?.lots ?? []), now) >= topUp.below) return undefined;
  const today = new Date(now.toISOString().slice(0, 10));
  const bought = await orders.countDocuments({ account, kind: 'top_up', created: { $gte: today } });
  if (bought >= topUp.most_per_day) return undefined;
  const { billing } = (await accounts.findOne({ _id: account }, { projection: { billing: 1 } })) ?? {};
  // It waits for the country.
  if (!isTaxable(taxation, billing)) return undefined;
  const { id, credits, currency } = pack;
  const sale = taxSale(taxation, pack, billing, now);
  const buying = { _id: `top_${nanoid(16)}`, pack: id, credits, currency, ...sale, created: now };
  const { modifiedCount } = await payers.updateOne(
    { _id: account, 'top_up.on': true, 'top_up.crossings': topUp.crossings, 'top_up.buying': { $exists: false } },
    { $set: { 'top_up.buying': buying }, $inc: { 'top_up.crossings': 1 } },
  );
  return modifiedCount > 0 ? buying : undefined;
}

/** Ends a purchase. A payment that failed switches the automatic top-up off. */
async function end(
  { payers }: BillingStore,
  { _id, account, state, why = 'declined' }: Order,
  now: Date,
): Promise<void> {
  const off = state === 'paid' ? {} : { $set: { 'top_up.on': false, 'top_up.off': { at: now, why } } };
  await payers.updateOne({ _id: account, 'top_up.buying._id': _id }, { ...off, $unset: { 'top_up.buying': true } });
}

/** Notifies the account that its automatic top-up failed and is off. It can be repeated. */
async function notifyFailure(
  store: AlertStore,
  { _id, account, pack, credits, price, currency, why = 'declined' }: Order,
  at: Date,
): Promise<void> {
  const data = { order: _id, pack, credits: toCredits(credits), price, currency, why };
  await notify(store, account, { event: topUpFailed, data, id: `failed_${_id}`, at });
}
