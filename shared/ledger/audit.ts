import { createHash } from 'node:crypto';
import type { Redis } from '../process/redis.js';
import { redisKey } from '../process/redis-keys.js';
import type { CursorCollections } from '../store/cursors.js';
import type { LedgerCollections } from './collections.js';
import { sumSettledDebts } from './debts.js';
import type { AcknowledgedFinding, Reversal, ReversedLot, Usage, Wallet } from './documents.js';
import { MERGED, readUsageCursor, sumSpentByLot } from './merged-usage.js';

type Store = CursorCollections &
  Pick<LedgerCollections, 'payments' | 'refunds' | 'reversals' | 'usage' | 'usageHourly' | 'wallets'>;

/** Age from which usage entries are certainly applied to their wallets, in ms. */
const SETTLED_AFTER_MS = 120_000;
const ATTEMPTS = 5;
const PAUSE_MS = 300;

export interface Finding {
  /** The same in every audit until the amount changes by which something is off. */
  id: string;
  account: string;
  problem: string;
}

/** A problem, and what identifies it: without the figures that change with every request. */
interface Problem {
  problem: string;
  subject: string;
}

interface AuditReport {
  accounts: number;
  findings: Finding[];
}

/** Amounts in micro-credits by lot id. */
type AmountsByLot = ReadonlyMap<string, number>;

/**
 * Adds up every wallet, and compares it with the payments, usage entries, refunds and reversals of its account. May run while calls are
 * made: holds that are being settled are no findings, and a doubt is checked again before it is reported.
 *
 * @param only id of the only account to audit
 */
export async function audit(store: Store, only?: string): Promise<AuditReport> {
  const report: AuditReport = { accounts: 0, findings: [] };
  const which = only === undefined ? {} : { _id: only };
  const wallets = store.wallets.find(which, { projection: { _id: 1 }, sort: { _id: 1 } });
  for await (const { _id: account } of wallets) {
    report.accounts += 1;
    const problems = await auditAccount(store, account);
    report.findings.push(
      ...problems.map(({ problem, subject }) => ({ id: identify(account, subject), account, problem })),
    );
  }
  return report;
}

const ID_LENGTH = 12;

const identify = (account: string, subject: string): string =>
  createHash('sha256').update(`${account}\n${subject}`).digest('hex').slice(0, ID_LENGTH);

/** Separates the findings that operators have acknowledged. */
export async function splitAcknowledged(
  { acknowledgedFindings }: Pick<LedgerCollections, 'acknowledgedFindings'>,
  findings: readonly Finding[],
): Promise<{ findings: Finding[]; acknowledged: (Omit<AcknowledgedFinding, '_id'> & { id: string })[] }> {
  if (findings.length === 0) return { findings: [], acknowledged: [] };
  const ids = findings.map(({ id }) => id);
  const stored = await acknowledgedFindings.find({ _id: { $in: ids } }).toArray();
  const acknowledged = stored.map(({ _id: id, ...rest }) => ({ id, ...rest }));
  const known = new Set(acknowledged.map(({ id }) => id));
  return { findings: findings.filter(({ id }) => !known.has(id)), acknowledged };
}

/** Ends the acknowledgements from before an audit of an account that no longer has their findings. */
export async function endAcknowledgements(
  { acknowledgedFindings }: Pick<LedgerCollections, 'acknowledgedFindings'>,
  account: string,
  findings: readonly Finding[],
  before: Date,
): Promise<void> {
  const ids = findings.map(({ id }) => id);
  await acknowledgedFindings.deleteMany({ account, _id: { $nin: ids }, at: { $lt: before } });
}

/** Reads the store's clock, which dates the ledger. */
async function readStoreTime({ wallets }: Store, account: string): Promise<Date> {
  const stages = [{ $match: { _id: account } }, { $project: { now: '$$NOW' } }];
  const [found] = await wallets.aggregate<{ now: Date }>(stages).toArray();
  return found?.now ?? new Date();
}

async function auditAccount(store: Store, account: string): Promise<Problem[]> {
  let problems: Problem[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    problems = await findProblems(store, account);
    if (problems.length === 0) return [];
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return problems;
}

async function findProblems(store: Store, account: string): Promise<Problem[]> {
  const { wallets, payments, usage, refunds, reversals } = store;
  const merged = await readUsageCursor(store, MERGED);
  const now = await readStoreTime(store, account);
  // Hours are merged when all of their usage is settled.
  const since = new Date(Math.max(now.getTime() - SETTLED_AFTER_MS, merged.getTime()));
  const recent = () => usage.find({ account, state: 'spent', at: { $gte: since } }).toArray();
  const settled = await sumSpentByLot(store, account, merged, since);
  const before = await recent();
  const refundEntries = await refunds.find({ account }).toArray();
  const wallet = await wallets.findOne({ _id: account });
  const after = await recent();
  if (!wallet) return [describe('the wallet is gone')];
  const openIds = wallet.open.map((hold) => hold.id);
  const openDecided = await usage.find({ account, _id: { $in: openIds }, state: 'spent' }).toArray();
  const paid = await payments.find({ account, applied: true }).toArray();
  const decided = await reversals.find({ account }).toArray();

  // A settlement from before the wallet was read is in its `spent`, unless its hold is still open.
  const openNonces = new Set(wallet.open.map((hold) => hold.nonce));
  const seen = new Set(before.map(({ _id }) => _id));
  const unapplied = openDecided.filter(({ _id, nonce, at }) => openNonces.has(nonce) && (at < since || seen.has(_id)));
  const refunded = refundEntries.filter(({ nonce }) => !openNonces.has(nonce));
  const surely = subtractAmounts(
    subtractAmounts(addAmounts(settled, sumParts(before)), sumParts(unapplied)),
    sumParts(refunded),
  );
  // A settlement from the time of the check may be in it or not.
  const perhaps = sumParts(after.filter(({ _id, nonce }) => !seen.has(_id) && !openNonces.has(nonce)));

  return [
    ...checkWallet(wallet),
    ...checkSpending(wallet, surely, perhaps),
    ...checkEqual('refunded', wallet.refunded, 'refunds', sum(refunded.map(({ cost }) => cost))),
    ...checkReversals(wallet, decided),
    ...checkPayments(wallet, paid, addAmounts(surely, sumReversed(wallet, decided)), perhaps, now),
  ];
}

/** Checks that bought = Σ lots.left + Σ open.cost + spent + expired + reversed, and that the parts of holds add up. */
function checkWallet({ lots, open, bought, spent, expired, reversed = 0 }: Wallet): Problem[] {
  const left = sum(lots.map((lot) => lot.left));
  const held = sum(open.map((hold) => hold.cost));
  const uncovered = open.filter((hold) => sum(hold.parts.map(({ amount }) => amount)) !== hold.cost);
  return [
    ...checkEqual(
      ...(['bought', bought, 'left + open + spent + expired + reversed'] as const),
      left + held + spent + expired + reversed,
    ),
    ...uncovered.map((hold) => describe(`the parts of hold ${hold.id} do not add up to its cost`)),
    ...lots.filter((lot) => lot.left < 0).map((lot) => describe(`lot ${lot.id} is below zero`)),
  ];
}

function checkSpending({ spent }: Wallet, surely: AmountsByLot, perhaps: AmountsByLot): Problem[] {
  const least = sum([...surely.values()]);
  return checkRange('spent', spent, least, least + sum([...perhaps.values()]));
}

/** Sums what was taken from each lot, for reversals of itself and to pay what was owed of others. */
const sumReversed = (wallet: Wallet, decided: readonly Reversal[]): AmountsByLot =>
  addAmounts(
    new Map((wallet.reversals ?? []).map((one) => [one.lot, sumOwnReversals(one, decided)])),
    sumSettledDebts(wallet),
  );

/** Sums what reversals of a lot have taken from itself. */
function sumOwnReversals({ lot, applied, owed, settled = [] }: ReversedLot, decided: readonly Reversal[]): number {
  const own = decided.filter((one) => one.lot === lot && one.number < applied);
  return sum(own.map(({ amount }) => amount)) - owed - sum(settled.map(({ amount }) => amount));
}

function checkReversals(wallet: Wallet, decided: readonly Reversal[]): Problem[] {
  const { reversals = [], reversed = 0 } = wallet;
  const lots = new Set(reversals.map(({ lot }) => lot));
  const missing = reversals.flatMap(({ lot, applied }) =>
    decided.filter((one) => one.lot === lot && one.number < applied).length === applied ? [] : [lot],
  );
  return [
    ...checkEqual('reversed', reversed, 'what was taken back', sum([...sumReversed(wallet, decided).values()])),
    ...missing.map((lot) => describe(`a decision about lot ${lot} is missing`)),
    ...reversals.filter(({ owed }) => owed < 0).map(({ lot }) => describe(`less than nothing is owed of lot ${lot}`)),
    ...reversals
      .filter((one) => sumOwnReversals(one, decided) < 0)
      .map(({ lot }) => describe(`lot ${lot} is settled twice over`)),
    ...(lots.size === reversals.length ? [] : [describe('a lot is reversed under two entries')]),
  ];
}

function checkPayments(
  { lots, open, bought }: Wallet,
  payments: readonly { _id: string; amount: number; expires: Date }[],
  used: AmountsByLot,
  perhaps: AmountsByLot,
  now: Date,
): Problem[] {
  const known = new Map(payments.map((payment) => [payment._id, payment]));
  const lotProblems = lots.flatMap(({ id, left, expires }) => {
    const payment = known.get(id);
    if (!payment) return [describe(`lot ${id} was never paid for`)];
    const held = sum(open.flatMap((hold) => hold.parts).map((part) => (part.lot === id ? part.amount : 0)));
    const least = left + held + (used.get(id) ?? 0);
    const problem = checkRange(`payment ${id}`, payment.amount, least, least + (perhaps.get(id) ?? 0));
    // The wallet has one sum of what has expired, and none for each lot.
    return expires > now || least > payment.amount ? problem : [];
  });
  return [...checkEqual('payments', sum(payments.map(({ amount }) => amount)), 'bought', bought), ...lotProblems];
}

const describe = (problem: string, subject = problem): Problem => ({ problem, subject });

const checkEqual = (name: string, value: number, otherName: string, other: number): Problem[] =>
  value === other
    ? []
    : [describe(`${name} is ${value}, but ${otherName} is ${other} (micro-credits)`, `${name} ${value - other}`)];

function checkRange(name: string, value: number, least: number, most: number): Problem[] {
  if (value >= least && value <= most) return [];
  const off = value - (value < least ? least : most);
  return [describe(`${name} is ${value}, but its uses add up to ${least} (micro-credits)`, `${name} ${off}`)];
}

const sumParts = (entries: readonly Pick<Usage, 'parts'>[]): AmountsByLot =>
  addAmounts(
    new Map(),
    entries.flatMap(({ parts }) => parts.map(({ lot, amount }) => [lot, amount] as const)),
  );

const addAmounts = (one: AmountsByLot, other: Iterable<readonly [string, number]>): AmountsByLot => {
  const total = new Map(one);
  for (const [lot, amount] of other) total.set(lot, (total.get(lot) ?? 0) + amount);
  return total;
};

const subtractAmounts = (one: AmountsByLot, other: AmountsByLot): AmountsByLot =>
  addAmounts(
    one,
    [...other].map(([lot, amount]) => [lot, -amount]),
  );

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

const KEY = redisKey('audit', 'last');
const RETENTION_MS = 8 * 24 * 3_600_000;
const MAX_FINDINGS = 50;

/** Report of the last audit by the scheduler. */
export interface LastAudit {
  at: Date;
  accounts: number;
  /** Number of findings that are not acknowledged, of which the first are stored. */
  total: number;
  findings: Finding[];
}

/** Stores an audit for the console, for a week. @param report without the findings that are acknowledged */
export async function storeAudit(redis: Redis, at: Date, { accounts, findings }: AuditReport): Promise<void> {
  const stored: LastAudit = { at, accounts, total: findings.length, findings: findings.slice(0, MAX_FINDINGS) };
  await redis.set(KEY, JSON.stringify(stored), 'PX', RETENTION_MS);
}

/** Returns the last audit without the findings that were acknowledged since; null if there was none in a week. */
export async function readAudit(
  redis: Redis,
  store: Pick<LedgerCollections, 'acknowledgedFindings'>,
): Promise<LastAudit | null> {
  const text = await redis.get(KEY);
  if (text === null) return null;
  const { at, ...stored }: Omit<LastAudit, 'at'> & { at: string } = JSON.parse(text);
  const { findings, acknowledged } = await splitAcknowledged(store, stored.findings);
  return { ...stored, at: new Date(at), findings, total: stored.total - acknowledged.length };
}
