import { computeBalance, toCredits } from '../../shared/contract/amounts.js';
import { errors } from '../../shared/contract/errors.js';
import {
  day,
  flag,
  instant,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  record,
  text,
  withDefault,
} from '../../shared/contract/fields.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Histogram } from '../../shared/ledger/documents.js';
import { computeLatencyQuantile } from '../../shared/process/metrics/latency.js';
import { type Account, accountId, type MemberCollections, requireAccount } from '../members/index.js';
import { type OperationContext, operation } from '../operators/index.js';
import { readAccountLedger } from './account-ledger.js';
import { toLatencyClasses } from './counts.js';
import { accountSorts, readAccountPage, searchAccounts } from './ranked-accounts.js';
import { type FigurePoint, readFigures, readUsageReport, type UsageStore, usageGroups, viewNames } from './read.js';

type Store = UsageStore & Pick<LedgerCollections, 'reversals'> & Pick<MemberCollections, 'accounts'>;

/** Request fields of a usage report, for accounts and operators alike. */
export const usageRequest = {
  from: optional(day({ description: 'First day (UTC); defaults to 29 days before the last' })),
  to: optional(day({ description: 'Last day (UTC); defaults to today' })),
  group_by: withDefault(oneOf(usageGroups, { description: 'Grouping of the rows' }), 'day'),
  limit: withDefault(integer({ minimum: 1, maximum: 500, description: 'Rows per page' }), 100),
  after: optional(text({ maxLength: 200, description: 'Value of `next` from the previous page' })),
};

export const usageResponse = object({
  from: day(),
  to: day(),
  group_by: text(),
  rows: list(
    object({
      group: text({ description: 'Day, endpoint or key of the row' }),
      calls: integer({ description: 'Number of calls' }),
      credits: number({ description: 'Credits charged' }),
      statuses: record(integer({ description: 'Number of calls by status' })),
    }),
  ),
  next: nullable(text({ description: 'Cursor of the next page; null on the last' })),
});

export const reportUsage = operation({
  command: 'usage report',
  method: 'GET',
  path: '/v1/admin/accounts/{account}/usage',
  summary: 'Show the calls, credits and statuses of an account by day, endpoint or key',
  role: 'viewer',
  request: object({ account: accountId, ...usageRequest }),
  response: usageResponse,
  errors: [errors.accountUnknown],
  example: { request: { account: 'example', group_by: 'endpoint' } },
  async run({ account, ...query }, { store, clock }: OperationContext<Store>) {
    await requireAccount(store, account);
    return readUsageReport(store, account, query, clock.now());
  },
});

const credits = number({ description: 'Credits; negative if they were spent or taken back' });

export const showLedger = operation({
  command: 'ledger show',
  role: 'viewer',
  method: 'GET',
  path: '/v1/admin/accounts/{account}/ledger',
  summary: 'Show the entries that make up the balance of an account, by day',
  request: object({ account: accountId }),
  response: object({
    days: list(object({ day: day(), bought: credits, spent: credits, given_back: credits, taken_back: credits })),
    expired: credits,
    held: credits,
    owed: number({ description: 'Credits that were taken back after they were spent, and are still owed' }),
    settled: number({ description: 'Owed credits that later purchases have paid' }),
    sum: number({ description: 'Sum of the days, of expired and of held credits' }),
    balance: number({ description: 'Balance of the wallet' }),
    complete: flag({ description: 'True if all calls are included; those of the last seconds may be missing' }),
  }),
  errors: [errors.accountUnknown],
  example: { request: { account: 'example' } },
  async run({ account }, { store, clock }: OperationContext<Store>) {
    await requireAccount(store, account);
    const { days, ...sums } = await readAccountLedger(store, account, clock.now());
    return {
      days: days.map(({ day: date, bought, spent, refunded, reversed }) => ({
        day: date,
        bought: toCredits(bought),
        spent: toCredits(spent),
        given_back: toCredits(refunded),
        taken_back: toCredits(reversed),
      })),
      expired: toCredits(sums.expired),
      held: toCredits(sums.held),
      owed: toCredits(sums.owed),
      settled: toCredits(sums.settled),
      sum: toCredits(sums.sum),
      balance: toCredits(sums.balance),
      complete: true,
    };
  },
});

export const listRankedAccounts = operation({
  command: 'accounts rank',
  role: 'viewer',
  method: 'GET',
  path: '/v1/admin/ranked-accounts',
  summary: 'Find accounts by the beginning of their id or name, or list them by balance and activity',
  request: object({
    search: optional(text({ maxLength: 200, description: 'Beginning of the id or name; the result is not sorted' })),
    sort: withDefault(oneOf(accountSorts), 'newest'),
    order: withDefault(oneOf(['highest', 'lowest']), 'highest'),
    limit: withDefault(integer({ minimum: 1, maximum: 200 }), 50),
    after: optional(text({ maxLength: 200, description: 'Value of `next` from a page' })),
    before: optional(text({ maxLength: 200, description: 'Value of `previous` from a page' })),
  }),
  response: object({
    accounts: list(
      object({
        account: text(),
        name: text(),
        created_at: instant(),
        balance: number({ description: 'Balance in credits' }),
        spent: number({ description: 'Credits spent in the last 30 days' }),
        calls: integer({ description: 'Calls in the last 30 days' }),
        errors: integer({ description: 'Calls with a status of 4xx or 5xx in the last 30 days' }),
        last_call_at: nullable(instant()),
      }),
    ),
    previous: nullable(text()),
    next: nullable(text()),
  }),
  errors: [errors.cursorInvalid],
  example: { request: { sort: 'spent', limit: 10 } },
  async run({ search, ...query }, { store, clock }: OperationContext<Store>) {
    const { accounts, previous, next } =
      search === undefined
        ? await readAccountPage(store, query)
        : { accounts: await searchAccounts(store, search, query.limit), previous: null, next: null };
    return { accounts: await withFigures(store, accounts, clock.now()), previous, next };
  },
});

/** Adds balances, which are current, and usage, which is some minutes old. */
async function withFigures({ wallets }: Store, accounts: readonly Account[], now: Date) {
  const ids = accounts.map(({ _id }) => _id);
  const found = await wallets.find({ _id: { $in: ids } }, { projection: { lots: 1 } }).toArray();
  const lots = new Map(found.map((wallet) => [wallet._id, wallet.lots]));
  return accounts.map(({ _id, name, created, figures }) => ({
    account: _id,
    name,
    created_at: created.toISOString(),
    balance: toCredits(computeBalance(lots.get(_id) ?? [], now)),
    spent: toCredits(figures?.spent ?? 0),
    calls: figures?.calls ?? 0,
    errors: figures?.errors ?? 0,
    last_call_at: figures && figures.last.getTime() > 0 ? figures.last.toISOString() : null,
  }));
}

const milliseconds = nullable(number({ description: 'Duration in ms; null if there were no calls' }));

export const showFigures = operation({
  command: 'figures show',
  role: 'viewer',
  method: 'GET',
  path: '/v1/admin/figures',
  summary: 'Show calls, durations, errors, workers and credits over the last hour, day, week, month or quarter',
  request: object({
    span: withDefault(oneOf(viewNames), '24h'),
    endpoint: optional(text({ maxLength: 100, description: 'Only calls of this endpoint, e.g. `qr-code/generate`' })),
    account: optional({ ...accountId, description: 'Only calls of this account' }),
  }),
  response: object({
    span: text(),
    step_seconds: integer({ description: 'Length of a point in seconds' }),
    gaps: list(text({ description: '`too many` if only the latest calls of the last hours are counted' })),
    points: list(
      object({
        at: instant({ description: 'Start of the point' }),
        calls: integer({ description: 'Calls for which credits were held' }),
        errors: integer({ description: 'Calls with a status of 4xx or 5xx' }),
        failed: integer({ description: 'Calls whose credits were refunded' }),
        types: record(integer({ description: 'Errors by type' })),
        p50_ms: milliseconds,
        p95_ms: milliseconds,
        p99_ms: milliseconds,
        wait_p50_ms: milliseconds,
        wait_p95_ms: milliseconds,
        spent: number({ description: 'Credits charged' }),
        given_back: number({ description: 'Credits refunded' }),
        platform: nullable(
          object({
            answered: integer({ description: 'Responses, including those to calls that were never charged' }),
            answered_5xx: integer(),
            sold: number({ description: 'Credits sold' }),
            refunded: number({ description: 'Credits refunded' }),
            expired: number({ description: 'Credits expired' }),
            workers: record(number({ description: 'Average number of live workers by pool' })),
            waiting: record(integer({ description: 'Maximum number of waiting jobs by pool' })),
            upstreams: record(number({ description: 'Share of checks at which the circuit breaker was not closed' })),
          }),
        ),
      }),
    ),
  }),
  example: { request: { span: '7d' } },
  async run({ span, endpoint, account }, { store, clock }: OperationContext<Store>) {
    const subject = { ...(endpoint !== undefined && { endpoint }), ...(account !== undefined && { account }) };
    const { stepMs, points, isCut } = await readFigures(store, span, subject, clock.now());
    return { span, step_seconds: stepMs / 1_000, gaps: isCut ? ['too many'] : [], points: points.map(toPoint) };
  },
});

/** A point of a view, as shown to operators. */
export type ShownPoint = ReturnType<typeof toPoint>;

function toPoint({ at, calls, errors, failed, types, latency, waits, spent, givenBack, platform }: FigurePoint) {
  return {
    at: at.toISOString(),
    calls,
    errors,
    failed,
    types,
    p50_ms: readQuantile(latency, 0.5),
    p95_ms: readQuantile(latency, 0.95),
    p99_ms: readQuantile(latency, 0.99),
    wait_p50_ms: readQuantile(waits, 0.5),
    wait_p95_ms: readQuantile(waits, 0.95),
    spent: toCredits(spent),
    given_back: toCredits(givenBack),
    platform: platform ? toPlatform(platform) : null,
  };
}

const toPlatform = ({
  answered,
  answeredWith5xx,
  sold,
  refunded,
  expired,
  pools,
  upstreams,
}: NonNullable<FigurePoint['platform']>) => ({
  answered,
  answered_5xx: answeredWith5xx,
  sold: toCredits(sold),
  refunded: toCredits(refunded),
  expired: toCredits(expired),
  workers: Object.fromEntries(
    Object.entries(pools).map(([pool, { workers, samples }]) => [pool, Math.round((10 * workers) / samples) / 10]),
  ),
  waiting: Object.fromEntries(Object.entries(pools).map(([pool, { mostWaiting }]) => [pool, mostWaiting])),
  upstreams: Object.fromEntries(
    Object.entries(upstreams).map(([upstream, states]) => {
      const samples = Object.values(states).reduce((sum, count) => sum + count, 0);
      return [upstream, 1 - (states.closed ?? 0) / samples];
    }),
  ),
});

const readQuantile = (histogram: Histogram, share: number): number | null => {
  const at = computeLatencyQuantile({ latency: toLatencyClasses(histogram) }, share);
  return at === undefined ? null : Math.round(at * 10) / 10;
};
