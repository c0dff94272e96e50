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
/** Time for which a failed run of a task is reported. */
const FAILED_WITHIN_MS = 24 * 3_600_000;

/** Lists the problems in the state of the platform, those that affect customers first. Ignores what is unknown. */
export const findProblems = (overview: Overview, now: Date): Problem[] => [
  ...pools(overview),
  ...shedding(overview),
  ...abandonedHolds(overview),
  ...drift(overview),
  ...breakers(overview),
  ...tasks(overview, now),
  ...deliveries(overview),
  ...budget(overview),
  ...clocks(overview),
  ...reports(overview),
];

const count = (value: number, noun: string): string => `${formatNumber(value)} ${noun}${value === 1 ? '' : 's'}`;

const pools = ({ pools: states = [], lastHour }: Overview): Problem[] =>
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

const shedding = ({ lastHour }: Overview): Problem[] =>
  Object.entries(lastHour?.busy ?? {}).map(([pool, calls]) => ({
    what: `Pool ${pool} is overloaded`,
    details: `${count(calls, 'request')} refused with 503 in the last 5 minutes`,
    href: '/operator/time?span=1h',
  }));

const abandonedHolds = ({ abandoned }: Overview): Problem[] =>
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

const drift = ({ audit }: Overview): Problem[] =>
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

function breakers({ breakers: shown = [] }: Overview): Problem[] {
  const open = new Set(shown.filter(({ state }) => state !== 'closed').map(({ upstream }) => upstream));
  return [...open].map((upstream) => ({
    what: `Upstream ${upstream} is failing`,
    details: 'its circuit breaker is open, so it is not called',
    href: '/operator/time?span=1h#upstreams',
  }));
}

const tasks = ({ runs = [] }: Overview, now: Date): Problem[] =>
  runs
    .filter(({ outcome, at }) => outcome === 'failed' && now.getTime() - at.getTime() < FAILED_WITHIN_MS)
    .map(({ task }) => ({
      what: `Task ${task} failed`,
      details: 'the log of the scheduler has the error',
      href: '/operator#scheduler',
    }));

const deliveries = ({ deliveries: backlog }: Overview): Problem[] =>
  backlog && backlog.oldestMs >= LATE_DELIVERY_MS
    ? [
        {
          what: 'Webhook deliveries are late',
          details: `${formatNumber(backlog.due)} due, oldest waiting ${formatDuration(backlog.oldestMs)}`,
          href: '/operator/webhooks',
        },
      ]
    : [];

const budget = ({ spending = [] }: Overview): Problem[] =>
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

const clocks = ({ wrongClocks = [] }: Overview): Problem[] =>
  wrongClocks.length === 0
    ? []
    : [
        {
          what: `${count(wrongClocks.length, 'clock')} out of sync`,
          details: 'check NTP on these machines',
          href: '/operator#clocks',
        },
      ];

const reports = ({ reported }: Overview): Problem[] =>
  reported
    ? [
        {
          what: `${count(reported, 'hosted page')} reported`,
          details: 'visitors reported a problem: review them',
          href: '/operator/experiences',
        },
      ]
    : [];
