import { modeOf } from '../../features/keys/index.js';
import type { TrafficRecorder } from '../../features/monitoring/index.js';
import type { RefusalRecorder } from '../../features/requests/index.js';
import { isServerFault } from '../../shared/contract/api-error.js';
import { errors } from '../../shared/contract/errors.js';
import { count, time } from '../../shared/process/metrics/measure.js';
import type { CallContext, CallState, Step } from '../call.js';

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

/**
 * Counts calls, except those of test keys, for Prometheus and for the traffic figures in the store, and records requests that failed or were
 * refused.
 */
export const countCalls =
  ({ traffic, refusals }: { readonly traffic: TrafficRecorder; readonly refusals: RefusalRecorder }) =>
  (ctx: CallContext, ms: number): void => {
    const { endpoint, key, held, later, isServerFault: isFault = false, errorType }: Partial<CallState> = ctx.state;
    refusals.record(ctx, { status: ctx.status, type: errorType ?? '' });
    if (later) void later.then(({ status, type = '' }) => refusals.record(ctx, { status, type }));
    if (!endpoint || (key && modeOf(key) === 'test')) return;
    time('callSeconds', { endpoint: endpoint.id }, ms);
    const countFinal = (final: number, isFault: boolean) => {
      count('calls', { endpoint: endpoint.id, status: final });
      const busy = final === errors.serviceBusy.status && held === undefined;
      traffic.count({ pool: endpoint.pool, isServerFault: isFault, ms, charged: held !== undefined, busy });
    };
    // An asynchronous call has a 202 at once, and its final status when its job has ended.
    if (later) void later.then((reply) => countFinal(reply.status, isServerFault(reply)));
    else countFinal(ctx.status, isFault);
  };
