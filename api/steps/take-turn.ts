import { errors, throwUnavailable } from '../../shared/contract/errors.js';
import { deadlineMsOf } from '../../shared/contract/pools.js';
import type { Services, Step } from '../call.js';

/**
 * Lets an account have one call at a time of what takes long, so that it leaves the places of the pool to others.
 *
 * @throws ApiError 429 while there is one, 503 when Redis is away
 */
export const takeTurn =
  ({ turns, log }: Pick<Services, 'turns' | 'log'>): Step =>
  async (ctx, next) => {
    const { endpoint, key, requestId } = ctx.state;
    if (!endpoint.takesLong) return next();
    const of = `${endpoint.id} ${key.account}`;
    const begun = await turns.begin(of, requestId, deadlineMsOf(endpoint.pool, true)).catch(throwUnavailable);
    if (!begun) throw errors.oneAtATime();
    const end = () =>
      turns.end(of, requestId).catch((err: unknown) => log.warn({ err, requestId }, 'a turn ends by its time'));
    try {
      await next();
    } finally {
      if (ctx.state.later) void ctx.state.later.then(end);
      else await end();
    }
  };
