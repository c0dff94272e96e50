import type { AnyBulkWriteOperation } from 'mongodb';
import { toCredits } from '../contract/amounts.js';
import { isServerFault } from '../contract/api-error.js';
import { count, startAtZero } from '../process/metrics/measure.js';
import type { Outcome, ReplyContent } from '../queue/job.js';
import { insertNew } from '../store/insert-new.js';
import { returnToBudgets } from './budget.js';
import type { LedgerCollections } from './collections.js';
import { splitParts } from './debts.js';
import type { CallFacts, Hold, Part, Usage, Wallet } from './documents.js';

/** Decision about a hold: charge it (`spent`), or release it (`void`). */
export interface Decision {
  account: string;
  hold: Hold;
  state: Usage['state'];
  /** Charge in micro-credits if it is less than the hold; the rest is released. */
  charged?: number;
  /** HTTP status of the response. */
  status: number;
  /** Details of the call; unknown to the reconciler. */
  call?: CallFacts;
  /** Set if the account is notified of the outcome; with the response if it is known. */
  notification?: { reply?: ReplyContent };
  at: Date;
}

/** Returns the decision about a hold by how its call ended: a server fault releases it, anything else is charged. */
export const decide = (
  account: string,
  hold: Hold,
  end: Pick<Outcome, 'status' | 'fault' | 'charged'>,
  at: Date,
): Decision => ({
  ...{ account, hold, state: isServerFault(end) ? 'void' : 'spent', status: end.status, at },
  ...(end.charged !== undefined && { charged: end.charged }),
});

/** Notifies accounts of decisions. Safe to repeat. */
export type Notifier = (decisions: readonly Decision[]) => Promise<void>;

/** Returns the notification of an outcome, with the response if it is known. */
export const toNotification = ({
  body,
  encoding,
  file,
}: Partial<ReplyContent>): NonNullable<Decision['notification']> =>
  body === undefined || encoding === undefined
    ? {}
    : { reply: { body, encoding, ...(file !== undefined && { file }) } };

/** Creates the counters of settlements at zero. */
export function startSettlementCounters(): void {
  const states = (['spent', 'void'] as const).map((state) => ({ state }));
  startAtZero('settlements', states);
  startAtZero('settledCredits', states);
}

/**
 * Settles holds: records the decisions and applies them to the wallets. Safe to repeat, and to race with another process: the insert of
 * the usage entry decides, a later process adopts the decision that it finds, and a hold is applied only while it is open. Accounts are
 * notified before their holds leave the wallet, so that a crash in between repeats the notification instead of losing it.
 */
export async function settle(
  store: Pick<LedgerCollections, 'usage' | 'wallets'>,
  decisions: Decision[],
  now: Date,
  notify?: Notifier,
): Promise<void> {
  if (decisions.length === 0) return;
  const earlier = await insertNew(store.usage, decisions.map(toUsage));
  const lost = new Set(earlier.map(({ _id }) => _id));
  for (const decision of decisions.filter(({ hold }) => !lost.has(hold.id))) {
    const { state } = decision;
    count('settlements', { state });
    count('settledCredits', { state }, toCredits(findRecordedCost(decision)));
  }
  const decided = lost.size === 0 ? decisions : await adoptEarlierDecisions(store, decisions, lost);
  const notified = decided.filter(({ notification }) => notification);
  if (notified.length > 0) await notify?.(notified);
  await applyToWallets(store, groupByWalletAndState(decided), now);
}

/** Returns what the usage entry records, in micro-credits: the charge of a spent hold, all of a released one. */
const findRecordedCost = ({ hold, state, charged = hold.cost }: Decision): number =>
  state === 'spent' ? Math.min(charged, hold.cost) : hold.cost;

function groupByWalletAndState(decisions: Decision[]): Decision[][] {
  const groups = new Map<string, Decision[]>();
  for (const decision of decisions) {
    const name = `${decision.state} ${decision.account}`;
    groups.set(name, [...(groups.get(name) ?? []), decision]);
  }
  return [...groups.values()];
}

function toUsage(decision: Decision): Usage {
  const { account, hold, state, status, call, at } = decision;
  return {
    _id: hold.id,
    nonce: hold.nonce,
    account,
    key: hold.key,
    endpoint: hold.endpoint,
    state,
    cost: findRecordedCost(decision),
    parts: splitParts(hold.parts, findRecordedCost(decision)).first,
    status,
    ...(call && { call }),
    at,
  };
}

/** Adopts earlier decisions. A hold whose request was decided under another nonce is a second one: it is released. */
async function adoptEarlierDecisions(
  { usage }: Pick<LedgerCollections, 'usage'>,
  decisions: Decision[],
  lost: Set<string>,
): Promise<Decision[]> {
  const accounts = [...new Set(decisions.map(({ account }) => account))];
  const found = await usage.find({ account: { $in: accounts }, _id: { $in: [...lost] } }).toArray();
  const earlier = new Map(found.map((document) => [document._id, document]));
  return decisions.map((decision) => {
    const winner = lost.has(decision.hold.id) ? earlier.get(decision.hold.id) : undefined;
    if (!winner) return decision;
    if (winner.nonce !== decision.hold.nonce) return { ...decision, status: winner.status, state: 'void' };
    return { ...decision, status: winner.status, state: winner.state, charged: winner.cost };
  });
}

/** Applies decisions with one update for each wallet and state; if some of its holds are no longer open, with one for each hold. */
async function applyToWallets(
  { wallets }: Pick<LedgerCollections, 'wallets'>,
  groups: Decision[][],
  now: Date,
): Promise<void> {
  const together = groups.map((group) => createUpdate(group, now));
  const { matchedCount } = await wallets.bulkWrite(together, { ordered: false });
  if (matchedCount === groups.length) return;
  const singly = groups.flat().map((decision) => createUpdate([decision], now));
  await wallets.bulkWrite(singly, { ordered: false });
}

/**
 * Creates the update that applies decisions of the same wallet and state. Released parts go back to the lots that they came from, and to
 * the budgets of their keys.
 */
function createUpdate(group: Decision[], now: Date): AnyBulkWriteOperation<Wallet> {
  const account = group[0]?.account ?? '';
  const isSpent = group[0]?.state === 'spent';
  const nonces = group.map(({ hold }) => hold.nonce);
  const filter = { _id: account, 'open.nonce': { $all: nonces } };
  const spent = isSpent ? group.reduce((sum, decision) => sum + findRecordedCost(decision), 0) : 0;
  const released = group.map((decision) => {
    const { hold } = decision;
    if (!isSpent) return { hold, amount: hold.cost, parts: hold.parts };
    const cost = findRecordedCost(decision);
    return { hold, amount: hold.cost - cost, parts: splitParts(hold.parts, cost).rest };
  });
  const parts = released.flatMap((one) => one.parts);
  if (parts.length === 0) {
    return { updateOne: { filter, update: { $pull: { open: { nonce: { $in: nonces } } }, $inc: { spent } } } };
  }
  const fields = {
    ...returnParts(parts, now),
    ...returnToBudgets(released),
    ...(spent > 0 && { spent: { $add: ['$spent', spent] } }),
    open: removeHolds(nonces),
  };
  return { updateOne: { filter, update: [{ $set: fields }] } };
}

/**
 * Returns the fields of a wallet, for an update pipeline, after parts went back to their lots. Each part first pays what is owed of its
 * lot; the share of a lot that has expired meanwhile, or is gone, goes to `expired`.
 */
export function returnParts(
  parts: readonly Part[],
  now: Date,
): { lots: object; expired: object; reversed: object; reversals: object } {
  const amounts = new Map<string, number>();
  for (const { lot, amount } of parts) amounts.set(lot, (amounts.get(lot) ?? 0) + amount);
  const total = parts.reduce((sum, { amount }) => sum + amount, 0);
  const debts = [...amounts].map(([lot, amount]) => ({ lot, amount: { $min: [amount, readOwed(lot)] } }));
  const paid = { $sum: debts.map(({ amount }) => amount) };
  const back = {
    $sum: [...amounts].map(([lot, amount]) => ({
      $cond: [
        { $and: [{ $eq: ['$$lot.id', lot] }, { $gt: ['$$lot.expires', now] }] },
        { $subtract: [amount, { $min: [amount, readOwed(lot)] }] },
        0,
      ],
    })),
  };
  const refilled = { $mergeObjects: ['$$lot', { left: { $add: ['$$lot.left', back] } }] };
  const given = { $sum: { $map: { input: '$lots', as: 'lot', in: back } } };
  return {
    lots: { $map: { input: '$lots', as: 'lot', in: refilled } },
    expired: { $add: ['$expired', { $subtract: [total, { $add: [given, paid] }] }] },
    reversed: { $add: [{ $ifNull: ['$reversed', 0] }, paid] },
    reversals: reduceOwed(debts),
  };
}

const reversedLots = { $ifNull: ['$reversals', []] };

/** Expression for what is owed of a lot. */
const readOwed = (lot: string): object => ({
  $sum: { $map: { input: reversedLots, as: 'one', in: { $cond: [{ $eq: ['$$one.lot', lot] }, '$$one.owed', 0] } } },
});

/** Expression for the reversed lots of a wallet after amounts were paid of what is owed of them. */
const reduceOwed = (paid: readonly { lot: string; amount: object }[]): object => {
  const less = paid.map(({ lot, amount }) => ({ $cond: [{ $eq: ['$$one.lot', lot] }, amount, 0] }));
  const owed = { $subtract: ['$$one.owed', { $sum: less }] };
  return { $map: { input: reversedLots, as: 'one', in: { $mergeObjects: ['$$one', { owed }] } } };
};

/** Expression for the open holds of a wallet without some of them. */
export const removeHolds = (nonces: readonly string[]): object => ({
  $filter: { input: '$open', as: 'hold', cond: { $not: [{ $in: ['$$hold.nonce', [...nonces]] }] } },
});
