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

const pools = ({ pools: states = [], lastHour }: Overview): Problem[] =>
  states.flatMap(({ pool, workers, waiting }) => {
    const most = Math.ceil(lastHour?.workers[pool] ?? 0);
    const href = '/operator#pools';
    if (workers === 0) {
      return { what: `No worker of the pool ${pool} is alive`, details: `${formatNumber(waiting)} jobs wait`, href };
    }
    return workers < most
      ? { what: `Workers of the pool ${pool} have died`, details: `${workers} of ${most} are left`, href }
      : [];
  });

const shedding = ({ lastHour }: Overview): Problem[] =>
  Object.entries(lastHour?.busy ?? {}).map(([pool, calls]) => ({
    what: `The pool ${pool} has no room for all calls`,
    details: `${formatNumber(calls)} were refused with 503 in the last five minutes`,
    href: '/operator/time?span=1h',
  }));

const abandonedHolds = ({ abandoned }: Overview): Problem[] =>
  abandoned && abandoned.holds > 0
    ? [
        {
          what: `${formatNumber(abandoned.holds)} holds are older than any call may be`,
          details: `the oldest since ${abandoned.since}; the task reconcile-holds decides them`,
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
          what: `The books of ${formatNumber(audit.total)} accounts do not add up`,
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
    what: `${upstream} is left alone`,
    details: 'it fails so often that it is not asked',
    href: '/operator/time?span=1h#upstreams',
  }));
}

const tasks = ({ runs = [] }: Overview, now: Date): Problem[] =>
  runs
    .filter(({ outcome, at }) => outcome === 'failed' && now.getTime() - at.getTime() < FAILED_WITHIN_MS)
    .map(({ task }) => ({
      what: `The task ${task} has failed`,
      details: 'the log of the scheduler says why',
      href: '/operator#scheduler',
    }));

const deliveries = ({ deliveries: backlog }: Overview): Problem[] =>
  backlog && backlog.oldestMs >= LATE_DELIVERY_MS
    ? [
        {
          what: 'Deliveries to webhooks are late',
          details: `${formatNumber(backlog.due)} are due, the oldest for ${formatDuration(backlog.oldestMs)}`,
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
      what: `The language model's budget for this ${period} is nearly used up`,
      details: `${formatNumber(tokens)} tokens; the composer writes when it is`,
      href: '/operator#figures',
    }));

const clocks = ({ wrongClocks = [] }: Overview): Problem[] =>
  wrongClocks.length === 0
    ? []
    : [{ what: `${wrongClocks.length} clocks are wrong`, details: 'times may be off', href: '/operator#clocks' }];

const reports = ({ reported }: Overview): Problem[] =>
  reported
    ? [
        {
          what: reported === 1 ? 'A hosted page was reported' : `${formatNumber(reported)} hosted pages were reported`,
          details: 'visitors say that something is wrong with them',
          href: '/operator/experiences',
        },
      ]
    : [];
