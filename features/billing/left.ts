import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Order } from './collections.js';

/** What is left of an order's credits, in micro-credits. */
export interface Left {
  /** Unspent in its lot, unless that has expired; null before there is one. */
  left: number | null;
  /** Spent before their money went back. */
  owed: number;
}

export const NOTHING_LEFT: Left = { left: null, owed: 0 };

/** What is left of orders, in their order. Wallets are read by the accounts, each once. */
export async function leftOf(
  { wallets }: Pick<LedgerCollections, 'wallets'>,
  orders: readonly Order[],
  now: Date,
): Promise<Left[]> {
  const accounts = [...new Set(orders.map(({ account }) => account))];
  const found = await wallets.find({ _id: { $in: accounts } }, { projection: { lots: 1, reversals: 1 } }).toArray();
  const byAccount = new Map(found.map((wallet) => [wallet._id, wallet]));
  return orders.map(({ _id, account, state }) => {
    if (state !== 'paid') return NOTHING_LEFT;
    const { lots = [], reversals = [] } = byAccount.get(account) ?? {};
    const lot = lots.find(({ id }) => id === _id);
    return {
      left: lot && lot.expires > now ? lot.left : 0,
      owed: reversals.find((reversed) => reversed.lot === _id)?.owed ?? 0,
    };
  });
}
