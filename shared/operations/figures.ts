import {
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
} from '../contract/fields.js';
import { latencyQuantile } from '../figures/latency.js';
import { type FigurePoint, readFigures, viewNames } from '../figures/read.js';
import { type Classes, inAllClasses } from '../figures/tally.js';
import { toCredits } from '../ledger/amounts.js';
import { accountId } from './accounts.js';
import { operation } from './operation.js';

const ms = () => nullable(number({ description: 'In ms; null where nothing was counted' }));

export const showFigures = operation({
  command: 'figures show',
  role: 'viewer',
  method: 'GET',
  path: '/v1/admin/figures',
  summary: 'Calls, times, errors, workers and credits over the last hour, day, week, month or quarter',
  request: object({
    span: withDefault(oneOf(viewNames), '24h'),
    endpoint: optional(text({ maxLength: 100, description: 'Of this endpoint only, e.g. `vat/validate`' })),
    account: optional({ ...accountId, description: 'Of this account only' }),
  }),
  response: object({
    span: text(),
    step_seconds: integer({ description: 'How long each point is' }),
    gaps: list(
      text({ description: 'What is not known: `no times`, `no endpoint`, `too many` (only the latest calls)' }),
    ),
    points: list(
      object({
        at: instant({ description: 'When it begins' }),
        calls: integer({ description: 'Calls whose credits were taken' }),
        errors: integer({ description: 'Of these, answered with 4xx or 5xx' }),
        failed: integer({ description: 'Of these, given back' }),
        types: record(integer({ description: 'Errors by type' })),
        p50_ms: ms(),
        p95_ms: ms(),
        p99_ms: ms(),
        wait_p50_ms: ms(),
        wait_p95_ms: ms(),
        spent: number({ description: 'Credits' }),
        given_back: number({ description: 'Credits' }),
        platform: nullable(
          object({
            answered: integer({ description: 'Calls, those included whose credits were never taken' }),
            answered_5xx: integer(),
            sold: number({ description: 'Credits' }),
            refunded: number({ description: 'Credits' }),
            expired: number({ description: 'Credits' }),
            workers: record(number({ description: 'Live workers by pool, on average' })),
            waiting: record(integer({ description: 'The most jobs seen waiting, by pool' })),
            upstreams: record(number({ description: 'The share of looks at which a breaker was not closed' })),
          }),
        ),
      }),
    ),
  }),
  example: { request: { span: '7d' } },
  async run({ span, endpoint, account }, { store, clock }) {
    const subject = { ...(endpoint !== undefined && { endpoint }), ...(account !== undefined && { account }) };
    const { stepMs, points, gaps } = await readFigures(store, span, subject, clock.now());
    return { span, step_seconds: stepMs / 1_000, gaps, points: points.map(pointOf) };
  },
});

/** A point of a view, as it is told. */
export type ShownPoint = ReturnType<typeof pointOf>;

function pointOf({ at, calls, errors, failed, types, latency, waits, spent, givenBack, platform }: FigurePoint) {
  return {
    at: at.toISOString(),
    calls,
    errors,
    failed,
    types,
    p50_ms: quantile(latency, 0.5),
    p95_ms: quantile(latency, 0.95),
    p99_ms: quantile(latency, 0.99),
    wait_p50_ms: quantile(waits, 0.5),
    wait_p95_ms: quantile(waits, 0.95),
    spent: toCredits(spent),
    given_back: toCredits(givenBack),
    platform: platform ? platformOf(platform) : null,
  };
}

const platformOf = ({
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
    Object.entries(pools).map(([pool, { workers, looks }]) => [pool, Math.round((10 * workers) / looks) / 10]),
  ),
  waiting: Object.fromEntries(Object.entries(pools).map(([pool, { most }]) => [pool, most])),
  upstreams: Object.fromEntries(
    Object.entries(upstreams).map(([upstream, states]) => {
      const looks = Object.values(states).reduce((sum, count) => sum + count, 0);
      return [upstream, 1 - (states.closed ?? 0) / looks];
    }),
  ),
});

const quantile = (classes: Classes, share: number): number | null => {
  const at = latencyQuantile({ latency: inAllClasses(classes) }, share);
  return at === undefined ? null : Math.round(at * 10) / 10;
};
