import { toCredits } from '../../shared/contract/amounts.js';
import { utcDay } from '../../shared/process/clock.js';
import { readPurchases, showAccount } from '../accounts/index.js';
import { listAccountRequests, readAccountErrors } from '../requests/index.js';
import { readUsageBreakdown, sumUsage, type UsageBreakdown } from '../usage/index.js';
import { barChart, format } from '../web/index.js';
import { readAlertValues } from './alert-settings.js';
import { type PortalRouter, showPage } from './pages.js';
import type { PortalServices } from './services.js';
import { STARTING_CREDITS } from './sign-up.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Days of which the average spending is computed. Younger accounts have none. */
const PACE_DAYS = 7;
/** Maximum number of purchases that are read to tell whether any was more than the starting credits. */
const MOST_PURCHASES = 10;
/** Maximum number of rows in each table of the usage. */
const ROWS = 20;

/** Ranges of the usage that are offered, in days. */
const SPANS = { '24h': 1, '7d': 7, '30d': 30, '90d': 90 } as const;
const DEFAULT_SPAN = '30d';
const MAX_DAYS = 366;

type Services = Pick<PortalServices, 'clock' | 'payments' | 'store'>;

/** The home page: balance, forecast, usage and errors of the account. */
export function mountHomePage(router: PortalRouter, { store, clock, payments }: Services): void {
  const context = { store, clock };
  router.get('/', async (ctx) => {
    const { account } = ctx.state.member;
    const { suspended, closed } = ctx.state.account;
    const isOpen = !suspended && !closed;
    const now = clock.now();
    const range = parseRange(ctx.query, now);
    const [owner, usage, refused, spending, keys] = await Promise.all([
      showAccount.run({ account }, context),
      readUsageBreakdown(store, account, range, range.by),
      readAccountErrors(store, account, { from: range.from, to: range.to, limit: ROWS }),
      readSpendingByDay(store, account, now),
      store.keys.countDocuments({ account, active: true }),
    ]);
    const names = await readKeyNames(store, account, usage);
    const hasCalled = usage.times.length > 0 || spending.hasCalled;
    const first = {
      hasKey: keys > 0,
      hasCalled: hasCalled || (await hasTestRequest(context, account)),
      hasCredits: owner.balance > 0,
    };
    const steps = isOpen && !(first.hasKey && first.hasCalled) ? await listSteps(store, account, first) : undefined;
    const lots = owner.lots.filter(({ credits_left, expires_at }) => credits_left > 0 && new Date(expires_at) > now);
    const { pace } = spending;
    const lastsDays = pace > 0 ? Math.floor(owner.balance / pace) : undefined;
    const ends = lots.map(({ expires_at }) => Date.parse(expires_at));
    showPage(ctx, 'home', {
      title: 'Home',
      owner,
      keys,
      steps,
      hasCalled: hasCalled || refused.length > 0 || range.isChosen,
      sellsCredits: isOpen && payments !== undefined,
      hasPace: hasCalled && now.getTime() - Date.parse(owner.created_at) >= PACE_DAYS * DAY_MS,
      lots: lots.toSorted((a, b) => a.expires_at.localeCompare(b.expires_at)),
      spending,
      lastsDays,
      runsOut: lastsDays === undefined ? undefined : utcDay(new Date(now.getTime() + lastsDays * DAY_MS)),
      lastsLonger: lastsDays !== undefined && now.getTime() + lastsDays * DAY_MS > Math.max(0, ...ends),
      range,
      charts: createCharts(usage, range),
      endpoints: toRows(usage.endpoints, (id) => id),
      byKey: toRows(usage.keys, (id) => names.get(id) ?? id),
      errors: mergeErrors(usage.errors, refused),
      rows: ROWS,
    });
  });
}

/** True if the account has a request with a test key. */
async function hasTestRequest(context: Pick<PortalServices, 'clock' | 'store'>, account: string): Promise<boolean> {
  const { requests } = await listAccountRequests(context, account, { state: 'test', limit: 1 });
  return requests.length > 0;
}

/** Range of the usage: whole hours or days (UTC). */
interface Range {
  from: Date;
  /** Beginning of the hour or day after it. */
  to: Date;
  by: 'hour' | 'day';
  /** Name of the offered range; undefined for days that were entered. */
  span: string | undefined;
  /** First and last day. */
  firstDay: string;
  lastDay: string;
  isChosen: boolean;
  problem: string | undefined;
}

/** Reads the range from the query. An invalid one is the default, with the problem. */
function parseRange(query: Readonly<Record<string, unknown>>, now: Date): Range {
  const today = Date.parse(utcDay(now));
  const createSpan = (span: keyof typeof SPANS, problem?: string): Range => {
    const days = SPANS[span];
    const end = days === 1 ? now.getTime() - (now.getTime() % HOUR_MS) + HOUR_MS : today + DAY_MS;
    const begin = new Date(end - days * DAY_MS);
    return {
      ...{ from: begin, to: new Date(end), by: days === 1 ? 'hour' : 'day', span },
      ...{ firstDay: utcDay(begin), lastDay: utcDay(now), isChosen: 'span' in query, problem },
    };
  };
  const { from, to, span } = query;
  if (typeof from === 'string' && typeof to === 'string') {
    const [begin, end] = [parseDay(from), parseDay(to) + DAY_MS];
    if (!(begin < end)) return createSpan(DEFAULT_SPAN, 'Enter a first day that is not after the last one.');
    if (end - begin > MAX_DAYS * DAY_MS) return createSpan(DEFAULT_SPAN, `A range has at most ${MAX_DAYS} days.`);
    const by = end - begin === DAY_MS ? 'hour' : 'day';
    const days = { from: new Date(begin), to: new Date(end), firstDay: from, lastDay: to };
    return { ...days, by, span: undefined, isChosen: true, problem: undefined };
  }
  return createSpan(isSpan(span) ? span : DEFAULT_SPAN);
}

/** Parses a day; NaN for anything else. */
const parseDay = (day: string): number => (/^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN);

const isSpan = (span: unknown): span is keyof typeof SPANS => typeof span === 'string' && Object.hasOwn(SPANS, span);

/** Spending of the last days and of the month, with what the month will have cost at this pace. All amounts are credits. */
async function readSpendingByDay(store: PortalServices['store'], account: string, now: Date) {
  const today = Date.parse(utcDay(now));
  const month = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
  const monthEnd = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  const since = today - (PACE_DAYS - 1) * DAY_MS;
  const from = new Date(Math.min(month, since));
  const days = await sumUsage(store, { account, from, to: new Date(today + DAY_MS) }, ['day']);
  const spentSince = (begin: number) =>
    toCredits(
      days.filter(({ _id }) => Date.parse(String(_id.day)) >= begin).reduce((sum, { spent }) => sum + spent, 0),
    );
  const pace = spentSince(since) / PACE_DAYS;
  const soFar = spentSince(month);
  const daysLeft = (monthEnd - now.getTime()) / DAY_MS;
  return {
    pace,
    soFar,
    forecast: soFar + pace * daysLeft,
    monthEnd: utcDay(new Date(monthEnd - 1)),
    hasCalled: days.length > 0,
  };
}

/** Lists the first steps with an account, which Home shows until there is a key and a request was made. */
async function listSteps(
  store: PortalServices['store'],
  account: string,
  { hasKey, hasCalled, hasCredits }: { hasKey: boolean; hasCalled: boolean; hasCredits: boolean },
) {
  const [alerts, page, { purchases }] = await Promise.all([
    readAlertValues({ store }, account),
    store.experiences.findOne({ account, deleted: { $exists: false } }, { projection: { _id: 1 } }),
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
    {
      title: 'Create a QR code',
      hint: 'A menu, a link, a contact … No programming needed.',
      path: '/account/studio',
      isDone: page !== null,
    },
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

/** Reads the names of the keys that are shown. */
async function readKeyNames({ keys }: PortalServices['store'], account: string, usage: UsageBreakdown) {
  const ids = usage.keys.slice(0, ROWS).map(({ group }) => group);
  const found = keys.find({ account, id: { $in: ids } }, { projection: { id: 1, name: 1 } });
  return new Map((await found.toArray()).map(({ id, name }) => [id, name]));
}

type Sums = UsageBreakdown['times'][number];

/** Returns the rows of a table, with its name. */
const toRows = (groups: readonly Sums[], nameOf: (group: string) => string) =>
  groups.slice(0, ROWS).map(({ group, calls, errors, spent }) => ({
    ...{ group, name: nameOf(group), calls, errors, credits: toCredits(spent) },
  }));

/** Adds up the errors of charged and of refused requests by type, the latest first. */
function mergeErrors(charged: UsageBreakdown['errors'], refused: UsageBreakdown['errors']) {
  const byType = new Map<string, UsageBreakdown['errors'][number]>();
  for (const one of [...charged, ...refused]) {
    const known = byType.get(one.type);
    const last = known && known.last > one.last ? known.last : one.last;
    byType.set(one.type, { type: one.type, requests: one.requests + (known?.requests ?? 0), last });
  }
  return [...byType.values()].sort((a, b) => b.last.getTime() - a.last.getTime()).slice(0, ROWS);
}

/** Creates the charts of spending and errors over the range. */
function createCharts({ times }: UsageBreakdown, { from, to, by }: Range) {
  const stepMs = by === 'hour' ? HOUR_MS : DAY_MS;
  const rows = new Map(times.map((row) => [row.group, row]));
  const points = Array.from({ length: Math.round((to.getTime() - from.getTime()) / stepMs) }, (_, index) => {
    const at = new Date(from.getTime() + index * stepMs).toISOString();
    const label = by === 'hour' ? at.slice(0, 16) : at.slice(0, 10);
    return { label: label.replace('T', ' '), row: rows.get(label) };
  });
  const common = { unit: `per ${by}`, by: `${by} (UTC)` };
  return [
    barChart(
      { ...common, title: 'Credits spent', counted: 'credits', markedAs: '' },
      points.map(({ label, row }) => ({ label, value: toCredits(row?.spent ?? 0), marked: 0 })),
    ),
    barChart(
      { ...common, title: 'Requests', counted: 'requests', markedAs: 'errors' },
      points.map(({ label, row }) => ({ label, value: row?.calls ?? 0, marked: row?.errors ?? 0 })),
    ),
  ];
}
