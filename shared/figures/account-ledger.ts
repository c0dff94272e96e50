import { type Closed, readOverMonths, rowsBetween } from '../ledger/closed-months.js';
import { owedIn, settledIn } from '../ledger/debts.js';
import type { Lot, Wallet } from '../ledger/documents.js';
import type { Collections } from '../store/collections.js';
import { countedThrough, MOST_CALLS_ADDED } from './counted-through.js';

/** What made a balance on one day (UTC); micro-credits, what was taken below zero. */
export interface LedgerDay {
  day: string;
  bought: number;
  spent: number;
  givenBack: number;
  /** Refunded to the payer or disputed; above zero where a dispute was won. */
  takenBack: number;
}

/** The books of an account, so that they can be added up. Amounts are micro-credits. */
export interface AccountLedger {
  /** Oldest first. */
  days: LedgerDay[];
  /** Expired up to now, below zero; wallets do not tell the days. */
  expired: number;
  /** Held for calls that are not decided yet, below zero. */
  held: number;
  /** Of what was taken back, what had been spent before and nothing has paid yet. */
  owed: number;
  /** What purchases have paid of what was owed: it is in what was taken back. */
  settled: number;
  /** What the days and what is below them come to. */
  sum: number;
  /** What the wallet says. */
  balance: number;
  /** Whether calls are missing in the days, because there are too many that have not been counted. */
  isBehind: boolean;
}

/**
 * Adds up what an account bought, spent, got back and let expire. The days that a scheduler has counted are taken as they are; the
 * calls since are read by the index of the account.
 */
export async function accountLedger(store: Collections, account: string, now: Date): Promise<AccountLedger> {
  return readOverMonths(store, account, (closed) => ledgerOf(store, account, now, closed));
}

async function ledgerOf(store: Collections, account: string, now: Date, closed: Closed): Promise<AccountLedger> {
  const through = await countedThrough(store);
  const [wallet, payments, refunds, reversals, closedDays, countedDays, recent] = await Promise.all([
    store.wallets.findOne({ _id: account }),
    store.payments.find({ account }, { projection: { amount: 1, at: 1, applied: 1 } }).toArray(),
    store.refunds.find({ account }, { projection: { cost: 1, at: 1 } }).toArray(),
    store.reversals.find({ account }, { projection: { lot: 1, number: 1, amount: 1, at: 1 } }).toArray(),
    store.usageMonths
      .aggregate<{ _id: Date; spent: number }>([
        ...rowsBetween(closed, new Date(0), closed.through),
        { $group: { _id: '$rows.at', spent: { $sum: '$rows.cost' } } },
      ])
      .toArray(),
    // Those days of accounts that are kept no more, closed months have.
    store.accountDays.find({ account, at: { $gte: closed.through } }, { projection: { at: 1, spent: 1 } }).toArray(),
    store.usage
      .find(
        { account, at: { $gte: through } },
        { projection: { at: 1, cost: 1, state: 1 }, sort: { at: 1, _id: 1 }, limit: MOST_CALLS_ADDED },
      )
      .toArray(),
  ]);
  const days = new Map<string, LedgerDay>();
  const of = (at: Date): LedgerDay => {
    const day = at.toISOString().slice(0, 10);
    const known = days.get(day) ?? { day, bought: 0, spent: 0, givenBack: 0, takenBack: 0 };
    days.set(day, known);
    return known;
  };
  for (const { at, amount, applied } of payments) if (applied) of(at).bought += amount;
  for (const { at, cost } of refunds) of(at).givenBack += cost;
  const inWallet = new Map(wallet?.reversals?.map(({ lot, applied }) => [lot, applied]));
  for (const { lot, number, at, amount } of reversals) {
    if (number < (inWallet.get(lot) ?? 0)) of(at).takenBack -= amount;
  }
  for (const { _id, spent } of closedDays) of(_id).spent -= spent;
  for (const { at, spent } of countedDays) of(at).spent -= spent;
  for (const { at, cost, state } of recent) if (state === 'spent') of(at).spent -= cost;
  const inOrder = [...days.values()].sort((a, b) => a.day.localeCompare(b.day));
  const { expired, held, owed, settled, balance } = ofWallet(wallet, now);
  const moved = inOrder.reduce(
    (sum, { bought, spent, givenBack, takenBack }) => sum + bought + spent + givenBack + takenBack,
    0,
  );
  return {
    days: inOrder,
    // Nothing is 0, not -0.
    expired: 0 - expired,
    held: 0 - held,
    owed,
    settled,
    sum: moved - expired - held + owed,
    balance,
    isBehind: recent.length === MOST_CALLS_ADDED,
  };
}

/** Lots that have expired and are not booked yet have expired. */
function ofWallet(wallet: Wallet | null, now: Date) {
  const { lots = [], open = [], expired = 0 } = wallet ?? {};
  const sum = (some: readonly Lot[]) => some.reduce((total, { left }) => total + left, 0);
  return {
    balance: sum(lots.filter(({ expires }) => expires > now)),
    expired: expired + sum(lots.filter(({ expires }) => expires <= now)),
    held: open.reduce((total, { cost }) => total + cost, 0),
    owed: owedIn(wallet),
    settled: [...settledIn(wallet).values()].reduce((total, amount) => total + amount, 0),
  };
}
