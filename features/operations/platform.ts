import { toCredits } from '../../shared/contract/amounts.js';
import { flag, instant, integer, list, nullable, number, object, text } from '../../shared/contract/fields.js';
import { type LiveProcess, readProcesses } from '../../shared/process/metrics/published-status.js';
import { collectQueues } from '../../shared/queue/infrastructure.js';
import {
  findProblems,
  groupFailedJobs,
  MAX_FAILED_JOBS,
  readOverview,
  type StatusSources,
} from '../monitoring/index.js';
import { type OperationContext, operation, requireInfrastructure } from '../operators/index.js';

type Store = StatusSources['store'];

const MIB = 1_024 ** 2;
const GIB = 1_024 ** 3;
const round = (value: number): number => Math.round(value * 10) / 10;
const toMib = (bytes: number): number => round(bytes / MIB);

/** Returns the disks of the data folders, one for each host. */
function toDisks(processes: readonly LiveProcess[]) {
  const disks = new Map(processes.flatMap(({ host, disk }) => (host !== null && disk ? [[host, disk] as const] : [])));
  return [...disks].map(([host, { free, total }]) => ({
    ...{ host, free_gib: round(free / GIB), total_gib: round(total / GIB) },
  }));
}

const unknown = 'null when it could not be learned';

export const showPlatform = operation({
  command: 'platform show',
  role: 'viewer',
  method: 'GET',
  path: '/v1/admin/platform',
  summary: 'Show what needs attention, and the state of pools, upstreams, tasks and the ledger',
  request: object({}),
  response: object({
    attention: list(
      object({
        what: text(),
        details: text(),
        page: text({ description: 'Page of the console with details' }),
      }),
    ),
    redis: nullable(
      object({
        version: text(),
        used_mib: number(),
        max_mib: nullable(number({ description: 'Null without a limit' })),
        policy: text(),
        persistence: text({ description: 'aof, rdb or none' }),
        clients: integer(),
      }),
    ),
    database: nullable(
      object({
        mib: nullable(number({ description: 'Size with indexes; null if it is not told' })),
        members: list(object({ name: text(), state: text(), lag_seconds: nullable(integer()) }), {
          description: 'Of the replica set, for a user with the role clusterMonitor',
        }),
      }),
    ),
    disks: nullable(
      list(object({ host: text(), free_gib: number(), total_gib: number() }), {
        description: 'Disks of the data folders',
      }),
    ),
    open_holds: nullable(integer({ description: `Calls whose hold is open; ${unknown}` })),
    availability_30_days: nullable(number({ description: 'Share of calls without a server fault' })),
    reported_pages: nullable(integer({ description: `Reported hosted pages; ${unknown}` })),
    deliveries_due: nullable(integer({ description: `Webhook deliveries that are due; ${unknown}` })),
    books: nullable(
      object(
        { audited_at: instant(), accounts: integer(), findings_of_audit: integer() },
        { description: 'Result of the last ledger audit; null if there was none' },
      ),
    ),
    pools: nullable(
      list(
        object({
          pool: text(),
          workers: integer({ description: 'Live workers' }),
          running: integer(),
          waiting: integer(),
          oldest_wait_ms: number(),
          expected_wait_ms: number(),
          busy_share: number(),
        }),
      ),
    ),
    breakers: nullable(list(object({ upstream: text(), process: text(), state: text() }))),
    tasks: nullable(list(object({ task: text(), at: instant(), ms: number(), outcome: text() }))),
    wrong_clocks: nullable(list(object({ process: text(), server: text(), ahead_ms: number() }))),
    model: nullable(
      list(
        object({
          period: text(),
          tokens: integer(),
          most_tokens: integer({ description: '0 for no limit' }),
          money: number({ description: 'Cost in the currency of the prices' }),
          most_money: number({ description: '0 for no limit' }),
        }),
      ),
    ),
  }),
  example: { request: {} },
  live: true,
  async run(_, context: OperationContext<Store>) {
    const { store, clock } = context;
    const overview = await readOverview({ store, clock, infrastructure: requireInfrastructure(context) });
    const { audit, redis, storeState } = overview;
    return {
      attention: findProblems(overview, clock.now()).map(({ what, details, href }) => ({ what, details, page: href })),
      redis: redis
        ? {
            ...{ version: redis.version, used_mib: toMib(redis.usedBytes) },
            ...{ max_mib: redis.maxBytes === null ? null : toMib(redis.maxBytes), policy: redis.policy },
            ...{ persistence: redis.persistence, clients: redis.clients },
          }
        : null,
      database: storeState
        ? {
            mib: storeState.bytes === null ? null : toMib(storeState.bytes),
            members: storeState.members.map(({ name, state, lagSeconds }) => ({
              name,
              state,
              lag_seconds: lagSeconds,
            })),
          }
        : null,
      disks: overview.processes ? toDisks(overview.processes) : null,
      open_holds: overview.openHolds ?? null,
      availability_30_days: overview.availability?.ratio ?? null,
      reported_pages: overview.reported ?? null,
      deliveries_due: overview.deliveries?.due ?? null,
      books: audit
        ? { audited_at: audit.at.toISOString(), accounts: audit.accounts, findings_of_audit: audit.total }
        : null,
      pools:
        overview.pools?.map(({ pool, workers, active, waiting, oldestWaitMs, expectedWaitMs, busyShare }) => ({
          ...{ pool, workers, running: active, waiting },
          ...{ oldest_wait_ms: oldestWaitMs, expected_wait_ms: expectedWaitMs, busy_share: busyShare },
        })) ?? null,
      breakers: overview.breakers?.map(({ upstream, process, state }) => ({ upstream, process, state })) ?? null,
      tasks: overview.runs?.map(({ task, at, ms, outcome }) => ({ task, at: at.toISOString(), ms, outcome })) ?? null,
      wrong_clocks:
        overview.wrongClocks?.map(({ process, server, aheadMs }) => ({ process, server, ahead_ms: aheadMs })) ?? null,
      model:
        overview.spending?.map(({ period, tokens, money, limits }) => ({
          ...{ period, tokens, most_tokens: limits.tokens },
          ...{ money: toCredits(money), most_money: toCredits(limits.money) },
        })) ?? null,
    };
  },
});

export const listProcesses = operation({
  command: 'platform processes',
  role: 'viewer',
  method: 'GET',
  path: '/v1/admin/processes',
  summary: 'List the running processes with their version, host and start',
  request: object({}),
  response: object({
    processes: list(
      object({
        process: text({ description: 'api, scheduler, or a pool' }),
        version: nullable(text()),
        host: nullable(text()),
        pid: nullable(integer()),
        since: nullable(instant({ description: 'Time of the start' })),
        seen_at: instant({ description: 'Last sign of life; processes are listed for 7 seconds after it' }),
      }),
    ),
  }),
  example: { request: {} },
  live: true,
  async run(_, context: OperationContext) {
    const { redis, clock } = requireInfrastructure(context);
    const live = await readProcesses(redis, clock);
    return {
      processes: live.map(({ process, version, host, pid, since, seen }) => ({
        ...{ process, version, host, pid, since: since?.toISOString() ?? null, seen_at: seen.toISOString() },
      })),
    };
  },
});

export const failedJobs = operation({
  command: 'jobs failed',
  role: 'viewer',
  method: 'GET',
  path: '/v1/admin/failed-jobs',
  summary: 'List failed jobs of all queues, grouped by reason without numbers and ids',
  request: object({}),
  response: object({
    reasons: list(
      object({
        queue: text(),
        reason: text(),
        jobs: integer(),
        names: list(text({ description: 'Endpoints and internal jobs' })),
        latest: instant(),
        some: list(
          object({
            job: text(),
            at: instant(),
            is_call: flag({ description: 'True if the id is that of a request, which has a timeline' }),
          }),
        ),
      }),
    ),
    cut: list(
      object(
        { queue: text(), total: integer() },
        { description: `Queues of which only the latest ${MAX_FAILED_JOBS} failed jobs are counted` },
      ),
    ),
  }),
  example: { request: {} },
  live: true,
  async run(_, context: OperationContext) {
    const { reasons, cut } = await groupFailedJobs(collectQueues(requireInfrastructure(context)));
    return {
      reasons: reasons.map(({ latest, some, ...reason }) => ({
        ...reason,
        latest: latest.toISOString(),
        some: some.map(({ id, at, isCall }) => ({ job: id, at: at.toISOString(), is_call: isCall })),
      })),
      cut,
    };
  },
});
