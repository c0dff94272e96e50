import type { LedgerCollections } from '../../shared/ledger/collections.js';
import { purchase } from '../../shared/ledger/purchase.js';
import { reverse, sumReversals } from '../../shared/ledger/reverse.js';
import { type AlertCollections, checkBalance } from '../alerts/index.js';
import type { MemberCollections } from '../members/index.js';
import type { WebhookCollections } from '../webhooks/index.js';
import type { Order, PaymentCollections } from './collections.js';
import { releaseCoupon } from './coupons.js';
import type { Payments } from './payments.js';
import { isRefused, type PaymentProvider, ProviderError, type ProviderStatus } from './provider.js';
import { createReceipt } from './receipts.js';
import { taxPayment } from './tax.js';

/** Collections that an update of an order reads and writes. */
export type BillingStore = Pick<AlertCollections, 'alerts'> &
  Pick<LedgerCollections, 'payments' | 'reversals' | 'wallets'> &
  Pick<MemberCollections, 'accounts'> &
  Pick<PaymentCollections, 'coupons' | 'orders' | 'payers' | 'redemptions'> &
  Pick<WebhookCollections, 'messages'>;

/** Attempts while the order changes concurrently; then the update is left to the next run. */
const ATTEMPTS = 8;
/** First and longest wait between two requests about an open order; each is twice as long as the one before. In ms. */
const FIRST_GAP_MS = 10_000;
const LONGEST_GAP_MS = 6 * 3_600_000;
/** Time after the closing of its page at which an order is requested, in ms. */
const AFTER_CLOSING_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Time limit of a charge, in ms: the provider forgets idempotency keys after a day, so a later charge might be a second one. */
const CHARGED_WITHIN_MS = 20 * HOUR_MS;
/** Age at which an order without a page expires, in ms. */
const EXPIRES_WITHOUT_PAGE_MS = 26 * HOUR_MS;

/**
 * Brings an order and its account's ledger to the status at the provider: a payment becomes one lot, and refunds and disputes are reversed
 * from it. Harmless to repeat and to run concurrently: every change is applied once.
 *
 * @returns the updated order; undefined when there is none
 * @throws ProviderError when the provider cannot be reached: nothing is changed then
 */
export async function converge(
  store: BillingStore,
  { provider, seller, taxation }: Pick<Payments, 'provider' | 'seller' | 'taxation'>,
  id: string,
  now: Date,
): Promise<Order | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    // Both are read before the request, so that the status is newer than they are.
    const found = await store.orders.findOne({ _id: id });
    if (!found) return undefined;
    const before = await sumReversals(store, id);
    const status = await settleStatus(provider, found, now, () => mayCharge(store, found.account));
    const order = applyProviderTax(found, status);
    if (status.received && !isPaidInFull(order, status.received)) return await write(store, order, rejectAmount(order));
    if (status.received) {
      const { account, credits: amount, expires } = order;
      const statedExpiry = expires && { statedExpiry: expires };
      await purchase(store, { id, account, amount, bought: status.received.at, ...statedExpiry });
      const change = computeCreditsToReverse(order, status) - before.amount;
      const decision = { account, lot: id, amount: change, after: before.decisions, reason: describeReversal(status) };
      if (change !== 0 && !(await reverse(store, decision, now))) continue;
      await checkBalance(store, account, now);
      await saveMethod(store, order, status);
    }
    const isOver = status.state === 'expired' || status.state === 'failed';
    if (isOver && !status.received && order.coupon !== undefined) await releaseCoupon(store, id);
    const isPaidNow = status.received !== undefined && order.state !== 'paid';
    const paid = isPaidNow ? await computePaid(store, { seller, taxation }, order, now) : {};
    const documents = computeDocuments(order, status);
    const written = await write(store, order, { ...computeChanges(order, status, now), ...paid, ...documents });
    if (written) return written;
  }
  return (await store.orders.findOne({ _id: id })) ?? undefined;
}

/** Returns the status of an order once it is settled: a top-up is charged, and cancelled if it was declined. */
async function settleStatus(
  provider: PaymentProvider,
  order: Order,
  now: Date,
  isChargeable: () => Promise<boolean>,
): Promise<ProviderStatus> {
  if (isPaidOtherwise(order)) {
    const { created: at, price: amount, currency } = order;
    return { state: 'paid', received: { at, amount, currency }, refunded: 0, disputed: 0 };
  }
  const status = await provider.readStatus(order);
  if (order.kind === 'plan') return status;
  const age = now.getTime() - order.created.getTime();
  if (order.kind === 'checkout') {
    const isAbandoned = status.state === 'open' && status.session === undefined && age > EXPIRES_WITHOUT_PAGE_MS;
    return isAbandoned ? { ...status, state: 'expired' } : status;
  }
  const wasCharged = order.state !== 'open' || status.intent !== undefined;
  const isToBeLeft = wasCharged || (age <= CHARGED_WITHIN_MS && !(await isChargeable()));
  const charged = isToBeLeft ? status : await chargeTopUp(provider, order, age);
  if (charged.state !== 'declined' || charged.intent === undefined) return charged;
  await isRefused(provider.cancelPayment(charged.intent));
  return provider.readStatus(order);
}

/** True for an order without a payment at the provider: for nothing, or of an invoice that was paid elsewhere. */
const isPaidOtherwise = ({ kind, price, intent }: Order): boolean =>
  price === 0 || (kind === 'plan' && intent === undefined);

/** True if something may be bought automatically for an account: it is neither suspended nor closed, and not about to be deleted. */
export async function mayCharge({ accounts }: Pick<MemberCollections, 'accounts'>, account: string): Promise<boolean> {
  const only = { projection: { suspended: 1, closed: 1, deletion: 1 } };
  const { suspended, closed, deletion } = (await accounts.findOne({ _id: account }, only)) ?? {};
  return !suspended && !closed && !deletion;
}

async function chargeTopUp(provider: PaymentProvider, order: Order, age: number): Promise<ProviderStatus> {
  const never = { state: 'failed', refunded: 0, disputed: 0 } as const;
  if (age > CHARGED_WITHIN_MS) return { ...never, why: 'not_charged_in_time' };
  const wasRefused = await isRefused(provider.charge(order));
  const status = await provider.readStatus(order);
  if (status.intent !== undefined) return status;
  if (wasRefused) return { ...never, why: 'refused' };
  throw new ProviderError('a charge has left no payment', false);
}

const isPaidInFull = ({ price, currency }: Order, received: NonNullable<ProviderStatus['received']>): boolean =>
  received.amount >= price && received.currency === currency;

/** Returns the micro-credits whose money was refunded or disputed: all of them if all of the price was. */
function computeCreditsToReverse({ credits, price }: Order, { refunded, disputed }: ProviderStatus): number {
  if (price === 0) return 0;
  const returned = Math.min(price, refunded + disputed);
  return Number((BigInt(credits) * BigInt(returned) + BigInt(price) / 2n) / BigInt(price));
}

const describeReversal = ({ refunded, disputed }: ProviderStatus): string =>
  [refunded > 0 && `${refunded} refunded`, disputed > 0 && `${disputed} disputed`].filter(Boolean).join(', ') ||
  'the money came back';

/** Returns what an order stores when it is paid: the seller and the buyer, and the tax unless it was computed before. */
async function computePaid(
  store: BillingStore,
  { seller, taxation }: Pick<Payments, 'seller' | 'taxation'>,
  order: Order,
  now: Date,
): Promise<Pick<Order, 'receipt' | 'tax'>> {
  const receipt = await createReceipt(store, seller, order.account);
  const tax = order.tax ?? taxPayment(taxation, order, receipt.buyer, now);
  return { receipt, ...(tax && { tax }) };
}

/** Returns an order with the tax that the provider has computed, and the price with it. */
const applyProviderTax = (order: Order, { tax, received }: ProviderStatus): Order =>
  order.state !== 'paid' && tax && received ? { ...order, price: received.amount, tax } : order;

/** Marks documents as due for an order that is paid now, or whose returned amount has changed since its invoice. */
function computeDocuments(order: Order, { received, refunded, disputed }: ProviderStatus): Pick<Order, 'documents'> {
  if (!received) return {};
  const isChanged = order.refunded + order.disputed !== refunded + disputed;
  const isDue = order.state !== 'paid' || (order.documents !== undefined && isChanged);
  return isDue ? { documents: 'due' } : {};
}

/** Saves the method of a payment in place of an earlier one, if it is of the account's customer. */
async function saveMethod(
  { payers }: BillingStore,
  { account, state, saves, customer }: Order,
  { method }: ProviderStatus,
): Promise<void> {
  if (state === 'paid' || !saves || !method) return;
  await payers.updateOne({ _id: account, customer }, { $set: { method } });
}

/** Returns the time of the next request, later after each. */
export const findNextRequest = (asked: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(LONGEST_GAP_MS, FIRST_GAP_MS * 2 ** Math.min(asked, 30)));

/** Postpones the next request about an order that failed, unless a hint has arrived since. */
export async function postpone(
  { orders }: Pick<BillingStore, 'orders'>,
  { _id, revision, asked }: Pick<Order, '_id' | 'revision' | 'asked'>,
  now: Date,
): Promise<void> {
  await orders.updateOne({ _id, revision }, { $set: { due: findNextRequest(asked, now) }, $inc: { asked: 1 } });
}

/** Returns the earlier of a time and that at which an unpaid order is known to have expired. */
function limitToClosing(next: Date, closes: Date | undefined, now: Date): Date {
  const expired = new Date((closes?.getTime() ?? 0) + AFTER_CLOSING_MS);
  return expired > now && expired < next ? expired : next;
}

type Changes = Partial<Omit<Order, 'due'>> & { due?: Date | null };

const rejectAmount = ({ state }: Order): Changes =>
  state === 'open' ? { state: 'failed', why: 'amount_differs', due: null } : { due: null };

function computeChanges(order: Order, status: ProviderStatus, now: Date): Changes {
  const { session, closes, intent, received, refunded, disputed, paidWith, why } = status;
  const state = status.received ? 'paid' : status.state === 'declined' ? 'open' : status.state;
  const isOpen = state === 'open';
  return {
    state,
    refunded,
    disputed,
    asked: isOpen ? order.asked + 1 : 0,
    due: isOpen ? limitToClosing(findNextRequest(order.asked, now), closes, now) : null,
    ...(closes && { closes }),
    ...(session !== undefined && { session }),
    ...(intent !== undefined && { intent }),
    ...(received && { paid: received.at, price: order.price }),
    ...(received && paidWith && { paid_with: paidWith }),
    ...(why !== undefined && state !== 'paid' && { why }),
  };
}

/** Writes the changes of an order, unless it was changed since it was read. */
async function write({ orders }: BillingStore, { _id, revision }: Order, changes: Changes): Promise<Order | undefined> {
  const { due, ...fields } = changes;
  const written = await orders.findOneAndUpdate(
    { _id, revision },
    {
      $set: { ...fields, ...(due && { due }) },
      $unset: { ...(due === null && { due: true as const }), ...(fields.state === 'paid' && { why: true as const }) },
      $inc: { revision: 1 },
    },
    { returnDocument: 'after' },
  );
  return written ?? undefined;
}

/**
 * Makes an order due for an update, also if this process dies. Concurrent updates from an older status are not written.
 *
 * @returns the id of the order; undefined when there is none
 */
export async function storeHint(
  { orders }: Pick<BillingStore, 'orders'>,
  which: { _id: string } | { intent: string },
  now: Date,
): Promise<string | undefined> {
  const noted = await orders.findOneAndUpdate(
    which,
    { $set: { due: now, asked: 0 }, $inc: { revision: 1 } },
    { projection: { _id: 1 } },
  );
  return noted?._id;
}
