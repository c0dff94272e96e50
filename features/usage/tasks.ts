import { computeBalance } from '../../shared/contract/amounts.js';
import { advanceCursor, DELETED, MERGED, readUsageCursor } from '../../shared/ledger/merged-usage.js';
import type { Clock } from '../../shared/process/clock.js';
import type { Config } from '../../shared/process/config.js';
import type { MemberCollections } from '../members/index.js';
import { PLATFORM_SUMS_KEPT_MS, platformSums } from './collections.js';
import { mergeHours } from './merge.js';
import { DAY_MS, findActiveAccounts, HOUR_MS, sumUsage, type UsageStore } from './read.js';

type Store = UsageStore & Pick<MemberCollections, 'accounts'>;

interface TaskContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly config: Pick<Config, 'USAGE_KEPT_DAYS'>;
  readonly signal: AbortSignal;
}

/** Time after which a run ends; the next one continues. In ms. */
const WORKS_FOR_MS = 30_000;

/** Starts the time of a run. @returns a function that is true while the run may continue */
function startTimer(signal: AbortSignal): () => boolean {
  const until = performance.now() + WORKS_FOR_MS;
  return () => performance.now() < until && !signal.aborted;
}

/** Merges the usage entries of complete hours into `usageHourly` and the sums of all accounts. */
export const mergeUsage = {
  name: 'merge-usage',
  schedule: '20 */5 * * * *',
  atStart: true,
  run: ({ store, clock, signal }: TaskContext): Promise<object> => mergeHours(store, clock.now(), startTimer(signal)),
};

/** Maximum number of entries that are deleted at a time, so that requests are not delayed. */
const DELETED_TOGETHER = 1_000;

/**
 * Deletes merged usage entries that are older than `USAGE_KEPT_DAYS`; their hourly sums stay. A run deletes up to the cursor of the run
 * before and then advances it, so that a reader with an earlier end of the merge finds all of its entries.
 */
export const deleteOldUsage = {
  name: 'delete-old-usage',
  schedule: '40 7-57/10 * * * *',
  async run({ store, clock, config, signal }: TaskContext): Promise<object> {
    const isTime = startTimer(signal);
    const now = clock.now().getTime();
    const old = now - config.USAGE_KEPT_DAYS * DAY_MS;
    const until = await readUsageCursor(store, DELETED);
    let deleted = 0;
    for (const state of ['spent', 'void'] as const) {
      while (isTime()) {
        const found = await store.usage
          .find(
            { state, at: { $lt: until } },
            { projection: { _id: 1 }, sort: { at: 1, _id: 1 }, limit: DELETED_TOGETHER },
          )
          .toArray();
        if (found.length === 0) break;
        deleted += (await store.usage.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } })).deletedCount;
      }
    }
    for (const sums of Object.values(platformSums(store))) {
      await sums.deleteMany({ _id: { $lt: new Date(now - PLATFORM_SUMS_KEPT_MS) } });
    }
    const merged = await readUsageCursor(store, MERGED);
    await advanceCursor(store, DELETED, new Date(Math.min(merged.getTime(), old - (old % HOUR_MS))));
    return { deleted };
  },
};

const RANKED = 'rank-accounts';
const RANKED_DAYS = 30;
/** Time within which entries are written after their requests, in ms. */
const LATE_MS = 10 * 60_000;
const ACCOUNTS_TOGETHER = 500;

/** Updates the values that accounts are sorted by: balances, and the usage of the last 30 days. */
export const rankAccounts = {
  name: RANKED,
  schedule: '30 */10 * * * *',
  atStart: true,
  run: ({ store, clock }: TaskContext): Promise<object> => updateRanking(store, clock.now()),
};

/** Updates the sort values of the accounts that have changed since the last run. */
export async function updateRanking(store: Store, now: Date): Promise<{ accounts: number }> {
  const ranked = await readUsageCursor(store, RANKED);
  const changed = await listChangedAccounts(store, new Date(Math.max(0, ranked.getTime() - LATE_MS)), now);
  for (let begin = 0; begin < changed.length; begin += ACCOUNTS_TOGETHER) {
    await writeFigures(store, changed.slice(begin, begin + ACCOUNTS_TOGETHER), now);
  }
  await advanceCursor(store, RANKED, now);
  return { accounts: changed.length };
}

/** Returns the beginning of the days that count in sort values. */
const findRankingStart = (now: Date): Date =>
  new Date(now.getTime() - (now.getTime() % DAY_MS) - (RANKED_DAYS - 1) * DAY_MS);

const endOfHour = (at: Date): Date => new Date(at.getTime() - (at.getTime() % HOUR_MS) + HOUR_MS);

const idOnly = { projection: { _id: 1 } } as const;

/** Returns the accounts whose sort values may have changed since a time, each found by an index. */
async function listChangedAccounts(store: Store, since: Date, now: Date): Promise<string[]> {
  const { accounts, payments, refunds, wallets } = store;
  const later = { $gte: since };
  const hour = new Date(since.getTime() - (since.getTime() % HOUR_MS));
  const found = await Promise.all([
    findActiveAccounts(store, hour, endOfHour(now)),
    // Days that no longer count.
    findActiveAccounts(store, findRankingStart(since), findRankingStart(now)),
    payments.distinct('account', { at: later }),
    refunds.distinct('account', { at: later }),
    accounts
      .find({ created: later }, idOnly)
      .map(({ _id }) => _id)
      .toArray(),
    wallets
      .find({ 'lots.expires': { $lte: now } }, idOnly)
      .map(({ _id }) => _id)
      .toArray(),
  ]);
  return [...new Set(found.flat())];
}

async function writeFigures(store: Store, ids: readonly string[], now: Date): Promise<void> {
  const usage = await sumUsage(store, { account: { $in: ids }, from: findRankingStart(now), to: endOfHour(now) }, [
    'account',
  ]);
  const wallets = await store.wallets.find({ _id: { $in: [...ids] } }, { projection: { lots: 1 } }).toArray();
  const sums = new Map(usage.map((sum) => [sum._id.account, sum]));
  const lots = new Map(wallets.map((wallet) => [wallet._id, wallet.lots]));
  await store.accounts.bulkWrite(
    ids.map((_id) => {
      const { calls = 0, errors = 0, spent = 0, last = new Date(0) } = sums.get(_id) ?? {};
      const figures = { balance: computeBalance(lots.get(_id) ?? [], now), spent, errors, calls };
      const $set = Object.fromEntries(Object.entries(figures).map(([name, value]) => [`figures.${name}`, value]));
      return { updateOne: { filter: { _id }, update: { $set, $max: { 'figures.last': last } } } };
    }),
    { ordered: false },
  );
}
