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
import { LATENCY_CLASSES, latencyQuantile } from '../../shared/process/metrics/latency.js';
import type { MemberCollections } from '../members/index.js';
import { type OperationContext, operation } from '../operators/index.js';
import { platformSums } from './collections.js';
import { addCounts, addEntries, type Counts, noCounts, toLatencyClasses } from './counts.js';
import {
  DAY_MS,
  findSplit,
  HOUR_MS,
  latencyClassIn,
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
const HOURS_TOGETHER = 6;

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
    sort: withDefault(oneOf(topSorts), 'requests'),
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
    const found =
      by === 'account' ? await sumAccounts(store, window, endpoint) : await sumEndpoints(store, window, endpoint);
    const rows = [...found.sums].map(([id, sums]) => ({ id, ...toRow(sums) }));
    const top = rows.sort((a, b) => rankBy(b, sort) - rankBy(a, sort) || a.id.localeCompare(b.id)).slice(0, limit);
    const names = by === 'account' ? await readNames(store, top) : new Map<string, string>();
    return {
      from: found.from.toISOString(),
      to: window.to.toISOString(),
      complete: found.from <= window.from,
      rows: top.map(({ id, ...row }) => ({ id, name: names.get(id) ?? null, ...row })),
    };
  },
});

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

type Row = ReturnType<typeof toRow>;

const toRow = ({ calls, errors: failures, failed, spent, latency }: Sums) => {
  const p95 = latencyQuantile({ latency: toLatencyClasses(latency) }, 0.95);
  return {
    requests: calls,
    credits: toCredits(spent),
    errors: failures,
    given_back: failed,
    p95_ms: p95 === undefined ? null : Math.round(p95 * 10) / 10,
  };
};

const rankBy = (row: Row, sort: (typeof topSorts)[number]): number => (sort === 'p95' ? (row.p95_ms ?? 0) : row[sort]);

async function readNames({ accounts }: Store, rows: readonly { id: string }[]): Promise<ReadonlyMap<string, string>> {
  const ids = rows.map(({ id }) => id);
  const found = await accounts.find({ _id: { $in: ids } }, { projection: { name: 1 } }).toArray();
  return new Map(found.map(({ _id, name }) => [_id, name]));
}

/** Sums endpoints from the sums of all accounts, and from the entries that are not merged yet. */
async function sumEndpoints(store: Store, { from, to }: Window, endpoint: string | undefined): Promise<Found> {
  const split = await findSplit(store, from, to);
  const sums = new Map<string, Counts>();
  const countsFor = (name: string): Counts => {
    const counts = sums.get(name) ?? noCounts();
    sums.set(name, counts);
    return counts;
  };
  const hours = platformSums(store).hours.find({ _id: { $gte: from, $lt: split } }, { projection: { endpoints: 1 } });
  for await (const { endpoints } of hours) {
    for (const [name, counts] of Object.entries(endpoints)) addCounts(countsFor(name), counts);
  }
  const { rows } = await readEntries(store, { endpoint }, split, to, HOUR_MS);
  for (const row of rows) addEntries(countsFor(row.endpoint), row);
  if (endpoint !== undefined) for (const name of sums.keys()) if (name !== endpoint) sums.delete(name);
  return { from, sums };
}

/** Accumulators of the sums of hours, with one for each latency class. */
const OF_HOURS: Document = {
  calls: { $sum: '$requests' },
  errors: { $sum: { $cond: [{ $gte: ['$status', 400] }, '$requests', 0] } },
  failed: { $sum: '$released' },
  spent: { $sum: '$spent' },
  ...Object.fromEntries(
    Array.from({ length: LATENCY_CLASSES }, (_, index) => [`l${index}`, { $sum: `$latency.${index}` }]),
  ),
};

type HourSums = { _id: string } & Record<'calls' | 'errors' | 'failed' | 'spent' | `l${number}`, number>;

/** Sums accounts from their hours, the latest first, until time is up, after the entries that are not merged yet. */
async function sumAccounts(store: Store, { from, to }: Window, endpoint: string | undefined): Promise<Found> {
  const until = performance.now() + DEADLINE_MS;
  const split = await findSplit(store, from, to);
  const only = endpoint === undefined ? {} : { endpoint };
  const sums = await sumEntries(store, split, to, only);
  let begin = split;
  while (begin > from && performance.now() < until) {
    const end = begin;
    begin = new Date(Math.max(from.getTime(), end.getTime() - HOURS_TOGETHER * HOUR_MS));
    const found = store.usageHourly.aggregate<HourSums>([
      { $match: { hour: { $gte: begin, $lt: end }, ...only } },
      { $group: { _id: '$account', ...OF_HOURS } },
    ]);
    for await (const { _id, ...group } of found) {
      const known = sums.get(_id) ?? noCounts();
      for (const field of ['calls', 'errors', 'failed', 'spent'] as const) known[field] += group[field];
      for (let index = 0; index < LATENCY_CLASSES; index++) {
        const calls = group[`l${index}`] ?? 0;
        if (calls > 0) known.latency[index] = (known.latency[index] ?? 0) + calls;
      }
      sums.set(_id, known);
    }
  }
  return { from: begin, sums };
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
        _id: { account: '$account', status: '$status', state: '$state', latency: latencyClassIn('$call.ms') },
        calls: { $sum: 1 },
        cost: { $sum: '$cost' },
      },
    },
  ]);
  for await (const { _id, calls, cost } of found) {
    const { account, ...group } = _id;
    const counts = sums.get(account) ?? noCounts();
    addEntries(counts, { ...group, calls, cost, wait: null });
    sums.set(account, counts);
  }
  return sums;
}
