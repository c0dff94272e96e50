import { modeOf } from '../../features/keys/index.js';
import type { TrafficRecorder } from '../../features/monitoring/index.js';
import type { RefusalRecorder } from '../../features/requests/index.js';
import { isServerFault } from '../../shared/contract/api-error.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { errors } from '../../shared/contract/errors.js';
import { count, startAtZero, time } from '../../shared/process/metrics/measure.js';
import type { CallState, Step } from '../call.js';
import { PROBES } from './separate-origins.js';

/** Measures the time of a step, without the steps after it. */
export const timed = (name: string, step: Step): Step =>
  async function timed(ctx, next) {
    const began = performance.now();
    let afterMs = 0;
    try {
      return await step(ctx, async () => {
        const left = performance.now();
        try {
          return await next();
        } finally {
          afterMs = performance.now() - left;
        }
      });
    } finally {
      time('stepSeconds', { step: name }, performance.now() - began - afterMs);
    }
  };

/** Statuses of calls that alerts and the availability depend on: success and server faults. */
const STATUSES = [200, 500, 502, 503, 504];

type Recorded = Parameters<RefusalRecorder['record']>[0] & {
  readonly state: Partial<CallState>;
  readonly status: number;
};

interface Recorders {
  readonly traffic: Pick<TrafficRecorder, 'count'>;
  readonly refusals: Pick<RefusalRecorder, 'record'>;
}

/**
 * Counts calls, except those of test keys, for Prometheus and for the traffic figures in the store, and records requests that failed or were
 * refused, except probes. Calls that need an upstream which the operator has not configured are no traffic, and have a status of their own in Prometheus:
 * they say nothing about the availability of the service.
 */
export const countCalls = ({ traffic, refusals }: Recorders) => {
  startAtZero(
    'calls',
    catalogue.flatMap(({ id }) => STATUSES.map((status) => ({ endpoint: id, status }))),
  );
  return (ctx: Recorded, ms: number): void => {
    const { endpoint, key, held, later, reply, isServerFault: isFault = false, errorType } = ctx.state;
    if (!PROBES.includes(ctx.path)) refusals.record(ctx, { status: ctx.status, type: errorType ?? '' });
    if (later) void later.then(({ status, type = '' }) => refusals.record(ctx, { status, type }));
    if (!endpoint || (key && modeOf(key) === 'test')) return;
    time('callSeconds', { endpoint: endpoint.id }, ms);
    const countFinal = (final: number, isFault: boolean, type: string | undefined) => {
      const isUnconfigured = type === errors.upstreamNotConfigured.type;
      count('calls', { endpoint: endpoint.id, status: isUnconfigured ? 'not_configured' : final });
      if (isUnconfigured) return;
      const busy = errorType === errors.serviceBusy.type;
      traffic.count({ pool: endpoint.pool, isServerFault: isFault, ms, charged: held !== undefined, busy });
    };
    // An asynchronous call has a 202 at once, and its final status when its job has ended.
    if (later) void later.then((received) => countFinal(received.status, isServerFault(received), received.type));
    else countFinal(ctx.status, isFault, reply?.type);
  };
};
