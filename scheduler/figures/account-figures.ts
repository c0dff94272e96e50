import { type AccountFigures, spans } from '../../shared/figures/collections.js';
import { balance } from '../../shared/ledger/amounts.js';
import type { Collections } from '../../shared/store/collections.js';

const DAY_MS = spans.day.lengthMs;
const DAYS = 30;
const TOGETHER = 500;
const NEVER = new Date(0);

/** Writes anew what accounts are sorted by: their balances, and what they did in the last 30 days. */
export async function writeAccountFigures(store: Collections, accounts: Iterable<string>, now: Date): Promise<number> {
  const all = [...new Set(accounts)];
  for (let begin = 0; begin < all.length; begin += TOGETHER) {
    await writeSome(store, all.slice(begin, begin + TOGETHER), now);
  }
  return all.length;
}

async function writeSome(
  { accounts, wallets, accountDays, accountFigures }: Collections,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const these = { _id: { $in: [...ids] } };
  const [owners, found, before, days] = await Promise.all([
    accounts.find(these, { projection: { created: 1 } }).toArray(),
    wallets.find(these, { projection: { lots: 1 } }).toArray(),
    accountFigures.find(these, { projection: { last: 1 } }).toArray(),
    accountDays
      .aggregate<{ _id: string; calls: number; errors: number; spent: number; last: Date }>([
        { $match: { account: { $in: [...ids] }, at: { $gt: new Date(now.getTime() - DAYS * DAY_MS) } } },
        {
          $group: {
            _id: '$account',
            calls: { $sum: '$calls' },
            errors: { $sum: '$errors' },
            spent: { $sum: '$spent' },
            last: { $max: '$last' },
          },
        },
      ])
      .toArray(),
  ]);
  const lots = new Map(found.map(({ _id, lots }) => [_id, lots]));
  const lasts = new Map(before.map(({ _id, last }) => [_id, last]));
  const did = new Map(days.map((day) => [day._id, day]));
  const figures = owners.map(({ _id, created }): AccountFigures => {
    const { calls = 0, errors = 0, spent = 0, last = lasts.get(_id) ?? NEVER } = did.get(_id) ?? {};
    return { _id, created, balance: balance(lots.get(_id) ?? [], now), spent, errors, calls, last };
  });
  if (figures.length === 0) return;
  await accountFigures.bulkWrite(
    figures.map((replacement) => ({
      replaceOne: { filter: { _id: replacement._id }, replacement, upsert: true },
    })),
    { ordered: false },
  );
}

/** The accounts whose figures may have changed since an instant, beside those that called: each found by an index. */
export async function changedSince(store: Collections, since: Date, now: Date): Promise<string[]> {
  const { accounts, payments, refunds, wallets, accountDays } = store;
  const later = { $gte: since };
  // Days that the last 30 held then, and hold no more.
  const [left, leaves] = [since, now].map((at) => new Date(at.getTime() - DAYS * DAY_MS));
  const [opened, paid, refunded, expired, past] = await Promise.all([
    accounts.find({ created: later }, { projection: { _id: 1 } }).toArray(),
    payments.distinct('account', { at: later }),
    refunds.distinct('account', { at: later }),
    wallets.find({ 'lots.expires': { $lte: now } }, { projection: { _id: 1 } }).toArray(),
    accountDays
      .find({ at: { $gt: left ?? since, $lte: leaves ?? since } }, { projection: { account: 1, _id: 0 } })
      .toArray(),
  ]);
  return [
    ...opened.map(({ _id }) => _id),
    ...paid,
    ...refunded,
    ...expired.map(({ _id }) => _id),
    ...past.map(({ account }) => account),
  ];
}
