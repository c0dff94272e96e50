import type { Collection } from 'mongodb';
import { nanoid } from 'nanoid';
import { computeBalance, usable } from '../../shared/contract/amounts.js';
import { type ApiError, withRetryAfter } from '../../shared/contract/api-error.js';
import { errors } from '../../shared/contract/errors.js';
import { type Budget, countAgainstBudget, endOfPeriod, findSpending } from '../../shared/ledger/budget.js';
import type { Hold, Wallet } from '../../shared/ledger/documents.js';
import { utcDay } from '../../shared/process/clock.js';

/** Maximum number of open holds of one account, which keeps its wallet document small. */
export const MAX_OPEN_HOLDS = 2_000;

/** A request to hold the price of a call. */
export interface HoldRequest {
  account: string;
  /** Id of the key that sent the call. */
  key: string;
  endpoint: string;
  /** Group of the endpoint. Lots that are bound to others do not pay for it. */
  group?: string;
  requestId: string;
  /** In micro-credits. */
  cost: number;
  /** Set for a key that has one. */
  budget?: Budget;
  /** Set for a call whose client fetches the response later. */
  later?: Hold['later'];
  /** Set for a batch: the latest time of its end. No front settles its hold. */
  batch?: { until: Date };
}

/** Part of a wallet that an update returns. */
type HeldWallet = Pick<Wallet, 'lots' | 'budgets' | 'tells' | 'low'>;

/** Result of an update. */
export interface HoldResult {
  /** For each request, in their order, its hold or the error that refuses it. */
  outcomes: (Hold | ApiError)[];
  /** Undefined for an account without a wallet. */
  wallet: HeldWallet | undefined;
}

/**
 * Holds the price of concurrent calls of one account in one update. Each call takes from the oldest living lots, one after the
 * other; a call that the lots or the budget of its key do not cover takes nothing, and the next may still be covered. An update
 * that is sent again does nothing.
 *
 * @param front the process that settles the holds while it is alive; the reconciler alone settles holds without one
 */
export async function holdCredits(
  wallets: Collection<Wallet>,
  account: string,
  requests: readonly HoldRequest[],
  now: Date,
  front?: string,
): Promise<HoldResult> {
  const holds = requests.map((request): Hold => newHold(request, now, front));
  const nonces = holds.map(({ nonce }) => nonce);
  const taken = { $filter: { input: '$open', as: 'hold', cond: { $in: ['$$hold.nonce', nonces] } } };
  const wallet = await wallets.findOneAndUpdate({ _id: account }, holdStages(requests, holds, now), {
    returnDocument: 'after',
    projection: { lots: 1, budgets: 1, tells: 1, low: 1, open: taken },
  });
  if (!wallet) return { outcomes: requests.map(() => errors.insufficientCredits()), wallet: undefined };
  const byNonce = new Map(wallet.open.map((hold) => [hold.nonce, hold]));
  const outcomes = requests.map(
    (request, index) => byNonce.get(nonces[index] ?? '') ?? explainRefusal(request, wallet, now),
  );
  return { outcomes, wallet };
}

const newHold = (
  { requestId, key, endpoint, cost, later, batch }: HoldRequest,
  at: Date,
  front: string | undefined,
): Hold => ({
  ...{ id: requestId, nonce: nanoid(12), key, endpoint },
  ...(front !== undefined && !batch && { front }),
  ...(later && { later }),
  ...(batch && { batch: true }),
  ...{ at: batch?.until ?? at, cost, parts: [] },
});

/**
 * Returns the error that refuses a request, found in the wallet after the update: a request that was refused before others were granted
 * is not covered after them either.
 */
function explainRefusal({ cost, budget, group }: HoldRequest, { lots, budgets }: HeldWallet, now: Date): ApiError {
  const period = budget && findExceededPeriod(budget, budgets, cost, now);
  if (budget && period) {
    const until = endOfPeriod(period, findSpending(utcDay(now), budget.key, budgets).day);
    const seconds = Math.ceil((until.getTime() - now.getTime()) / 1_000);
    return withRetryAfter(errors.budgetUsedUp({ period, until: until.toISOString() }), seconds);
  }
  return computeBalance(usable(lots, group), now) < cost ? errors.insufficientCredits() : errors.serviceBusy();
}

/** Returns the period whose budget does not cover a cost; undefined when both do. */
export function findExceededPeriod(
  { key, perDay, perMonth }: Budget,
  budgets: Wallet['budgets'],
  cost: number,
  now: Date,
) {
  const { today, thisMonth } = findSpending(utcDay(now), key, budgets);
  if (today + cost > perDay) return 'day';
  return thisMonth + cost > perMonth ? 'month' : undefined;
}

/** Update pipeline: `batch` applies the requests one after the other, and its result is written into the wallet. */
function holdStages(requests: readonly HoldRequest[], holds: readonly Hold[], now: Date): object[] {
  const input = requests.map(({ budget, group = '' }, index) => ({
    hold: holds[index],
    group,
    ...(budget && { budget: { perDay: budget.perDay, perMonth: budget.perMonth } }),
  }));
  const hasBudgets = requests.some(({ budget }) => budget);
  const { spending, isWithin, counted } = countAgainstBudget(now);
  const budgeted = (counts: unknown, otherwise: unknown) => ({ $cond: ['$$request.budget', counts, otherwise] });
  const isGranted = {
    $and: [
      { $eq: ['$$taken.missing', 0] },
      ...(hasBudgets ? [budgeted(isWithin, true)] : []),
      { $not: [{ $in: ['$$request.hold.id', '$$openIds'] }] },
      { $not: [{ $in: ['$$request.hold.id', '$$state.holds.id'] }] },
      { $lt: [{ $add: [{ $size: '$$openIds' }, { $size: '$$state.holds' }] }, MAX_OPEN_HOLDS] },
    ],
  };
  const hold = {
    $mergeObjects: [
      '$$request.hold',
      { parts: '$$taken.parts' },
      ...(hasBudgets ? [budgeted({ budgeted: '$$spending.day' }, {})] : []),
    ],
  };
  const granted = {
    lots: '$$taken.lots',
    holds: { $concatArrays: ['$$state.holds', [hold]] },
    ...(hasBudgets && { budgets: budgeted(counted, '$$state.budgets') }),
  };
  const batch = {
    $reduce: {
      input: { $literal: input },
      initialValue: { lots: '$lots', holds: [], ...(hasBudgets && { budgets: { $ifNull: ['$budgets', []] } }) },
      in: {
        $let: {
          vars: { request: '$$this', state: '$$value' },
          in: {
            $let: {
              vars: { taken: takeFromLots(now), ...(hasBudgets && { spending: budgeted(spending, null) }) },
              in: { $cond: [isGranted, granted, '$$state'] },
            },
          },
        },
      },
    },
  };
  return [
    { $set: { batch: { $let: { vars: { openIds: '$open.id' }, in: batch } } } },
    {
      $set: {
        lots: '$batch.lots',
        open: { $concatArrays: ['$open', '$batch.holds'] },
        ...(hasBudgets && { budgets: '$batch.budgets' }),
      },
    },
    { $unset: 'batch' },
  ];
}

/** Expression that is true if the lot `$$this` has not expired and pays for `$$request.group`. */
const createPaysForExpression = (now: Date) => ({
  $and: [
    { $gt: ['$$this.expires', now] },
    { $in: ['$$request.group', { $ifNull: ['$$this.groups', ['$$request.group']] }] },
  ],
});

/**
 * Expression that takes `$$request.hold.cost` from the lots of `$$state.lots` that have not expired and pay for `$$request.group`, the
 * oldest first. It results in the lots after
 * that, the parts taken, and the amount that is missing.
 */
const takeFromLots = (now: Date) => ({
  $reduce: {
    input: '$$state.lots',
    initialValue: { missing: '$$request.hold.cost', lots: [], parts: [] },
    in: {
      $let: {
        vars: {
          amount: { $cond: [createPaysForExpression(now), { $min: ['$$this.left', '$$value.missing'] }, 0] },
        },
        in: {
          missing: { $subtract: ['$$value.missing', '$$amount'] },
          lots: {
            $concatArrays: [
              '$$value.lots',
              [{ $mergeObjects: ['$$this', { left: { $subtract: ['$$this.left', '$$amount'] } }] }],
            ],
          },
          parts: {
            $concatArrays: [
              '$$value.parts',
              { $cond: [{ $gt: ['$$amount', 0] }, [{ lot: '$$this.id', amount: '$$amount' }], []] },
            ],
          },
        },
      },
    },
  },
});
