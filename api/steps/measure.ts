import { modeOf } from '../../features/keys/index.js';
import type { TrafficRecorder } from '../../features/monitoring/index.js';
import {
  type RecordedResponse,
  type RequestBodies,
  type RequestLog,
  toRecordedResponse,
} from '../../features/requests/index.js';
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

type Recorded = Parameters<RequestLog['record']>[0] & {
  readonly state: Partial<CallState>;
  readonly status: number;
  readonly body?: unknown;
};

interface Recorders {
  readonly traffic: Pick<TrafficRecorder, 'count'>;
  readonly requestLog: Pick<RequestLog, 'record'>;
  readonly bodies: Pick<RequestBodies, 'add'>;
}

/**
 * Counts calls, except those of test keys, for Prometheus and for the traffic figures in the store, and records requests in
 * the log, except probes, with their bodies where the account stores them. Calls that need an upstream which the operator has not configured are no
 * traffic, and have a status of their own in Prometheus: they say nothing about the availability of the service. Nor do calls that their
 * client cancelled.
 */
export const countCalls = ({ traffic, requestLog, bodies }: Recorders) => {
  startAtZero(
    'calls',
    catalogue.flatMap(({ id }) => STATUSES.map((status) => ({ endpoint: id, status }))),
  );
  const storeBodies = ({ state }: Recorded, response: RecordedResponse) => {
    const { requestId, key, maskedBody } = state;
    if (requestId && key && maskedBody) bodies.add(requestId, key.account, maskedBody, response);
  };
  return (ctx: Recorded, ms: number): void => {
    const { endpoint, key, held, later, reply, began = 0, isServerFault: isFault = false, errorType } = ctx.state;
    // An asynchronous request is recorded when its job has ended.
    if (later) {
      void later.then((received) => {
        requestLog.record(ctx, { status: received.status, type: received.type ?? '', ms: performance.now() - began });
        storeBodies(ctx, toRecordedResponse(received));
      });
    } else if (!PROBES.includes(ctx.path)) {
      requestLog.record(ctx, { status: ctx.status, type: errorType ?? '', ms });
      storeBodies(ctx, { type: ctx.response.type, body: ctx.body });
    }
    if (!endpoint || (key && modeOf(key) === 'test')) return;
    time('callSeconds', { endpoint: endpoint.id }, ms);
    const countFinal = (final: number, isFault: boolean, type: string | undefined) => {
      const isUnconfigured = type === errors.upstreamNotConfigured.type;
      count('calls', { endpoint: endpoint.id, status: isUnconfigured ? 'not_configured' : final });
      if (isUnconfigured || type === errors.jobCancelled.type) return;
      const busy = errorType === errors.serviceBusy.type;
      traffic.count({ pool: endpoint.pool, isServerFault: isFault, ms, charged: held !== undefined, busy });
    };
    // An asynchronous call has a 202 at once, and its final status when its job has ended.
    if (later) void later.then((received) => countFinal(received.status, isServerFault(received), received.type));
    else countFinal(ctx.status, isFault, reply?.type);
  };
};
