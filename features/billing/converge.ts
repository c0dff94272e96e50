import type { LedgerCollections } from '../../shared/ledger/collections.js';
import { purchase } from '../../shared/ledger/purchase.js';
import { reverse, sumReversals } from '../../shared/ledger/reverse.js';
import { type AlertCollections, watchBalance } from '../alerts/index.js';
import type { MemberCollections } from '../members/index.js';
import type { WebhookCollections } from '../webhooks/index.js';
import type { Order, PaymentCollections } from './collections.js';
import type { Payments } from './payments.js';
import { type PaymentProvider, ProviderError, type Truth } from './provider.js';
import { receiptNow } from './receipts.js';

export type BooksOfPayments = Pick<AlertCollections, 'alerts'> &
  Pick<LedgerCollections, 'payments' | 'reversals' | 'wallets'> &
  Pick<MemberCollections, 'accounts'> &
  Pick<PaymentCollections, 'orders' | 'payers'> &
  Pick<WebhookCollections, 'messages'>;

/** How often what changes while one looks is looked at again; then it is left to the next who comes by. */
const ATTEMPTS = 8;
/** When an open order is asked about again: twice as long each time, in ms. */
const FIRST_GAP_MS = 10_000;
const LONGEST_GAP_MS = 6 * 3_600_000;
/** How long after its page has closed an order is asked about, in ms. */
const CLOSED_FOR_MS = 60_000;
const HOUR_MS = 3_600_000;
/** The provider forgets what it was asked for after a day: what was not charged by then is not charged any more, in ms. */
const CHARGED_WITHIN_MS = 20 * HOUR_MS;
/** An order for which no page was ever opened is given up after this, in ms. */
const GIVEN_UP_AFTER_MS = 26 * HOUR_MS;

/**
 * Asks the provider how an order stands, and brings the books there: a payment becomes one lot, and what of its money goes back
 * is taken from it. May be called at any time, by anybody, however often: what is not yet in the books is put there once.
 *
 * @returns the order as it stands then; undefined when there is none
 * @throws ProviderError when the provider cannot be asked: the books then stay as they are
 */
export async function converge(
  store: BooksOfPayments,
  { provider, seller }: Pick<Payments, 'provider' | 'seller'>,
  id: string,
  now: Date,
): Promise<Order | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    // Both are read before the provider is asked: whatever is written then follows from an answer that is newer than they are.
    const order = await store.orders.findOne({ _id: id });
    if (!order) return undefined;
    const before = await sumReversals(store, id);
    const truth = await settledTruth(provider, order, now, () => mayCharge(store, order.account));
    if (truth.received && !isWhatWasAsked(order, truth.received)) return await write(store, order, mismatched(order));
    if (truth.received) {
      const { account, credits: amount } = order;
      await purchase(store, { id, account, amount, bought: truth.received.at });
      const change = creditsBack(order, truth) - before.amount;
      const decision = { account, lot: id, amount: change, after: before.decisions, reason: reasonOf(truth) };
      if (change !== 0 && !(await reverse(store, decision, now))) continue;
      await watchBalance(store, account, now);
      await keepMethod(store, order, truth);
    }
    const isPaidNow = truth.received !== undefined && order.state !== 'paid';
    const receipt = isPaidNow ? { receipt: await receiptNow(store, seller, order.account) } : {};
    const written = await write(store, order, { ...changesOf(order, truth, now), ...receipt });
    if (written) return written;
  }
  return (await store.orders.findOne({ _id: id })) ?? undefined;
}

/** How an order stands once what was left to do about it is done: a top-up is charged, and dropped when it was declined. */
async function settledTruth(
  provider: PaymentProvider,
  order: Order,
  now: Date,
  isChargeable: () => Promise<boolean>,
): Promise<Truth> {
  const truth = await provider.truth(order);
  const age = now.getTime() - order.created.getTime();
  if (order.kind === 'checkout') {
    const isForgotten = truth.state === 'open' && truth.session === undefined && age > GIVEN_UP_AFTER_MS;
    return isForgotten ? { ...truth, state: 'expired' } : truth;
  }
  const isCharged = order.state !== 'open' || truth.intent !== undefined;
  const isLeft = isCharged || (age <= CHARGED_WITHIN_MS && !(await isChargeable()));
  const charged = isLeft ? truth : await truthAfterCharge(provider, order, age);
  if (charged.state !== 'declined' || charged.intent === undefined) return charged;
  await unlessFinal(provider.drop(charged.intent));
  return provider.truth(order);
}

/** True if something may be bought automatically for an account: it is neither suspended nor closed, and not about to be deleted. */
export async function mayCharge({ accounts }: Pick<MemberCollections, 'accounts'>, account: string): Promise<boolean> {
  const only = { projection: { suspended: 1, closed: 1, deletion: 1 } };
  const { suspended, closed, deletion } = (await accounts.findOne({ _id: account }, only)) ?? {};
  return !suspended && !closed && !deletion;
}

async function truthAfterCharge(provider: PaymentProvider, order: Order, age: number): Promise<Truth> {
  const never = { state: 'failed', refunded: 0, disputed: 0 } as const;
  if (age > CHARGED_WITHIN_MS) return { ...never, why: 'not_charged_in_time' };
  const isRefused = await unlessFinal(provider.charge(order));
  const truth = await provider.truth(order);
  if (truth.intent !== undefined) return truth;
  if (isRefused) return { ...never, why: 'refused' };
  throw new ProviderError('a charge has left no payment', false);
}

/** Whether something was refused for good: what became of it is then to be asked for. */
async function unlessFinal(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return false;
  } catch (error) {
    if (error instanceof ProviderError && error.isFinal) return true;
    throw error;
  }
}

const isWhatWasAsked = ({ price, currency }: Order, received: NonNullable<Truth['received']>): boolean =>
  received.amount >= price && received.currency === currency;

/** The credits, in micro-credits, whose money is not here any more: all of them when all of it is gone. */
function creditsBack({ credits, price }: Order, { refunded, disputed }: Truth): number {
  const gone = Math.min(price, refunded + disputed);
  return Number((BigInt(credits) * BigInt(gone) + BigInt(price) / 2n) / BigInt(price));
}

const reasonOf = ({ refunded, disputed }: Truth): string =>
  [refunded > 0 && `${refunded} refunded`, disputed > 0 && `${disputed} disputed`].filter(Boolean).join(', ') ||
  'the money came back';

/** The method of a payment replaces the one that was saved before. */
async function keepMethod({ payers }: BooksOfPayments, { account, state }: Order, { method }: Truth): Promise<void> {
  if (state === 'paid' || !method) return;
  await payers.updateOne({ _id: account }, { $set: { method } });
}

/** When to ask again about what was asked about so often: later each time. */
const askedNext = (asked: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(LONGEST_GAP_MS, FIRST_GAP_MS * 2 ** Math.min(asked, 30)));

/** Leaves an order alone for a while that the provider cannot be asked about, unless there is something new about it. */
export async function postpone(
  { orders }: Pick<BooksOfPayments, 'orders'>,
  { _id, revision, asked }: Pick<Order, '_id' | 'revision' | 'asked'>,
  now: Date,
): Promise<void> {
  await orders.updateOne({ _id, revision }, { $set: { due: askedNext(asked, now) }, $inc: { asked: 1 } });
}

/** What nobody has paid when its page closes is known to have expired soon after. */
function soonerOf(next: Date, closes: Date | undefined, now: Date): Date {
  const closed = new Date((closes?.getTime() ?? 0) + CLOSED_FOR_MS);
  return closed > now && closed < next ? closed : next;
}

type Changes = Partial<Omit<Order, 'due'>> & { due?: Date | null };

const mismatched = ({ state }: Order): Changes =>
  state === 'open' ? { state: 'failed', why: 'amount_differs', due: null } : { due: null };

function changesOf(order: Order, truth: Truth, now: Date): Changes {
  const { session, closes, intent, received, refunded, disputed, why } = truth;
  const state = truth.received ? 'paid' : truth.state === 'declined' ? 'open' : truth.state;
  const isOpen = state === 'open';
  return {
    state,
    refunded,
    disputed,
    asked: isOpen ? order.asked + 1 : 0,
    due: isOpen ? soonerOf(askedNext(order.asked, now), closes, now) : null,
    ...(closes && { closes }),
    ...(session !== undefined && { session }),
    ...(intent !== undefined && { intent }),
    ...(received && { paid: received.at }),
    ...(why !== undefined && state !== 'paid' && { why }),
  };
}

/** Writes what became of an order, unless there is something newer. */
async function write(
  { orders }: BooksOfPayments,
  { _id, revision }: Order,
  changes: Changes,
): Promise<Order | undefined> {
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
 * Notes that there may be something new about an order, so that the provider is asked about it, also when whoever noted it dies. What
 * another works out from older answers meanwhile is not written.
 */
export async function noteHint(
  { orders }: Pick<BooksOfPayments, 'orders'>,
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
