import type { Document } from 'mongodb';
import { toCredits } from '../../shared/contract/amounts.js';
import { invalidInput } from '../../shared/contract/errors.js';
import {
  flag,
  instant,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from '../../shared/contract/fields.js';
import { computeLatencyQuantile, LATENCY_CLASSES } from '../../shared/process/metrics/latency.js';
import type { MemberCollections } from '../members/index.js';
import { type OperationContext, operation } from '../operators/index.js';
import { platformSums } from './collections.js';
import { addCounts, addEntries, type Counts, createEmptyCounts, toLatencyClasses } from './counts.js';
import {
  createLatencyExpression,
  DAY_MS,
  findSplit,
  HOUR_MS,
  MAX_ENTRIES,
  readEntries,
  type UsageStore,
  type Window,
  withIndex,
} from './read.js';

type Store = UsageStore & Pick<MemberCollections, 'accounts'>;

/** Values that a list of the busiest is sorted by. */
export const topSorts = ['requests', 'credits', 'errors', 'p95'] as const;

/** Windows that end now, in hours. */
export const topSpans = { '1h': 1, '24h': 24, '7d': 7 * 24, '30d': 30 * 24 } as const;
const spanNames = Object.keys(topSpans) as [keyof typeof topSpans, ...(keyof typeof topSpans)[]];

const MAX_DAYS = 31;
/** Time that a list may take, in ms. What has been summed by then is returned. */
const DEADLINE_MS = 8_000;
/** Hours that are summed by one query, so that none runs long and a small database serves others in between. */
const HOURS_TOGETHER = 12;
/** Accounts whose durations are compared: those with the most requests. */
const MOST_COMPARED = 100;

/** Sums of an account or endpoint in a window. */
type Sums = Pick<Counts, 'calls' | 'errors' | 'failed' | 'spent' | 'latency'>;

/** Busiest accounts or endpoints, unsorted. */
interface Found {
  /** Beginning of what was summed: later than that of the window if time was up. */
  from: Date;
  sums: Map<string, Sums>;
}

export const listTop = operation({
  command: 'usage top',
  role: 'viewer',
  method: 'GET',
  path: '/v1/admin/top',
  summary:
    'List the accounts or endpoints with the most requests, credits, errors or the longest durations in a window of time',
  request: object({
    by: withDefault(oneOf(['account', 'endpoint']), 'account'),
    span: withDefault(oneOf(spanNames, { description: 'Window that ends now, unless there is a `from`' }), '24h'),
    from: optional(instant({ description: 'Begin of the window, rounded down to the hour' })),
    to: optional(instant({ description: `End of the window, at most ${MAX_DAYS} days later; defaults to now` })),
    endpoint: optional(text({ maxLength: 100, description: 'Only requests to this endpoint' })),
    sort: withDefault(
      oneOf(topSorts, { description: `p95 compares the ${MOST_COMPARED} accounts with the most requests` }),
      'requests',
    ),
    limit: withDefault(integer({ minimum: 1, maximum: 100 }), 20),
  }),
  response: object({
    from: instant({ description: 'Begin of what was summed' }),
    to: instant(),
    complete: flag({ description: 'False if there was too much to sum: then `from` is later than requested' }),
    rows: list(
      object({
        id: text({ description: 'Account or endpoint' }),
        name: nullable(text({ description: 'Name of the account' })),
        requests: integer(),
        credits: number({ description: 'Credits charged' }),
        errors: integer({ description: 'Requests with a status of 4xx or 5xx' }),
        given_back: integer({ description: 'Requests whose credits were refunded' }),
        p95_ms: nullable(number()),
      }),
    ),
  }),
  example: { request: { by: 'account', span: '24h', sort: 'credits' } },
  async run({ by, limit, sort, endpoint, ...query }, { store, clock }: OperationContext<Store>) {
    const window = readWindow(query, clock.now());
    const until = performance.now() + DEADLINE_MS;
    const found =
      by === 'account'
        ? await sumAccounts(store, window, { endpoint, until })
        : await sumEndpoints(store, window, endpoint);
    if (by === 'account') {
      const accounts = rank(found.sums, sort === 'p95' ? 'requests' : sort, sort === 'p95' ? MOST_COMPARED : limit);
      await addLatencies(store, found, window.to, { accounts, endpoint, until: until + DEADLINE_MS / 2 });
      if (sort === 'p95') found.sums = new Map(accounts.map((id) => [id, found.sums.get(id) ?? createEmptyCounts()]));
    }
    const top = rank(found.sums, sort, limit);
    const names = by === 'account' ? await readNames(store, top) : new Map<string, string>();
    return {
      from: found.from.toISOString(),
      to: window.to.toISOString(),
      complete: found.from <= window.from,
      rows: top.map((id) => ({ id, name: names.get(id) ?? null, ...toRow(found.sums.get(id) ?? createEmptyCounts()) })),
    };
  },
});

/** Returns the ids with the highest values. */
function rank(sums: ReadonlyMap<string, Sums>, sort: (typeof topSorts)[number], limit: number): string[] {
  const values = new Map([...sums].map(([id, one]) => [id, toRow(one)]));
  const readValue = (id: string) => {
    const row = values.get(id);
    return (sort === 'p95' ? row?.p95_ms : row?.[sort]) ?? 0;
  };
  return [...sums.keys()].sort((a, b) => readValue(b) - readValue(a) || a.localeCompare(b)).slice(0, limit);
}

/** @throws ApiError 422 for a window that is reversed or too long */
function readWindow(
  { span, from, to }: { span: keyof typeof topSpans; from?: string; to?: string },
  now: Date,
): Required<Pick<Window, 'from' | 'to'>> {
  const end = to === undefined ? now : new Date(to);
  const begin = from === undefined ? end.getTime() - topSpans[span] * HOUR_MS : Date.parse(from);
  const first = new Date(begin - (begin % HOUR_MS));
  if (first >= end) throw invalidInput(422, 'from must be earlier than to', 'from');
  if (end.getTime() - begin > MAX_DAYS * DAY_MS)
    throw invalidInput(422, `the window must not exceed ${MAX_DAYS} days`, 'from');
  return { from: first, to: end };
}

const toRow = ({ calls, errors: failures, failed, spent, latency }: Sums) => {
  const p95 = computeLatencyQuantile({ latency: toLatencyClasses(latency) }, 0.95);
  return {
    requests: calls,
    credits: toCredits(spent),
    errors: failures,
    given_back: failed,
    p95_ms: p95 === undefined ? null : Math.round(p95 * 10) / 10,
  };
};

async function readNames({ accounts }: Store, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await accounts.find({ _id: { $in: ids } }, { projection: { name: 1 } }).toArray();
  return new Map(found.map(({ _id, name }) => [_id, name]));
}

/** Sums endpoints from the sums of all accounts, and from the entries that are not merged yet. */
async function sumEndpoints(store: Store, { from, to }: Window, endpoint: string | undefined): Promise<Found> {
  const split = await findSplit(store, from, to);
  const sums = new Map<string, Counts>();
  const getCounts = (name: string): Counts => {
    const counts = sums.get(name) ?? createEmptyCounts();
    sums.set(name, counts);
    return counts;
  };
  const hours = platformSums(store).hours.find({ _id: { $gte: from, $lt: split } }, { projection: { endpoints: 1 } });
  for await (const { endpoints } of hours) {
    for (const [name, counts] of Object.entries(endpoints)) addCounts(getCounts(name), counts);
  }
  const { rows } = await readEntries(store, { endpoint }, split, to, HOUR_MS);
  for (const row of rows) addEntries(getCounts(row.endpoint), row);
  if (endpoint !== undefined) for (const name of sums.keys()) if (name !== endpoint) sums.delete(name);
  return { from, sums };
}

type HourSums = { _id: string } & Record<'calls' | 'errors' | 'failed' | 'spent', number>;

/** Sums accounts from their hours, the latest first, until time is up, after the entries that are not merged yet. */
async function sumAccounts(
  store: Store,
  { from, to }: Window,
  { endpoint, until }: { endpoint: string | undefined; until: number },
): Promise<Found> {
  const split = await findSplit(store, from, to);
  const only = endpoint === undefined ? {} : { endpoint };
  const sums = await sumEntries(store, split, to, only);
  let reached = split;
  for (const range of splitRange(from, split)) {
    if (performance.now() > until) break;
    const found = store.usageHourly.aggregate<HourSums>([
      { $match: { hour: range, ...only } },
      {
        $group: {
          _id: '$account',
          calls: { $sum: '$requests' },
          errors: { $sum: { $cond: [{ $gte: ['$status', 400] }, '$requests', 0] } },
          failed: { $sum: '$released' },
          spent: { $sum: '$spent' },
        },
      },
    ]);
    for await (const { _id, ...group } of found) {
      const known = sums.get(_id) ?? createEmptyCounts();
      for (const field of ['calls', 'errors', 'failed', 'spent'] as const) known[field] += group[field];
      sums.set(_id, known);
    }
    reached = range.$gte;
  }
  return { from: reached, sums };
}

/** Accumulators of the latency classes. They cost most of the time, so only the hours of accounts that are listed get here. */
const LATENCIES: Document = Object.fromEntries(
  Array.from({ length: LATENCY_CLASSES }, (_, index) => [`l${index}`, { $sum: `$latency.${index}` }]),
);

/** Adds the latencies of some accounts to their sums, those of the latest hours first, until time is up. */
async function addLatencies(
  store: Store,
  { from, sums }: Found,
  to: Date,
  { accounts, endpoint, until }: { accounts: readonly string[]; endpoint: string | undefined; until: number },
): Promise<void> {
  for (const hour of splitRange(from, await findSplit(store, from, to))) {
    if (performance.now() > until) return;
    const only = { account: { $in: accounts }, hour, ...(endpoint !== undefined && { endpoint }) };
    const found = store.usageHourly.aggregate<{ _id: string } & Record<`l${number}`, number>>([
      { $match: only },
      { $group: { _id: '$account', ...LATENCIES } },
    ]);
    for await (const { _id, ...group } of found) {
      const { latency } = sums.get(_id) ?? createEmptyCounts();
      for (let index = 0; index < LATENCY_CLASSES; index++) {
        const calls = group[`l${index}`] ?? 0;
        if (calls > 0) latency[index] = (latency[index] ?? 0) + calls;
      }
    }
  }
}

/** Splits a window into parts that one query sums, the latest first. */
function* splitRange(from: Date, to: Date): Generator<{ $gte: Date; $lt: Date }> {
  for (let end = to; end > from; ) {
    const begin = new Date(Math.max(from.getTime(), end.getTime() - HOURS_TOGETHER * HOUR_MS));
    yield { $gte: begin, $lt: end };
    end = begin;
  }
}

/** Sums the entries of a window by account. */
async function sumEntries(
  { usage }: Store,
  from: Date,
  to: Date,
  only: { endpoint?: string },
): Promise<Map<string, Counts>> {
  type Group = { _id: { account: string; status: number; state: 'spent' | 'void'; latency: number | null } };
  const sums = new Map<string, Counts>();
  const found = usage.aggregate<Group & { calls: number; cost: number }>([
    { $match: withIndex({ at: { $gte: from, $lt: to }, ...only }) },
    { $sort: { at: -1, _id: -1 } },
    { $limit: MAX_ENTRIES },
    {
      $group: {
        _id: { account: '$account', status: '$status', state: '$state', latency: createLatencyExpression('$call.ms') },
        calls: { $sum: 1 },
        cost: { $sum: '$cost' },
      },
    },
  ]);
  for await (const { _id, calls, cost } of found) {
    const { account, ...group } = _id;
    const counts = sums.get(account) ?? createEmptyCounts();
    addEntries(counts, { ...group, calls, cost, wait: null });
    sums.set(account, counts);
  }
  return sums;
}
