import { formatDuration, formatNumber } from '../../shared/format.js';
import type { Overview } from './status.js';

/** A problem of the platform, and the page that shows more of it. */
interface Problem {
  what: string;
  details: string;
  href: string;
}

/** Share of the language model's budget that is reported as nearly used up. */
export const BUDGET_WARNING = 0.9;
/** Age of a due delivery, in ms, that is reported as late. Workers send due deliveries within seconds. */
export const LATE_DELIVERY_MS = 60_000;
/** Share of the memory of Redis, and of a disk, from which it is reported as nearly full. */
const NEARLY_FULL = 0.9;
/** Time by which a member of the replica set may be behind, in seconds. */
const LAGGING_SECONDS = 30;
/** Time for which a failed run of a task is reported. */
const FAILED_WITHIN_MS = 24 * 3_600_000;

/** Lists the problems in the state of the platform, those that affect customers first. Unknown states are ignored. */
export const findProblems = (overview: Overview, now: Date): Problem[] => [
  ...findUnreachable(overview),
  ...findPoolProblems(overview),
  ...findShedding(overview),
  ...findAbandonedHolds(overview),
  ...findDrift(overview),
  ...findOpenBreakers(overview),
  ...findTaskProblems(overview, now),
  ...findDeliveryProblems(overview),
  ...findBudgetProblems(overview),
  ...findClockProblems(overview),
  ...findReports(overview),
  ...findProcessProblems(overview),
  ...findRedisProblems(overview),
  ...findStoreProblems(overview),
  ...findFullDisks(overview),
  ...findUnknownPayments(overview),
];

const count = (value: number, noun: string): string => `${formatNumber(value)} ${noun}${value === 1 ? '' : 's'}`;

const findUnreachable = ({ redis, storeState: store }: Overview): Problem[] =>
  [...(redis ? [] : ['Redis']), ...(store ? [] : ['The database'])].map((service) => ({
    what: `${service} did not respond in time`,
    details: 'requests may fail with 503',
    href: '/operator',
  }));

const findPoolProblems = ({ pools: states = [], lastHour }: Overview): Problem[] =>
  states.flatMap(({ pool, workers, waiting }) => {
    const most = Math.ceil(lastHour?.workers[pool] ?? 0);
    const href = '/operator#pools';
    if (workers === 0) {
      return { what: `Pool ${pool} has no live workers`, details: `${count(waiting, 'job')} waiting`, href };
    }
    return workers < most
      ? { what: `Pool ${pool} has lost workers`, details: `${workers} of ${most} still running`, href }
      : [];
  });

const findShedding = ({ lastHour }: Overview): Problem[] =>
  Object.entries(lastHour?.busy ?? {}).map(([pool, calls]) => ({
    what: `Pool ${pool} is overloaded`,
    details: `${count(calls, 'request')} refused with 503 in the last 5 minutes`,
    href: '/operator/time?span=1h',
  }));

const findAbandonedHolds = ({ abandoned }: Overview): Problem[] =>
  abandoned && abandoned.holds > 0
    ? [
        {
          what: `${count(abandoned.holds, 'hold')} not settled in time`,
          details: `oldest from ${abandoned.since}; check that the scheduler runs reconcile-holds`,
          href: abandoned.oldest
            ? `/operator/requests?id=${encodeURIComponent(abandoned.oldest)}`
            : '/operator#scheduler',
        },
      ]
    : [];

const findDrift = ({ audit }: Overview): Problem[] =>
  audit && audit.total > 0
    ? [
        {
          what: `The ledger audit found errors in ${count(audit.total, 'account')}`,
          details: audit.findings
            .slice(0, 3)
            .map(({ account, problem }) => `${account}: ${problem}`)
            .join('; '),
          href: `/operator/accounts/${encodeURIComponent(audit.findings[0]?.account ?? '')}/ledger`,
        },
      ]
    : [];

function findOpenBreakers({ breakers: shown = [] }: Overview): Problem[] {
  const open = new Set(shown.filter(({ state }) => state !== 'closed').map(({ upstream }) => upstream));
  return [...open].map((upstream) => ({
    what: `Upstream ${upstream} is failing`,
    details: 'its circuit breaker is open, so it is not called',
    href: '/operator/time?span=1h#upstreams',
  }));
}

const findTaskProblems = ({ runs = [] }: Overview, now: Date): Problem[] =>
  runs
    .filter(({ outcome, at }) => outcome === 'failed' && now.getTime() - at.getTime() < FAILED_WITHIN_MS)
    .map(({ task }) => ({
      what: `Task ${task} failed`,
      details: 'the log of the scheduler has the error',
      href: '/operator#scheduler',
    }));

const findDeliveryProblems = ({ deliveries: backlog }: Overview): Problem[] =>
  backlog && backlog.oldestMs >= LATE_DELIVERY_MS
    ? [
        {
          what: 'Webhook deliveries are late',
          details: `${formatNumber(backlog.due)} due, oldest waiting ${formatDuration(backlog.oldestMs)}`,
          href: '/operator/webhooks',
        },
      ]
    : [];

const findBudgetProblems = ({ spending = [] }: Overview): Problem[] =>
  spending
    .filter(({ tokens, money, limits }) => {
      const used = Math.max(limits.tokens && tokens / limits.tokens, limits.money && money / limits.money);
      return used >= BUDGET_WARNING;
    })
    .map(({ period, tokens }) => ({
      what: `The language model budget for this ${period} is almost used up`,
      details: `${formatNumber(tokens)} tokens used; once it is used up, content is written without the model`,
      href: '/operator#figures',
    }));

const findClockProblems = ({ wrongClocks = [] }: Overview): Problem[] =>
  wrongClocks.length === 0
    ? []
    : [
        {
          what: `${count(wrongClocks.length, 'clock')} out of sync`,
          details: 'check NTP on these machines',
          href: '/operator#clocks',
        },
      ];

const findReports = ({ reported }: Overview): Problem[] =>
  reported
    ? [
        {
          what: `${count(reported, 'hosted page')} reported`,
          details: 'visitors reported a problem: review them',
          href: '/operator/experiences',
        },
      ]
    : [];

/** Processes of which at least one has to run, besides the workers of the pools. */
const NEEDED = {
  scheduler: 'holds and payments of crashed processes stay',
  deliver: 'webhooks and emails wait',
} as const;

const findProcessProblems = ({ processes: live }: Overview): Problem[] =>
  Object.entries(live ? NEEDED : {})
    .filter(([kind]) => !live?.some((one) => one.process === kind))
    .map(([kind, details]) => ({ what: `No process ${kind} runs`, details, href: '/operator#processes' }));

const share = (value: number, total: number): string => `${Math.round((100 * value) / total)} % used`;

function findRedisProblems({ redis }: Overview): Problem[] {
  if (!redis) return [];
  const { usedBytes, maxBytes, warnings } = redis;
  const href = '/operator#processes';
  const isFull = maxBytes !== null && usedBytes > NEARLY_FULL * maxBytes;
  return [
    ...(isFull
      ? [{ what: 'Redis is nearly full', details: `${share(usedBytes, maxBytes)}: raise maxmemory`, href }]
      : []),
    ...warnings.map((details) => ({ what: 'Redis is not configured safely', details, href })),
  ];
}

const findStoreProblems = ({ storeState: store }: Overview): Problem[] =>
  (store?.members ?? [])
    .filter(({ isHealthy, lagSeconds }) => !isHealthy || (lagSeconds ?? 0) > LAGGING_SECONDS)
    .map(({ name, state, lagSeconds }) => ({
      what: `Member ${name} of the database is behind`,
      details: lagSeconds === null ? state : `${state}, ${count(lagSeconds, 'second')} behind`,
      href: '/operator#processes',
    }));

function findFullDisks({ processes: live = [] }: Overview): Problem[] {
  const full = live.filter(({ disk }) => disk && disk.total - disk.free > NEARLY_FULL * disk.total);
  const hosts = new Map(full.flatMap(({ host, disk }) => (disk ? [[host ?? 'unknown', disk] as const] : [])));
  return [...hosts].map(([host, { free, total }]) => ({
    what: `The disk of ${host} is nearly full`,
    details: share(total - free, total),
    href: '/operator#processes',
  }));
}

const findUnknownPayments = ({ unknownPayments }: Overview): Problem[] =>
  unknownPayments
    ? [
        {
          what: `${count(unknownPayments, 'payment')} without an order`,
          details: 'list them with admin orders unknown, and adopt them',
          href: '/operator/orders',
        },
      ]
    : [];
