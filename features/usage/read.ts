import type { Document } from 'mongodb';
import { toCredits } from '../../shared/contract/amounts.js';
import { invalidInput } from '../../shared/contract/errors.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import { DELETED, MERGED, readUsageCursor } from '../../shared/ledger/merged-usage.js';
import { utcDay } from '../../shared/process/clock.js';
import { LATENCY_EDGES_MS } from '../../shared/process/metrics/latency.js';
import type { CursorCollections } from '../../shared/store/cursors.js';
import type { MonitoringCollections } from '../monitoring/index.js';
import { type Platform, platformSums, type UsageCollections } from './collections.js';
import { addCounts, addEntries, addHour, type Counts, createEmptyCounts, type EntryGroup } from './counts.js';
import { addPlatform, createEmptyPlatform, readPlatform } from './platform.js';

// The one module that reads usage. Hours before the cursor of the merge are read as their sums, later ones from the entries.

type Store = CursorCollections & Pick<LedgerCollections, 'usage' | 'usageHourly'>;

/** Collections that figures are read from, and merged into. */
export type UsageStore = Store &
  Pick<LedgerCollections, 'payments' | 'refunds' | 'wallets'> &
  MonitoringCollections &
  UsageCollections;

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
const MINUTE_MS = 60_000;

/** Account and time of usage: whole hours, of which the last may be running. */
export interface Window {
  account?: string | { $in: readonly string[] };
  from: Date;
  to: Date;
}

/** Sums of a group of requests. Amounts are micro-credits. */
export interface Sums<Id> {
  _id: Id;
  calls: number;
  /** Responses with 4xx or 5xx. */
  errors: number;
  /** Server faults, which were not charged. */
  failed: number;
  spent: number;
  /** Time of the last request. */
  last: Date;
}

/** Expressions for the fields of a group's sums, of hours and of entries. */
const OF_HOURS = {
  hour: { $dateToString: { format: '%Y-%m-%dT%H:00', date: '$hour' } },
  day: { $dateToString: { format: '%Y-%m-%d', date: '$hour' } },
  type: '$type',
  calls: '$requests',
  errors: { $cond: [{ $gte: ['$status', 400] }, '$requests', 0] },
  failed: '$released',
  spent: '$spent',
  last: '$last',
};
const OF_ENTRIES = {
  hour: { $dateToString: { format: '%Y-%m-%dT%H:00', date: '$at' } },
  day: { $dateToString: { format: '%Y-%m-%d', date: '$at' } },
  type: '$call.type',
  calls: 1,
  errors: { $cond: [{ $gte: ['$status', 400] }, 1, 0] },
  failed: { $cond: [{ $eq: ['$state', 'void'] }, 1, 0] },
  spent: { $cond: [{ $eq: ['$state', 'spent'] }, '$cost', 0] },
  last: '$at',
};

/** Fields that requests can be grouped by. */
type GroupField = 'account' | 'hour' | 'day' | 'endpoint' | 'key' | 'status' | 'type';

/** Sums are small: many come in one batch. */
const inBatches = { batchSize: 5_000 } as const;

/** Sums up requests in groups that agree in some fields, in no order. */
export async function sumUsage<Field extends GroupField>(
  store: Store,
  window: Window,
  fields: readonly Field[],
): Promise<Sums<Record<Field, string | number>>[]> {
  return sumAround(store, window, await findSplit(store, window.from, window.to), fields);
}

/** Sums up requests before and after the end of the merged hours. */
async function sumAround<Field extends GroupField>(
  store: Store,
  { account, from, to }: Window,
  split: Date,
  fields: readonly Field[],
): Promise<Sums<Record<Field, string | number>>[]> {
  type Group = Sums<Record<Field, string | number>>;
  const computed = (field: Field, { hour, day, type }: typeof OF_HOURS | typeof OF_ENTRIES) =>
    ({ hour, day, type })[String(field)] ?? `$${field}`;
  const group = (of: typeof OF_HOURS | typeof OF_ENTRIES) => ({
    $group: {
      _id: Object.fromEntries(fields.map((field) => [field, computed(field, of)])),
      ...{ calls: { $sum: of.calls }, errors: { $sum: of.errors }, failed: { $sum: of.failed } },
      ...{ spent: { $sum: of.spent }, last: { $max: of.last } },
    },
  });
  const filter = account === undefined ? {} : { account };
  const hours: Document = { ...filter, hour: { $gte: from, $lt: split } };
  const entries: Document = { ...filter, at: { $gte: split, $lt: to } };
  const found = await Promise.all([
    from < split ? store.usageHourly.aggregate<Group>([{ $match: hours }, group(OF_HOURS)], inBatches).toArray() : [],
    store.usage.aggregate<Group>([{ $match: withIndex(entries) }, group(OF_ENTRIES)], inBatches).toArray(),
  ]);
  const sums = new Map<string, Group>();
  for (const one of found.flat()) {
    const name = JSON.stringify(fields.map((field) => one._id[field]));
    const known = sums.get(name);
    if (!known) sums.set(name, one);
    else {
      for (const field of ['calls', 'errors', 'failed', 'spent'] as const) known[field] += one[field];
      if (one.last > known.last) known.last = one.last;
    }
  }
  return [...sums.values()];
}

/** Returns the end of the merged hours within a window. */
export async function findSplit(store: Pick<Store, 'cursors'>, from: Date, to: Date): Promise<Date> {
  const merged = await readUsageCursor(store, MERGED);
  return merged < from ? from : merged > to ? to : merged;
}

/** Makes a filter for entries use an index: that of accounts, or that of states, which all entries have. */
export const withIndex = (filter: Document): Document =>
  filter.account === undefined ? { state: { $in: ['spent', 'void'] }, ...filter } : filter;

export const startOfDay = (at: Date): number => at.getTime() - (at.getTime() % DAY_MS);

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

/** Fields that a report can be grouped by. */
export const usageGroups = ['day', 'endpoint', 'key'] as const;

/** Days (UTC) of a report, both included, and a page of its rows. */
interface UsageQuery {
  from?: string;
  to?: string;
  group_by: (typeof usageGroups)[number];
  limit: number;
  /** The `next` of the page before. */
  after?: string;
}

/** A page of a report; `next` is null on the last one. */
interface UsageReport {
  from: string;
  to: string;
  group_by: string;
  rows: { group: string; calls: number; credits: number; statuses: Record<string, number> }[];
  next: string | null;
}

/**
 * Returns a page of the calls, credits and statuses of an account in a range of days, by day, endpoint or key.
 *
 * @throws ApiError 422 for a range that is reversed or longer than a year
 */
export async function readUsageReport(
  store: Store,
  account: string,
  { from, to, group_by, limit, after = '' }: UsageQuery,
  now: Date,
): Promise<UsageReport> {
  const last = to ?? utcDay(now);
  const end = new Date(Date.parse(last) + DAY_MS);
  const first = from ?? utcDay(new Date(end.getTime() - DEFAULT_DAYS * DAY_MS));
  const days = (end.getTime() - Date.parse(first)) / DAY_MS;
  if (days < 1) throw invalidInput(422, 'from must not be later than to', 'from');
  if (days > MAX_DAYS) throw invalidInput(422, `the range must not exceed ${MAX_DAYS} days`, 'from');

  const rows = new Map<string, { calls: number; spent: number; statuses: Record<string, number> }>();
  for (const { _id, calls, spent } of await sumUsage(store, { account, from: new Date(first), to: end }, [
    group_by,
    'status',
  ])) {
    const group = String(_id[group_by]);
    const row = rows.get(group) ?? { calls: 0, spent: 0, statuses: {} };
    row.calls += calls;
    row.spent += spent;
    row.statuses[_id.status] = calls;
    rows.set(group, row);
  }
  const found = [...rows].filter(([group]) => group > after).sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    from: first,
    to: last,
    group_by,
    rows: found.slice(0, limit).map(([group, { calls, spent, statuses }]) => ({
      ...{ group, calls, credits: toCredits(spent), statuses },
    })),
    next: found.length > limit ? (found[limit - 1]?.[0] ?? null) : null,
  };
}

/** Usage of an account in the last days, today included. */
export interface AccountUsage {
  /** First and last day (UTC). */
  from: string;
  to: string;
  /** Oldest first; days without calls are left out. */
  rows: ({ group: string } & DaySums)[];
  /** Those with the most calls first. */
  endpoints: ({ endpoint: string } & Omit<DaySums, 'failed'>)[];
}

type DaySums = Omit<Sums<unknown>, '_id' | 'last'>;

/** Returns the usage of an account in the last days. */
export async function readAccountUsage(store: Store, account: string, days: number, now: Date): Promise<AccountUsage> {
  const from = new Date(startOfDay(now) - (days - 1) * DAY_MS);
  const to = new Date(startOfDay(now) + DAY_MS);
  const byDay = new Map<string, DaySums>();
  const byEndpoint = new Map<string, DaySums>();
  for (const { _id, ...sums } of await sumUsage(store, { account, from, to }, ['day', 'endpoint'])) {
    addSums(byDay, String(_id.day), sums);
    addSums(byEndpoint, String(_id.endpoint), sums);
  }
  return {
    from: utcDay(from),
    to: utcDay(now),
    rows: [...byDay].map(([group, sums]) => ({ group, ...sums })).sort((a, b) => a.group.localeCompare(b.group)),
    endpoints: [...byEndpoint]
      .map(([endpoint, { calls, errors, spent }]) => ({ endpoint, calls, errors, spent }))
      .sort((a, b) => b.calls - a.calls || a.endpoint.localeCompare(b.endpoint)),
  };
}

function addSums(groups: Map<string, DaySums>, name: string, { calls, errors, failed, spent }: DaySums): void {
  const known = groups.get(name) ?? { calls: 0, errors: 0, failed: 0, spent: 0 };
  groups.set(name, {
    calls: known.calls + calls,
    errors: known.errors + errors,
    failed: known.failed + failed,
    spent: known.spent + spent,
  });
}

/** Usage of an account in any range. */
export interface UsageBreakdown {
  /** By hour or day, the oldest first; those without calls are left out. */
  times: ({ group: string } & DaySums)[];
  /** Those with the most calls first. */
  endpoints: ({ group: string } & DaySums)[];
  /** By the id of the key. */
  keys: ({ group: string } & DaySums)[];
  /** By error type. */
  errors: { type: string; requests: number; last: Date }[];
}

/** Returns the usage of an account in a range, by time, endpoint, key and error type. */
export async function readUsageBreakdown(
  store: Store,
  account: string,
  { from, to }: Window,
  by: 'hour' | 'day',
): Promise<UsageBreakdown> {
  const split = await findSplit(store, from, to);
  const [times, groups] = await Promise.all([
    sumAround(store, { account, from, to }, split, [by]),
    sumAround(store, { account, from, to }, split, ['endpoint', 'key', 'type']),
  ]);
  const byEndpoint = new Map<string, DaySums>();
  const byKey = new Map<string, DaySums>();
  const byType = new Map<string, { requests: number; last: Date }>();
  for (const { _id, ...sums } of groups) {
    addSums(byEndpoint, String(_id.endpoint), sums);
    addSums(byKey, String(_id.key), sums);
    const type = String(_id.type ?? 'unknown');
    const known = byType.get(type) ?? { requests: 0, last: sums.last };
    const last = known.last > sums.last ? known.last : sums.last;
    if (sums.errors > 0) byType.set(type, { requests: known.requests + sums.errors, last });
  }
  const mostFirst = (all: Map<string, DaySums>) =>
    [...all]
      .map(([group, sums]) => ({ group, ...sums }))
      .sort((a, b) => b.calls - a.calls || a.group.localeCompare(b.group));
  return {
    times: times
      .map(({ _id, last: _, ...sums }) => ({ ...sums, group: String(_id[by]) }))
      .sort((a, b) => a.group.localeCompare(b.group)),
    endpoints: mostFirst(byEndpoint),
    keys: mostFirst(byKey),
    errors: [...byType].map(([type, sums]) => ({ type, ...sums })),
  };
}

/** Returns what an account was charged since the beginning of a day, in micro-credits. */
export async function readSpending(store: Store, account: string, from: Date, now: Date): Promise<number> {
  const days = await sumUsage(store, { account, from, to: new Date(startOfDay(now) + DAY_MS) }, ['account']);
  return days.reduce((total, { spent }) => total + spent, 0);
}

/** Returns the accounts with requests in a window, in the order of their ids. */
export async function findActiveAccounts(store: Store, from: Date, to: Date): Promise<string[]> {
  const groups = await sumUsage(store, { from, to }, ['account']);
  return groups.map(({ _id }) => String(_id.account)).sort();
}

const MONTH_MS = 31 * DAY_MS;

/** Yields the usage of an account whose entries are deleted, by day, endpoint, key and status, oldest first. */
export async function* readDeletedUsage(store: Store, account: string) {
  const end = await readUsageCursor(store, DELETED);
  const first = await store.usageHourly.findOne({ account }, { projection: { hour: 1 }, sort: { hour: 1 } });
  if (!first) return;
  // Whole days, a month at a time, so that an account of any age takes little memory.
  for (let begin = startOfDay(first.hour); begin < end.getTime(); begin += MONTH_MS) {
    const [from, to] = [new Date(begin), new Date(Math.min(begin + MONTH_MS, end.getTime()))];
    const groups = await sumUsage(store, { account, from, to }, ['day', 'endpoint', 'key', 'status']);
    yield* groups.sort((a, b) => String(a._id.day).localeCompare(String(b._id.day)));
  }
}

/** Views of figures over time: number and length of their points, and where the table of endpoints begins. */
export const views = {
  '1h': { points: 60, stepMs: MINUTE_MS, endpointsFrom: HOUR_MS },
  '24h': { points: 24, stepMs: HOUR_MS, endpointsFrom: HOUR_MS },
  '7d': { points: 168, stepMs: HOUR_MS, endpointsFrom: DAY_MS },
  '30d': { points: 120, stepMs: 6 * HOUR_MS, endpointsFrom: DAY_MS },
  '90d': { points: 90, stepMs: DAY_MS, endpointsFrom: DAY_MS },
} as const;
export type ViewName = keyof typeof views;
export const viewNames = Object.keys(views) as [ViewName, ...ViewName[]];

/** Maximum number of entries that a view reads, the latest. */
export const MAX_ENTRIES = 1_000_000;

/** Figures of one point of a view. */
export interface FigurePoint extends Counts {
  at: Date;
  /** Only of all endpoints of all accounts together. */
  platform?: Platform;
}

/** Requests that are counted: all, or those of an endpoint, an account, or both. */
export interface Subject {
  endpoint?: string;
  account?: string;
}

export interface Figures {
  stepMs: number;
  /** Oldest first, including points without calls. The last may be running. */
  points: FigurePoint[];
  /** True if there were too many entries, so that only the latest are counted. */
  isCut: boolean;
}

/** Reads the figures of a view. */
export async function readFigures(
  store: UsageStore,
  view: ViewName,
  { account, endpoint }: Subject,
  now: Date,
): Promise<Figures> {
  const { stepMs, points: count } = selectSteps(view, account);
  const end = now.getTime() - (now.getTime() % stepMs) + stepMs;
  const [from, to] = [new Date(end - count * stepMs), new Date(end)];
  const points = Array.from(
    { length: count },
    (_, step): FigurePoint => ({
      at: new Date(from.getTime() + step * stepMs),
      ...createEmptyCounts(),
    }),
  );
  const pointAt = (at: number) => points[Math.floor((at - from.getTime()) / stepMs)];
  const split = stepMs < HOUR_MS ? from : await findSplit(store, from, to);

  if (account !== undefined) {
    const hours = { account, ...(endpoint !== undefined && { endpoint }), hour: { $gte: from, $lt: split } };
    for await (const hour of store.usageHourly.find(hours, { projection: { parts: 0 } })) {
      const point = pointAt(hour.hour.getTime());
      if (point) addHour(point, hour);
    }
  } else {
    const projection = endpoint === undefined ? { endpoints: 0 } : { endpoints: 1 };
    for await (const hour of platformSums(store).hours.find({ _id: { $gte: from, $lt: split } }, { projection })) {
      const point = pointAt(hour._id.getTime());
      const counts = endpoint === undefined ? hour.total : hour.endpoints[endpoint];
      if (point && counts) addCounts(point, counts);
      if (point && endpoint === undefined) addToPoint(point, hour.platform);
    }
  }
  const { rows, isCut } = await readEntries(store, { account, endpoint }, split, to, stepMs);
  for (const row of rows) {
    const point = pointAt(row.at);
    if (point) addEntries(point, row);
  }
  if (account === undefined && endpoint === undefined) {
    for (const [at, platform] of await readPlatform(store, split, to, Math.min(stepMs, HOUR_MS))) {
      const point = pointAt(at);
      if (point) addToPoint(point, platform);
    }
  }
  return { stepMs, points, isCut };
}

/** Returns the points of a view. Views of an account that are longer than a day have one for each day. */
function selectSteps(view: ViewName, account: string | undefined): { stepMs: number; points: number } {
  const { stepMs, points } = views[view];
  if (account === undefined || points * stepMs <= DAY_MS) return { stepMs, points };
  return { stepMs: DAY_MS, points: Math.round((points * stepMs) / DAY_MS) };
}

function addToPoint(point: FigurePoint, platform: Platform): void {
  point.platform ??= createEmptyPlatform();
  addPlatform(point.platform, platform);
}

interface EntriesRow extends EntryGroup {
  /** Beginning of the step, in ms. */
  at: number;
  endpoint: string;
}

/** Expression for the latency class of a field, found by bisection; null where the field is missing. */
export function createLatencyExpression(field: string): object {
  const between = (first: number, last: number): object | number => {
    if (first === last) return first;
    const middle = Math.floor((first + last) / 2);
    return {
      $cond: [{ $lte: [field, LATENCY_EDGES_MS[middle]] }, between(first, middle), between(middle + 1, last)],
    };
  };
  return { $cond: [{ $lte: [field, null] }, null, between(0, LATENCY_EDGES_MS.length)] };
}

/** Reads the entries of a window in groups that agree in step, endpoint, status, error type and latency classes. */
export async function readEntries(
  { usage }: Store,
  { account, endpoint }: { account?: string | undefined; endpoint?: string | undefined },
  from: Date,
  to: Date,
  stepMs: number,
): Promise<{ rows: EntriesRow[]; isCut: boolean }> {
  const filter = {
    ...(account !== undefined && { account }),
    at: { $gte: from, $lt: to },
    ...(endpoint !== undefined && { endpoint }),
  };
  const step = { $subtract: ['$at', { $mod: [{ $subtract: ['$at', new Date(0)] }, stepMs] }] };
  const found = await usage
    .aggregate<{ _id: Omit<EntriesRow, 'at' | 'calls' | 'cost'> & { at: Date }; calls: number; cost: number }>([
      { $match: withIndex(filter) },
      { $sort: { at: -1, _id: -1 } },
      { $limit: MAX_ENTRIES },
      {
        $group: {
          _id: {
            ...{ at: step, endpoint: '$endpoint', status: '$status', state: '$state', type: '$call.type' },
            ...{ latency: createLatencyExpression('$call.ms'), wait: createLatencyExpression('$call.queuedMs') },
          },
          calls: { $sum: 1 },
          cost: { $sum: '$cost' },
        },
      },
    ])
    .toArray();
  const rows = found.map(({ _id, ...sums }) => ({ ..._id, at: _id.at.getTime(), ...sums }));
  return { rows, isCut: rows.reduce((sum, { calls }) => sum + calls, 0) === MAX_ENTRIES };
}

/** Reads the figures of each endpoint in a view, from the beginning of the hour or day in which it begins; the busiest first. */
export async function readEndpoints(
  store: UsageStore,
  view: ViewName,
  now: Date,
): Promise<{ since: Date; endpoints: (Counts & { endpoint: string })[] }> {
  const { stepMs, points, endpointsFrom } = views[view];
  const begin = now.getTime() - stepMs * points;
  const since = new Date(begin - (begin % endpointsFrom));
  const to = new Date(now.getTime() - (now.getTime() % HOUR_MS) + HOUR_MS);
  const split = await findSplit(store, since, to);
  const sums = new Map<string, Counts>();
  const getCounts = (endpoint: string): Counts => {
    const counts = sums.get(endpoint) ?? createEmptyCounts();
    sums.set(endpoint, counts);
    return counts;
  };
  // Whole days, then the hours of the day that is running.
  const firstHour = since.getTime() % DAY_MS === 0 ? new Date(startOfDay(split)) : since;
  const { hours, days } = platformSums(store);
  const projection = { endpoints: 1 } as const;
  const found = await Promise.all([
    days.find({ _id: { $gte: since, $lt: firstHour } }, { projection }).toArray(),
    hours.find({ _id: { $gte: firstHour, $lt: split } }, { projection }).toArray(),
  ]);
  for (const { endpoints } of found.flat()) {
    for (const [endpoint, counts] of Object.entries(endpoints)) addCounts(getCounts(endpoint), counts);
  }
  const { rows } = await readEntries(store, {}, split, to, HOUR_MS);
  for (const row of rows) addEntries(getCounts(row.endpoint), row);
  const endpoints = [...sums].map(([endpoint, counts]) => ({ endpoint, ...counts }));
  return { since, endpoints: endpoints.sort((a, b) => b.calls - a.calls) };
}
