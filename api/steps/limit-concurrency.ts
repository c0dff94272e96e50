import { modeOf } from '../../features/keys/index.js';
import { errors } from '../../shared/contract/errors.js';
import { type PoolName, poolNames } from '../../shared/contract/pools.js';
import { count, startAtZero } from '../../shared/process/metrics/measure.js';
import type { Step } from '../call.js';
import type { ConcurrencyLimiter } from '../calls/concurrency-limiter.js';

/**
 * Limits the requests in flight in the endpoint's pool, see ConcurrencyLimiter. A request holds its slot until its job is done, also
 * if it was accepted with a 202. Test keys need none, since they reach no worker.
 *
 * @throws ApiError 503 for a request that could not be served in time
 */
export const limitConcurrency = ({
  concurrency,
}: {
  readonly concurrency: Readonly<Record<PoolName, ConcurrencyLimiter>>;
}): Step => {
  startAtZero(
    'callsShed',
    poolNames.map((pool) => ({ pool })),
  );
  return async function limitConcurrency(ctx, next) {
    const { endpoint, key } = ctx.state;
    if (modeOf(key) === 'test') return next();
    const slot = concurrency[endpoint.pool].acquire(key.account);
    if (!slot) {
      count('callsShed', { pool: endpoint.pool });
      throw errors.serviceBusy();
    }
    ctx.state.slot = slot;
    try {
      await next();
    } finally {
      const { later, reply } = ctx.state;
      if (later) void later.then(({ ranMs }) => slot.release(ranMs));
      else slot.release(reply?.ranMs);
    }
  };
};
