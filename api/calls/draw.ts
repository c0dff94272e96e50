import type { Budget } from '../../shared/keys/budget.js';
import type { Hold } from '../../shared/ledger/documents.js';
import { countAlone } from './budgets.js';

/** How many undecided calls one account may have: keeps its wallet document small. */
export const MAX_OPEN_HOLDS = 2_000;

/**
 * The update that takes a cost from as many lots as it needs, oldest first, skipping expired ones; it changes nothing
 * when they do not suffice, the budget of the key does not, the request already has a hold, or the account has too many.
 */
export function drawFromLots(hold: Hold, budget?: Budget): object[] {
  const take = {
    $cond: [{ $gt: ['$$this.expires', hold.at] }, { $min: ['$$this.left', '$$value.need'] }, 0],
  };
  const draw = {
    $reduce: {
      input: '$lots',
      initialValue: { need: hold.cost, lots: [], parts: [] },
      in: {
        need: { $subtract: ['$$value.need', take] },
        lots: {
          $concatArrays: [
            '$$value.lots',
            [
              {
                id: '$$this.id',
                bought: '$$this.bought',
                expires: '$$this.expires',
                left: { $subtract: ['$$this.left', take] },
              },
            ],
          ],
        },
        parts: {
          $concatArrays: ['$$value.parts', { $cond: [{ $gt: [take, 0] }, [{ lot: '$$this.id', amount: take }], []] }],
        },
      },
    },
  };
  const own = budget && countAlone(budget, hold.cost, hold.at);
  const allowed = {
    $and: [
      { $eq: ['$draw.need', 0] },
      ...(own ? [own.suffices] : []),
      { $not: [{ $in: [{ $literal: hold.id }, '$open.id'] }] },
      { $lt: [{ $size: '$open' }, MAX_OPEN_HOLDS] },
    ],
  };
  const found = { parts: '$draw.parts', ...(own && { budgeted: '$spending.day' }) };
  const drawn = { $mergeObjects: [{ $literal: hold }, found] };
  return [
    { $set: { draw, ...(own && { spending: own.spending }) } },
    {
      $set: {
        lots: { $cond: [allowed, '$draw.lots', '$lots'] },
        open: { $cond: [allowed, { $concatArrays: ['$open', [drawn]] }, '$open'] },
        ...(own && { budgets: { $cond: [allowed, own.counted, '$budgets'] } }),
      },
    },
    { $unset: own ? ['draw', 'spending'] : 'draw' },
  ];
}
