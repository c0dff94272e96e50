import { toCredits } from '../../shared/contract/amounts.js';
import { utcDay } from '../../shared/process/clock.js';
import { showAccount } from '../accounts/index.js';
import { type AccountUsage, readAccountUsage } from '../usage/index.js';
import { barChart, eachDay } from '../web/index.js';
import { type PortalRouter, showPage } from './pages.js';
import type { PortalServices } from './services.js';

const DAYS = 30;
const DAY_MS = 86_400_000;
const PACE_DAYS = 7;

/** The home page: balance, spending and errors of the account. */
export function homePage(router: PortalRouter, { store, clock }: Pick<PortalServices, 'clock' | 'store'>): void {
  const context = { store, clock };
  router.get('/', async (ctx) => {
    const { account } = ctx.state.member;
    const now = clock.now();
    const [owner, usage, keys] = await Promise.all([
      showAccount.run({ account }, context),
      readAccountUsage(store, account, DAYS, now),
      store.keys.countDocuments({ account, active: true }),
    ]);
    const lots = owner.lots.filter(({ credits_left, expires_at }) => credits_left > 0 && new Date(expires_at) > now);
    const pace = computePace(usage, new Date(owner.created_at), now);
    const lastsDays = pace > 0 ? Math.floor(owner.balance / pace) : undefined;
    const ends = lots.map(({ expires_at }) => Date.parse(expires_at));
    showPage(ctx, 'home', {
      title: 'Home',
      owner,
      keys,
      lots: lots.toSorted((a, b) => a.expires_at.localeCompare(b.expires_at)),
      pace,
      lastsDays,
      lastsLonger: lastsDays !== undefined && now.getTime() + lastsDays * DAY_MS > Math.max(0, ...ends),
      charts: [createSpendChart(usage), createErrorChart(usage)],
    });
  });
}

/** Computes the credits spent per day over the last seven days, today included, or since the account was opened. */
function computePace({ rows }: AccountUsage, opened: Date, now: Date): number {
  const since = utcDay(new Date(now.getTime() - (PACE_DAYS - 1) * DAY_MS));
  const spent = rows.filter(({ group }) => group >= since).reduce((sum, day) => sum + day.spent, 0);
  const days = Math.min(PACE_DAYS, Math.max(1, (now.getTime() - opened.getTime()) / DAY_MS));
  return toCredits(spent) / days;
}

const createSpendChart = (usage: AccountUsage) =>
  barChart(
    { title: 'Spent in 30 days', unit: 'credits per day', counted: 'credits', markedAs: '', by: 'day (UTC)' },
    eachDay(usage).map(({ label, row }) => ({ label, value: toCredits(row?.spent ?? 0), marked: 0 })),
  );

const createErrorChart = (usage: AccountUsage) =>
  barChart(
    { title: 'Calls in 30 days', unit: 'calls per day', markedAs: 'answered with an error', by: 'day (UTC)' },
    eachDay(usage).map(({ label, row }) => ({ label, value: row?.calls ?? 0, marked: row?.errors ?? 0 })),
  );
