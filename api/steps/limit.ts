import { findLimit, type Key, modeOf } from '../../features/keys/index.js';
import type { RateLimiter } from '../../features/web/index.js';
import { BODY_OF_ONE_CALL, TEST_CALLS } from '../../shared/contract/bounds.js';
import { errors, throwUnavailable } from '../../shared/contract/errors.js';
import type { CallContext, Step } from '../call.js';
import { SLOW } from './parse.js';

/**
 * Limits the rate of a key in the endpoint's group, or of a test key over all groups. A request with a large body counts once for each
 * part of it.
 *
 * @throws ApiError 429 above the limit, 503 when Redis is unavailable
 */
export const limit = (services: { readonly rateLimiter: RateLimiter }): Step =>
  async function limit(ctx, next) {
    const { key, endpoint, preferences } = ctx.state;
    const { id, ratePerSecond } = endpoint.group;
    if (modeOf(key) === 'test') {
      const weight = preferences.testResponse === SLOW ? TEST_CALLS.slowCountsAs : weigh(ctx);
      await countRequest(ctx, services, key, 'test', TEST_CALLS.perSecond, weight);
    } else await countRequest(ctx, services, key, id, ratePerSecond, weigh(ctx));
    return next();
  };

/** Returns the number of requests that one counts as, by the announced size of its body. */
function weigh(ctx: CallContext): number {
  return ctx.state.body ? 1 : Math.max(1, Math.ceil(readAnnouncedBytes(ctx) / BODY_OF_ONE_CALL));
}

/** Returns the size of the body that the request announces, in bytes; the body limit if it announces none. */
export function readAnnouncedBytes(ctx: CallContext): number {
  const most = ctx.state.endpoint.group.bodyLimit;
  return Math.min(ctx.request.length ?? (ctx.get('Transfer-Encoding') === '' ? 0 : most), most);
}

/**
 * Counts a request of a key in a group, and sets the RateLimit headers.
 *
 * @param weight number of requests that it counts as, at most the limit
 * @throws ApiError 429 above the limit, 503 when Redis is unavailable
 */
export async function countRequest(
  ctx: Pick<CallContext, 'set'>,
  { rateLimiter }: { readonly rateLimiter: RateLimiter },
  key: Key,
  group: string,
  ratePerSecond: number,
  weight = 1,
): Promise<void> {
  const limit = findLimit(key, group, ratePerSecond);
  const status = await rateLimiter.count(`${key.id}:${group}`, limit, Math.min(weight, limit)).catch(throwUnavailable);
  const resetSeconds = Math.ceil(status.resetMs / 1000);
  ctx.set('RateLimit-Limit', String(status.limit));
  ctx.set('RateLimit-Remaining', String(status.remaining));
  ctx.set('RateLimit-Reset', String(resetSeconds));
  if (!status.allowed) {
    ctx.set('Retry-After', String(Math.max(1, resetSeconds)));
    throw errors.tooManyRequests();
  }
}
