import type { LedgerCollections } from '../../shared/ledger/collections.js';
import { sumOwed, sumSettledDebts } from '../../shared/ledger/debts.js';
import type { Lot, Wallet } from '../../shared/ledger/documents.js';
import { utcDay } from '../../shared/process/clock.js';
import type { CursorCollections } from '../../shared/store/cursors.js';
import { DAY_MS, sumUsage } from './read.js';

type Store = CursorCollections &
  Pick<LedgerCollections, 'payments' | 'refunds' | 'reversals' | 'usage' | 'usageHourly' | 'wallets'>;

/** Changes of a balance on one day (UTC), in micro-credits; negative where credits were taken. */
interface LedgerDay {
  day: string;
  bought: number;
  spent: number;
  refunded: number;
  /** Refunded to the payer or disputed; positive where a dispute was won. */
  reversed: number;
}

/** The ledger of an account, so that it can be added up. Amounts are micro-credits. */
interface AccountLedger {
  /** Oldest first. */
  days: LedgerDay[];
  /** Expired so far, negative; wallets do not have the days. */
  expired: number;
  /** Held for requests in progress, negative. */
  held: number;
  /** Reversed after it was spent, and not yet paid by purchases. */
  owed: number;
  /** Reversed after it was spent, and paid by purchases since. */
  settled: number;
  /** Sum of the days and of the amounts above. */
  sum: number;
  /** Balance of the wallet. */
  balance: number;
}

/** Returns the ledger of an account, from its purchases, usage, refunds, reversals and wallet. */
export async function readAccountLedger(store: Store, account: string, now: Date): Promise<AccountLedger> {
  const [wallet, payments, refunds, reversals, usage] = await Promise.all([
    store.wallets.findOne({ _id: account }),
    store.payments.find({ account }, { projection: { amount: 1, at: 1, applied: 1 } }).toArray(),
    store.refunds.find({ account }, { projection: { cost: 1, at: 1 } }).toArray(),
    store.reversals.find({ account }, { projection: { lot: 1, number: 1, amount: 1, at: 1 } }).toArray(),
    sumUsage(store, { account, from: new Date(0), to: new Date(now.getTime() + DAY_MS) }, ['day']),
  ]);
  const days = new Map<string, LedgerDay>();
  const onDay = (day: string): LedgerDay => {
    const known = days.get(day) ?? { day, bought: 0, spent: 0, refunded: 0, reversed: 0 };
    days.set(day, known);
    return known;
  };
  const dayAt = (at: Date): LedgerDay => onDay(utcDay(at));
  for (const { at, amount, applied } of payments) if (applied) dayAt(at).bought += amount;
  for (const { at, cost } of refunds) dayAt(at).refunded += cost;
  const inWallet = new Map(wallet?.reversals?.map(({ lot, applied }) => [lot, applied]));
  for (const { lot, number, at, amount } of reversals) {
    if (number < (inWallet.get(lot) ?? 0)) dayAt(at).reversed -= amount;
  }
  for (const { _id, spent } of usage) onDay(String(_id.day)).spent -= spent;
  const inOrder = [...days.values()].sort((a, b) => a.day.localeCompare(b.day));
  const { expired, held, owed, settled, balance } = readWallet(wallet, now);
  const moved = inOrder.reduce(
    (sum, { bought, spent, refunded, reversed }) => sum + bought + spent + refunded + reversed,
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
  };
}

/** Returns the amounts of a wallet. Lots that have expired count as expired before they are booked. */
function readWallet(wallet: Wallet | null, now: Date) {
  const { lots = [], open = [], expired = 0 } = wallet ?? {};
  const sum = (some: readonly Lot[]) => some.reduce((total, { left }) => total + left, 0);
  return {
    balance: sum(lots.filter(({ expires }) => expires > now)),
    expired: expired + sum(lots.filter(({ expires }) => expires <= now)),
    held: open.reduce((total, { cost }) => total + cost, 0),
    owed: sumOwed(wallet),
    settled: [...sumSettledDebts(wallet).values()].reduce((total, amount) => total + amount, 0),
  };
}
