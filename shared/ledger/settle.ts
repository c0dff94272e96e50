import type { AnyBulkWriteOperation } from 'mongodb';
import { toCredits } from '../contract/amounts.js';
import { isServerFault } from '../contract/api-error.js';
import { count } from '../process/metrics/measure.js';
import type { Answered, Outcome } from '../queue/job.js';
import { insertNew } from '../store/insert-new.js';
import { returnToBudgets } from './budgets.js';
import type { LedgerCollections } from './collections.js';
import { splitParts } from './debts.js';
import type { CallFacts, Hold, Part, Usage, Wallet } from './documents.js';

/** What is to become of a hold: spent, or given back. */
export interface Decision {
  account: string;
  hold: Hold;
  state: Usage['state'];
  /** What of a hold that is spent is charged, in micro-credits, where that is less than all of it; the rest is given back. */
  charged?: number;
  /** The status with which the call was answered. */
  status: number;
  /** What else is told of the call; whoever decides for a front that died does not know it. */
  call?: CallFacts;
  /** Set where the account is to be told how the call ended; with its answer, where that is known. */
  tell?: { reply?: Answered };
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

/** Tells accounts of decisions. It may be asked to do so again. */
export type Notifier = (decisions: readonly Decision[]) => Promise<void>;

/** What of an end is told, as far as it is known. */
export const answerIn = ({ body, encoding, file }: Partial<Answered>): NonNullable<Decision['tell']> =>
  body === undefined || encoding === undefined
    ? {}
    : { reply: { body, encoding, ...(file !== undefined && { file }) } };

/**
 * Decides holds and applies the decisions to their wallets. Safe to repeat, and to race with another process doing
 * the same: the insert of the usage document decides, whoever comes later adopts what it finds, and a hold is applied
 * only while it is still open. What is to be told of a call is told before its hold goes: who finds the hold after a crash tells
 * it again.
 */
export async function settle(
  store: Pick<LedgerCollections, 'usage' | 'wallets'>,
  decisions: Decision[],
  now: Date,
  teller?: Notifier,
): Promise<void> {
  if (decisions.length === 0) return;
  const lost = await insertUsages(store, decisions);
  countDecided(decisions.filter(({ hold }) => !lost.has(hold.id)));
  const decided = lost.size === 0 ? decisions : await adopt(store, decisions, lost);
  const told = decided.filter(({ tell }) => tell);
  if (told.length > 0) await teller?.(told);
  await applyAll(store, groupsOf(decided), now);
}

/** Counts what this process decided; what it adopts was counted by the process that did. */
function countDecided(decisions: Decision[]): void {
  for (const decision of decisions) {
    const { state } = decision;
    count('settlements', { state });
    count('settledCredits', { state }, toCredits(costOf(decision)));
  }
}

/** What a decision is about, in micro-credits: what is charged of a hold that is spent, all of one that is given back. */
const costOf = ({ hold, state, charged = hold.cost }: Decision): number =>
  state === 'spent' ? Math.min(charged, hold.cost) : hold.cost;

/** Where what is charged came from: the lots that expire first. */
const partsCharged = (decision: Decision): Part[] => splitParts(decision.hold.parts, costOf(decision)).first;

/** What goes back of a hold that is spent in part. */
const partsLeft = (decision: Decision): Part[] => splitParts(decision.hold.parts, costOf(decision)).rest;

/** The decisions by wallet and state. */
function groupsOf(decisions: Decision[]): Decision[][] {
  const groups = new Map<string, Decision[]>();
  for (const decision of decisions) {
    const name = `${decision.state} ${decision.account}`;
    groups.set(name, [...(groups.get(name) ?? []), decision]);
  }
  return [...groups.values()];
}

/** Inserts the usage documents; the request ids that were decided before are returned. */
async function insertUsages({ usage }: Pick<LedgerCollections, 'usage'>, decisions: Decision[]): Promise<Set<string>> {
  const decidedBefore = await insertNew(usage, decisions.map(asUsage));
  return new Set(decidedBefore.map(({ _id }) => _id));
}

function asUsage(decision: Decision): Usage {
  const { account, hold, state, status, call, at } = decision;
  return {
    _id: hold.id,
    nonce: hold.nonce,
    account,
    key: hold.key,
    endpoint: hold.endpoint,
    state,
    cost: costOf(decision),
    parts: partsCharged(decision),
    status,
    ...(call && { call }),
    at,
  };
}

/** Takes over earlier decisions. A hold whose request was decided under another nonce is a second one: it is void. */
async function adopt(
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

/** One update per wallet and state; where some of its holds are no longer open, one update per hold. */
async function applyAll(
  { wallets }: Pick<LedgerCollections, 'wallets'>,
  groups: Decision[][],
  now: Date,
): Promise<void> {
  const together = groups.map((group) => applyUpdate(group, now));
  const { matchedCount } = await wallets.bulkWrite(together, { ordered: false });
  if (matchedCount === groups.length) return;
  const singly = groups.flat().map((decision) => applyUpdate([decision], now));
  await wallets.bulkWrite(singly, { ordered: false });
}

function applyUpdate(group: Decision[], now: Date): AnyBulkWriteOperation<Wallet> {
  const account = group[0]?.account ?? '';
  const nonces = group.map(({ hold }) => hold.nonce);
  const filter = { _id: account, 'open.nonce': { $all: nonces } };
  const back = group.flatMap((decision) => (decision.state === 'spent' ? partsLeft(decision) : decision.hold.parts));
  const spent = group[0]?.state === 'spent' ? total(group) : 0;
  const budgets = returnToBudgets(group.map((decision) => ({ hold: decision.hold, amount: backOf(decision) })));
  const update = back.length === 0 ? spend(spent, nonces) : giveBack(back, spent, budgets, nonces, now);
  return { updateOne: { filter, update } };
}

/** What of a hold goes back, in micro-credits. */
const backOf = (decision: Decision): number =>
  decision.state === 'spent' ? decision.hold.cost - costOf(decision) : decision.hold.cost;

const total = (group: Decision[]): number => group.reduce((sum, decision) => sum + costOf(decision), 0);

const spend = (spent: number, nonces: string[]) => ({
  $pull: { open: { nonce: { $in: nonces } } },
  $inc: { spent },
});

/**
 * Gives every part back to the lot that it came from, and to the budget of its key; the share of a lot that has expired
 * meanwhile expires too.
 */
const giveBack = (back: readonly Part[], spent: number, budgets: object, nonces: string[], now: Date): object[] => [
  {
    $set: {
      ...partsBack(back, now),
      ...budgets,
      ...(spent > 0 && { spent: { $add: ['$spent', spent] } }),
      open: withoutHolds(nonces),
    },
  },
];

/**
 * The fields of a wallet after parts went back to the lots that they came from. What is owed of a lot is taken from its parts
 * first; of the rest, the share of a lot that has expired meanwhile, or is gone, goes to `expired`. For an update pipeline.
 */
export function partsBack(
  parts: readonly Part[],
  now: Date,
): { lots: object; expired: object; reversed: object; reversals: object } {
  const amounts = new Map<string, number>();
  for (const { lot, amount } of parts) amounts.set(lot, (amounts.get(lot) ?? 0) + amount);
  const total = parts.reduce((sum, { amount }) => sum + amount, 0);
  const debts = [...amounts].map(([lot, amount]) => ({ lot, amount: { $min: [amount, owedOf(lot)] } }));
  const paid = { $sum: debts.map(({ amount }) => amount) };
  const back = {
    $sum: [...amounts].map(([lot, amount]) => ({
      $cond: [
        { $and: [{ $eq: ['$$lot.id', lot] }, { $gt: ['$$lot.expires', now] }] },
        { $subtract: [amount, { $min: [amount, owedOf(lot)] }] },
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
    reversals: owingLess(debts),
  };
}

const reversedLots = { $ifNull: ['$reversals', []] };

/** What is owed of a lot. For an update pipeline. */
const owedOf = (lot: string): object => ({
  $sum: { $map: { input: reversedLots, as: 'of', in: { $cond: [{ $eq: ['$$of.lot', lot] }, '$$of.owed', 0] } } },
});

/** The reversed lots of a wallet after so much was paid of what is owed of each. For an update pipeline. */
const owingLess = (paid: readonly { lot: string; amount: object }[]): object => {
  const less = paid.map(({ lot, amount }) => ({ $cond: [{ $eq: ['$$of.lot', lot] }, amount, 0] }));
  const owed = { $subtract: ['$$of.owed', { $sum: less }] };
  return { $map: { input: reversedLots, as: 'of', in: { $mergeObjects: ['$$of', { owed }] } } };
};

/** The open holds of a wallet without these. For an update pipeline. */
export const withoutHolds = (nonces: readonly string[]): object => ({
  $filter: { input: '$open', as: 'hold', cond: { $not: [{ $in: ['$$hold.nonce', [...nonces]] }] } },
});
