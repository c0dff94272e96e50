import type { Collections } from '../store/collections.js';
import { OVERALL, type Platform, type SpanName, spanId, spans } from './collections.js';
import { noPlatform, platformTogether } from './platform.js';
import { type AlikeCalls, addUp, type Counts, countAlike, nothing } from './tally.js';

const [MINUTE_MS, HOUR_MS, DAY_MS] = [spans.minute.lengthMs, spans.hour.lengthMs, spans.day.lengthMs];

/** The stretches of time that are looked back over: how many points each is shown by, how long each of these is, and of which spans. */
export const views = {
  '1h': { points: 60, stepMs: MINUTE_MS, span: 'minute', byEndpoint: 'hour' },
  '24h': { points: 24, stepMs: HOUR_MS, span: 'hour', byEndpoint: 'hour' },
  '7d': { points: 168, stepMs: HOUR_MS, span: 'hour', byEndpoint: 'day' },
  '30d': { points: 120, stepMs: 6 * HOUR_MS, span: 'hour', byEndpoint: 'day' },
  '90d': { points: 90, stepMs: DAY_MS, span: 'day', byEndpoint: 'day' },
} as const satisfies Record<string, { points: number; stepMs: number; span: SpanName; byEndpoint: SpanName }>;
export type ViewName = keyof typeof views;
export const viewNames = Object.keys(views) as [ViewName, ...ViewName[]];

/** Of an account's calls no more are counted one by one than these, the latest. */
const MOST_CALLS_COUNTED = 5_000;

/** Figures of one point of a view. */
export interface FigurePoint extends Counts {
  at: Date;
  /** Of all endpoints of all accounts together alone. */
  platform?: Platform;
}

/** What is looked at: all, an endpoint, an account, or an endpoint of an account. */
export interface Subject {
  endpoint?: string;
  account?: string;
}

export interface Figures {
  stepMs: number;
  /** Oldest first; points without calls are there too. The last may be still running. */
  points: FigurePoint[];
  /** What of them is not known. */
  gaps: FigureGap[];
}

/** `no times`: of an account's days only calls and credits are kept; `no endpoint`: and those of all its endpoints; `too many`: only the latest calls are counted. */
export type FigureGap = 'no times' | 'no endpoint' | 'too many';

/** Reads the figures of a view. It reads a bounded number of documents, by their ids or by the index of the account. */
export async function readFigures(store: Collections, view: ViewName, subject: Subject, now: Date): Promise<Figures> {
  const { stepMs, points, span } = views[view];
  if (subject.account !== undefined && points * stepMs <= DAY_MS) return countedOfAccount(store, view, subject, now);
  if (subject.account !== undefined) return daysOfAccount(store, view, subject, now);
  const scope = subject.endpoint ?? OVERALL;
  const [from, to] = edges(now, stepMs, points);
  const found = await store.spanFigures
    .find({ _id: { $gte: spanId(span, scope, from), $lt: spanId(span, scope, to) } })
    .toArray();
  return { stepMs, points: inSteps(found, from, stepMs, points), gaps: [] };
}

/** The beginning of the first point and the end of the last, in which this instant is. */
function edges(now: Date, stepMs: number, points: number): [from: Date, to: Date] {
  const end = now.getTime() - (now.getTime() % stepMs) + stepMs;
  return [new Date(end - points * stepMs), new Date(end)];
}

function inSteps(found: readonly FigurePoint[], from: Date, stepMs: number, points: number): FigurePoint[] {
  const steps = new Map<number, FigurePoint[]>();
  for (const one of found) {
    const step = Math.floor((one.at.getTime() - from.getTime()) / stepMs);
    steps.set(step, [...(steps.get(step) ?? []), one]);
  }
  return Array.from({ length: points }, (_, step) => {
    const apart = steps.get(step) ?? [];
    const known = apart.flatMap(({ platform }) => platform ?? []);
    return {
      at: new Date(from.getTime() + step * stepMs),
      ...addUp(apart),
      ...(known.length > 0 && { platform: platformTogether(known) }),
    };
  });
}

/** Calls of an account with the same answer in the same step. */
interface GroupedCalls extends Omit<AlikeCalls, 'status' | 'state' | 'type'> {
  _id: Pick<AlikeCalls, 'status' | 'state' | 'type'> & {
    step: number;
    /** Whether they are of the endpoint that is looked at. */
    isCounted: boolean;
  };
}

/**
 * An account's last hours are not kept: they are counted anew, from its latest calls. The store counts those with the same answer
 * together, and hands over no more of each than its times: to hand over thousands of calls, or to have the store sort their
 * times into classes, takes twice as long.
 */
async function countedOfAccount(
  { usage }: Collections,
  view: ViewName,
  { account = '', endpoint }: Subject,
  now: Date,
): Promise<Figures> {
  const { stepMs, points } = views[view];
  const [from, to] = edges(now, stepMs, points);
  const counted = Array.from({ length: points }, (_, step) => ({
    at: new Date(from.getTime() + step * stepMs),
    ...nothing(),
  }));
  const step = { $floor: { $divide: [{ $subtract: ['$at', from] }, stepMs] } };
  const isCounted = endpoint === undefined ? { $literal: true } : { $eq: ['$endpoint', endpoint] };
  const alike = usage.aggregate<GroupedCalls>([
    { $match: { account, at: { $gte: from, $lt: to } } },
    { $sort: { at: -1, _id: -1 } },
    { $limit: MOST_CALLS_COUNTED },
    {
      $group: {
        _id: { step, isCounted, status: '$status', state: '$state', type: '$call.type' },
        calls: { $sum: 1 },
        cost: { $sum: '$cost' },
        ms: { $push: '$call.ms' },
        queuedMs: { $push: '$call.queuedMs' },
      },
    },
  ]);
  let looked = 0;
  for (const { _id, ...alikes } of await alike.toArray()) {
    looked += alikes.calls;
    const { step: index, isCounted: wanted, ...answer } = _id;
    const point = counted[index];
    if (point && wanted) countAlike(point, { ...answer, ...alikes });
  }
  return { stepMs, points: counted, gaps: looked === MOST_CALLS_COUNTED ? ['too many'] : [] };
}

async function daysOfAccount(
  { accountDays }: Collections,
  view: ViewName,
  { account = '', endpoint }: Subject,
  now: Date,
): Promise<Figures> {
  const { stepMs, points } = views[view];
  const days = Math.round((stepMs * points) / DAY_MS);
  const [from, to] = edges(now, DAY_MS, days);
  const found = await accountDays
    .find({ account, at: { $gte: from, $lt: to } }, { projection: { parts: 0, endpoints: 0 } })
    .toArray();
  const known = found.map(({ at, calls, errors, failed, spent, givenBack }) => ({
    at,
    ...nothing(),
    ...{ calls, errors, failed, spent, givenBack },
  }));
  const gaps: FigureGap[] = endpoint === undefined ? ['no times'] : ['no times', 'no endpoint'];
  return { stepMs: DAY_MS, points: inSteps(known, from, DAY_MS, days), gaps };
}

/** What each endpoint did, from the beginning of the hour or the day in which a view begins; those with the most calls first. */
export async function readEndpoints(
  { spanFigures }: Collections,
  view: ViewName,
  now: Date,
): Promise<{ since: Date; endpoints: (Counts & { endpoint: string })[] }> {
  const { stepMs, points, byEndpoint } = views[view];
  const begin = now.getTime() - stepMs * points;
  const since = new Date(begin - (begin % spans[byEndpoint].lengthMs));
  const found = await spanFigures
    .find({ span: byEndpoint, at: { $gte: since } }, { projection: { platform: 0, waits: 0 } })
    .toArray();
  const scopes = new Map<string, Counts[]>();
  for (const one of found) {
    if (one.scope !== OVERALL) scopes.set(one.scope, [...(scopes.get(one.scope) ?? []), { ...one, waits: {} }]);
  }
  const endpoints = [...scopes].map(([endpoint, apart]) => ({ endpoint, ...addUp(apart) }));
  return { since, endpoints: endpoints.sort((a, b) => b.calls - a.calls) };
}

/** What is known of the platform over a view as a whole. */
export const platformOver = (points: readonly FigurePoint[]): Platform =>
  points.some(({ platform }) => platform)
    ? platformTogether(points.flatMap(({ platform }) => platform ?? []))
    : noPlatform();
