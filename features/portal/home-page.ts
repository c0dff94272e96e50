import { toCredits } from '../../shared/contract/amounts.js';
import { utcDay } from '../../shared/process/clock.js';
import { readPurchases, showAccount } from '../accounts/index.js';
import { type AccountUsage, readAccountUsage } from '../usage/index.js';
import { barChart, eachDay, format } from '../web/index.js';
import { readAlertValues } from './alert-settings.js';
import { type PortalRouter, showPage } from './pages.js';
import type { PortalServices } from './services.js';
import { STARTING_CREDITS } from './sign-up.js';

const DAYS = 30;
const DAY_MS = 86_400_000;
/** Days of which the average spending is computed. Younger accounts have none. */
const PACE_DAYS = 7;
/** Maximum number of purchases that are read to tell whether any was more than the starting credits. */
const MOST_PURCHASES = 10;

/** The home page: balance, spending and errors of the account. */
export function homePage(
  router: PortalRouter,
  { store, clock, payments, testCalls }: Pick<PortalServices, 'clock' | 'payments' | 'store' | 'testCalls'>,
): void {
  const context = { store, clock };
  router.get('/', async (ctx) => {
    const { account } = ctx.state.member;
    const { suspended, closed } = ctx.state.account;
    const isOpen = !suspended && !closed;
    const now = clock.now();
    const [owner, usage, keys, tests] = await Promise.all([
      showAccount.run({ account }, context),
      readAccountUsage(store, account, DAYS, now),
      store.keys.countDocuments({ account, active: true }),
      testCalls.list(account).catch(() => []),
    ]);
    const hasCalled = usage.rows.some(({ calls }) => calls > 0);
    const first = { hasKey: keys > 0, hasCalled: hasCalled || tests.length > 0, hasCredits: owner.balance > 0 };
    const steps = isOpen && !(first.hasKey && first.hasCalled) ? await listSteps(store, account, first) : undefined;
    const lots = owner.lots.filter(({ credits_left, expires_at }) => credits_left > 0 && new Date(expires_at) > now);
    const pace = computePace(usage, now);
    const lastsDays = pace > 0 ? Math.floor(owner.balance / pace) : undefined;
    const ends = lots.map(({ expires_at }) => Date.parse(expires_at));
    showPage(ctx, 'home', {
      title: 'Home',
      owner,
      keys,
      steps,
      hasCalled,
      sellsCredits: isOpen && payments !== undefined,
      hasPace: hasCalled && now.getTime() - Date.parse(owner.created_at) >= PACE_DAYS * DAY_MS,
      lots: lots.toSorted((a, b) => a.expires_at.localeCompare(b.expires_at)),
      pace,
      lastsDays,
      lastsLonger: lastsDays !== undefined && now.getTime() + lastsDays * DAY_MS > Math.max(0, ...ends),
      charts: [createSpendChart(usage), createErrorChart(usage)],
    });
  });
}

/** Lists the first steps with an account, which Home shows until there is a key and a request was made. */
async function listSteps(
  store: PortalServices['store'],
  account: string,
  { hasKey, hasCalled, hasCredits }: { hasKey: boolean; hasCalled: boolean; hasCredits: boolean },
) {
  const [alerts, { purchases }] = await Promise.all([
    readAlertValues({ store }, account),
    readPurchases(store, account, { limit: MOST_PURCHASES }, -1),
  ]);
  const hasAlert = [alerts.credits_low_below, alerts.credits_low_days, alerts.errors_above_percent].some(
    (threshold) => threshold !== null,
  );
  const freeCredits = findFreeCredits(purchases);
  const addCredits =
    hasCredits && freeCredits > 0
      ? `${format.number(freeCredits)} free ${freeCredits === 1 ? 'credit' : 'credits'} added`
      : 'Add credits';
  return [
    { title: 'Create a key', hint: 'Your programs send it with every request.', path: '/account/keys', isDone: hasKey },
    { title: 'Make a request', hint: 'Copy an example from the docs.', path: '/docs#first-request', isDone: hasCalled },
    { title: addCredits, hint: 'Each request costs credits.', path: '/account/billing', isDone: hasCredits },
    {
      title: 'Set an alert',
      hint: 'Get an email before your credits run out.',
      path: '/account/settings#alerts',
      isDone: hasAlert,
    },
  ];
}

/** Returns the starting credits of an account that has received no others, otherwise 0. */
const findFreeCredits = (purchases: readonly { payment_id: string; credits: number }[]): number =>
  purchases.every(({ payment_id }) => payment_id.startsWith(STARTING_CREDITS))
    ? purchases.reduce((sum, { credits }) => sum + credits, 0)
    : 0;

/** Computes the credits spent per day over the last seven days, today included. */
function computePace({ rows }: AccountUsage, now: Date): number {
  const since = utcDay(new Date(now.getTime() - (PACE_DAYS - 1) * DAY_MS));
  const spent = rows.filter(({ group }) => group >= since).reduce((sum, day) => sum + day.spent, 0);
  return toCredits(spent) / PACE_DAYS;
}

const createSpendChart = (usage: AccountUsage) =>
  barChart(
    { title: 'Credits spent', unit: 'per day', counted: 'credits', markedAs: '', by: 'day (UTC)' },
    eachDay(usage).map(({ label, row }) => ({ label, value: toCredits(row?.spent ?? 0), marked: 0 })),
  );

const createErrorChart = (usage: AccountUsage) =>
  barChart(
    { title: 'Requests', unit: 'per day', counted: 'requests', markedAs: 'errors', by: 'day (UTC)' },
    eachDay(usage).map(({ label, row }) => ({ label, value: row?.calls ?? 0, marked: row?.errors ?? 0 })),
  );
