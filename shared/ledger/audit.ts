import type { CursorCollections } from '../store/cursors.js';
import type { LedgerCollections } from './collections.js';
import { settledIn } from './debts.js';
import type { Reversal, ReversedLot, Usage, Wallet } from './documents.js';
import { MERGED, spentByLot, usageCursor } from './merged-usage.js';

type Store = CursorCollections &
  Pick<LedgerCollections, 'payments' | 'refunds' | 'reversals' | 'usage' | 'usageHourly' | 'wallets'>;

/** Usage older than this is settled, however slow the store was; younger usage may still be on its way. In ms. */
const SETTLED_AFTER_MS = 120_000;
const ATTEMPTS = 5;
const PAUSE_MS = 300;

export interface Finding {
  account: string;
  problem: string;
}

export interface AuditReport {
  accounts: number;
  findings: Finding[];
}

/** What was spent, in micro-credits by lot id. */
type Spent = ReadonlyMap<string, number>;

/**
 * Adds up every wallet, and compares it with the payments and the usage that it stands for. May run while calls are
 * made: what is in flight is told apart from what is wrong, and a doubt is looked at again before it is reported.
 *
 * @param only one account's id, to audit it alone
 */
export async function audit(store: Store, only?: string): Promise<AuditReport> {
  const report: AuditReport = { accounts: 0, findings: [] };
  const which = only === undefined ? {} : { _id: only };
  const wallets = store.wallets.find(which, { projection: { _id: 1 }, sort: { _id: 1 } });
  for await (const { _id: account } of wallets) {
    report.accounts += 1;
    const problems = await auditAccount(store, account);
    report.findings.push(...problems.map((problem) => ({ account, problem })));
  }
  return report;
}

/** What the store's clock says: the books are dated by it. */
async function storeTime({ wallets }: Store, account: string): Promise<Date> {
  const asked = [{ $match: { _id: account } }, { $project: { now: '$$NOW' } }];
  const [told] = await wallets.aggregate<{ now: Date }>(asked).toArray();
  return told?.now ?? new Date();
}

async function auditAccount(store: Store, account: string): Promise<string[]> {
  let problems: string[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    problems = await problemsOf(store, account);
    if (problems.length === 0) return [];
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return problems;
}

async function problemsOf(store: Store, account: string): Promise<string[]> {
  const { wallets, payments, usage, refunds, reversals } = store;
  const merged = await usageCursor(store, MERGED);
  const now = await storeTime(store, account);
  // Hours are merged when all of their usage is settled.
  const since = new Date(Math.max(now.getTime() - SETTLED_AFTER_MS, merged.getTime()));
  const recent = () => usage.find({ account, state: 'spent', at: { $gte: since } }).toArray();
  const settled = await spentByLot(store, account, merged, since);
  const before = await recent();
  const givenBack = await refunds.find({ account }).toArray();
  const wallet = await wallets.findOne({ _id: account });
  const after = await recent();
  if (!wallet) return ['the wallet is gone'];
  const openIds = wallet.open.map((hold) => hold.id);
  const openDecided = await usage.find({ account, _id: { $in: openIds }, state: 'spent' }).toArray();
  const paid = await payments.find({ account, applied: true }).toArray();
  const decided = await reversals.find({ account }).toArray();

  // What was decided before the wallet was read is in its `spent`, unless its hold is still open in it.
  const openNonces = new Set(wallet.open.map((hold) => hold.nonce));
  const seen = new Set(before.map(({ _id }) => _id));
  const unapplied = openDecided.filter(({ _id, nonce, at }) => openNonces.has(nonce) && (at < since || seen.has(_id)));
  const refunded = givenBack.filter(({ nonce }) => !openNonces.has(nonce));
  const surely = minus(minus(plus(settled, spentBy(before)), spentBy(unapplied)), spentBy(refunded));
  // What was decided while we looked may be in it or not.
  const perhaps = spentBy(after.filter(({ _id, nonce }) => !seen.has(_id) && !openNonces.has(nonce)));

  return [
    ...walletProblems(wallet),
    ...spendingProblems(wallet, surely, perhaps),
    ...unequal('refunded', wallet.refunded, 'refunds', sum(refunded.map(({ cost }) => cost))),
    ...reversalProblems(wallet, decided),
    ...paymentProblems(wallet, paid, plus(surely, takenBack(wallet, decided)), perhaps, now),
  ];
}

/** bought = Σ lots.left + Σ open.cost + spent + expired + reversed, and every hold is covered by its parts. */
function walletProblems({ lots, open, bought, spent, expired, reversed = 0 }: Wallet): string[] {
  const left = sum(lots.map((lot) => lot.left));
  const held = sum(open.map((hold) => hold.cost));
  const uncovered = open.filter((hold) => sum(hold.parts.map(({ amount }) => amount)) !== hold.cost);
  return [
    ...unequal(
      ...(['bought', bought, 'left + open + spent + expired + reversed'] as const),
      left + held + spent + expired + reversed,
    ),
    ...uncovered.map((hold) => `the parts of hold ${hold.id} do not add up to its cost`),
    ...lots.filter((lot) => lot.left < 0).map((lot) => `lot ${lot.id} is below zero`),
  ];
}

function spendingProblems({ spent }: Wallet, surely: Spent, perhaps: Spent): string[] {
  const least = sum([...surely.values()]);
  return outside('spent', spent, least, least + sum([...perhaps.values()]));
}

/** What the decisions that are in the wallet have to take back. */
const decidedOf = ({ lot, applied }: ReversedLot, decided: readonly Reversal[]): number =>
  sum(decided.filter((one) => one.lot === lot && one.number < applied).map(({ amount }) => amount));

/** What was taken back of each lot, for its own money or to settle what was owed of another. */
const takenBack = (wallet: Wallet, decided: readonly Reversal[]): Spent =>
  plus(new Map((wallet.reversals ?? []).map((of) => [of.lot, ownBack(of, decided)])), settledIn(wallet));

/** What was taken back of a lot out of itself. */
const ownBack = (of: ReversedLot, decided: readonly Reversal[]): number =>
  decidedOf(of, decided) - of.owed - sum((of.settled ?? []).map(({ amount }) => amount));

function reversalProblems(wallet: Wallet, decided: readonly Reversal[]): string[] {
  const { reversals = [], reversed = 0 } = wallet;
  const lots = new Set(reversals.map(({ lot }) => lot));
  const missing = reversals.flatMap(({ lot, applied }) =>
    decided.filter((one) => one.lot === lot && one.number < applied).length === applied ? [] : [lot],
  );
  return [
    ...unequal('reversed', reversed, 'what was taken back', sum([...takenBack(wallet, decided).values()])),
    ...missing.map((lot) => `a decision about lot ${lot} is missing`),
    ...reversals.filter(({ owed }) => owed < 0).map(({ lot }) => `less than nothing is owed of lot ${lot}`),
    ...reversals.filter((of) => ownBack(of, decided) < 0).map(({ lot }) => `lot ${lot} is settled twice over`),
    ...(lots.size === reversals.length ? [] : ['a lot is reversed under two entries']),
  ];
}

function paymentProblems(
  { lots, open, bought }: Wallet,
  payments: readonly { _id: string; amount: number; expires: Date }[],
  used: Spent,
  perhaps: Spent,
  now: Date,
): string[] {
  const known = new Map(payments.map((payment) => [payment._id, payment]));
  const lotProblems = lots.flatMap(({ id, left, expires }) => {
    const payment = known.get(id);
    if (!payment) return [`lot ${id} was never paid for`];
    const held = sum(open.flatMap((hold) => hold.parts).map((part) => (part.lot === id ? part.amount : 0)));
    const least = left + held + (used.get(id) ?? 0);
    const problem = outside(`payment ${id}`, payment.amount, least, least + (perhaps.get(id) ?? 0));
    // The share of an expired lot that has been booked as expired is not kept per lot.
    return expires > now || least > payment.amount ? problem : [];
  });
  return [...unequal('payments', sum(payments.map(({ amount }) => amount)), 'bought', bought), ...lotProblems];
}

const unequal = (name: string, value: number, otherName: string, other: number): string[] =>
  value === other ? [] : [`${name} is ${value}, but ${otherName} is ${other} (micro-credits)`];

const outside = (name: string, value: number, least: number, most: number): string[] =>
  value >= least && value <= most ? [] : [`${name} is ${value}, but its uses add up to ${least} (micro-credits)`];

function spentBy(usages: readonly Pick<Usage, 'parts'>[]): Spent {
  const spent = new Map<string, number>();
  for (const { lot, amount } of usages.flatMap(({ parts }) => parts)) spent.set(lot, (spent.get(lot) ?? 0) + amount);
  return spent;
}

const plus = (one: Spent, other: Spent): Spent => {
  const total = new Map(one);
  for (const [lot, amount] of other) total.set(lot, (total.get(lot) ?? 0) + amount);
  return total;
};

const minus = (one: Spent, other: Spent): Spent =>
  plus(one, new Map([...other].map(([lot, amount]) => [lot, -amount])));

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
