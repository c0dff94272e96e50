import { BODY_OF_ONE_CALL, TEST_CALLS } from '../../shared/contract/bounds.js';
import { errors, throwUnavailable } from '../../shared/contract/errors.js';
import { modeOf } from '../../shared/keys/keys.js';
import type { Key } from '../../shared/store/collections.js';
import type { CallContext, Services, Step } from '../call.js';
import { SLOW, testWishOf } from '../preferences.js';

/**
 * Counts the call against the key's limit in this group, or for calls of test keys: once, and one with a large body once for each part of it.
 *
 * @throws ApiError 429 above the limit, 503 when the count cannot be kept
 */
export const throttle =
  (services: Pick<Services, 'limiter'>): Step =>
  async (ctx, next) => {
    const { key, endpoint } = ctx.state;
    const { id, ratePerSecond } = endpoint.group;
    if (modeOf(key) === 'test') {
      const calls = testWishOf(ctx) === SLOW ? TEST_CALLS.slowCountsAs : callsIn(ctx);
      await countCall(ctx, services, key, 'test', TEST_CALLS.perSecond, calls);
    } else await countCall(ctx, services, key, id, ratePerSecond, callsIn(ctx));
    return next();
  };

/** How many calls one counts as: by its body as it is announced, since it is not read yet, and as the largest where nobody says. */
function callsIn(ctx: CallContext): number {
  return ctx.state.body ? 1 : Math.max(1, Math.ceil(announcedBytes(ctx) / BODY_OF_ONE_CALL));
}

/** Returns the size of the body as the request announces it, in bytes; the largest that is read where it does not. */
export function announcedBytes(ctx: CallContext): number {
  const most = ctx.state.endpoint.group.bodyLimit;
  return Math.min(ctx.request.length ?? (ctx.get('Transfer-Encoding') === '' ? 0 : most), most);
}

/**
 * Counts a request of a key in a group, and tells the caller what is left of it.
 *
 * @param calls that it counts as; one that counts as more than the limit takes all of it
 */
export async function countCall(
  ctx: Pick<CallContext, 'set'>,
  { limiter }: Pick<Services, 'limiter'>,
  key: Key,
  group: string,
  ratePerSecond: number,
  calls = 1,
): Promise<void> {
  const limit = limitOf(key, group, ratePerSecond);
  const status = await limiter.count(`${key.id}:${group}`, limit, Math.min(calls, limit)).catch(throwUnavailable);
  const resetSeconds = Math.ceil(status.resetMs / 1000);
  ctx.set('RateLimit-Limit', String(status.limit));
  ctx.set('RateLimit-Remaining', String(status.remaining));
  ctx.set('RateLimit-Reset', String(resetSeconds));
  if (!status.allowed) {
    ctx.set('Retry-After', String(Math.max(1, resetSeconds)));
    throw errors.tooManyRequests();
  }
}

/** Calls per second that a key may make in a group: its own limit, its limit for all groups, or the group's. */
export const limitOf = (key: Key, group: string, ratePerSecond: number): number =>
  key.limits[group] ?? key.limits['*'] ?? ratePerSecond;
