import { createHash } from 'node:crypto';
import { DateTime } from 'luxon';
import { UpstreamFailure } from '../upstream/failure.js';
import type { UpstreamContext } from '../upstream/upstreams.js';

/** Searches have a daily allowance of their own, everything else shares another. */
export type Allowance = 'search' | 'other';

/** How long a key that asked too fast, but has allowance left, rests, in ms. */
const TOO_FAST_REST_MS = 60_000;

const reasonOf = (failure: UpstreamFailure): string =>
  /"reason":\s*"(\w+)"/.exec(failure.upstreamBody ?? '')?.[1] ?? '';

/** Whether a key was refused because of how much it has asked, so that another key may do. */
export const isOverQuota = (error: unknown): error is UpstreamFailure =>
  error instanceof UpstreamFailure &&
  error.reason === 'status' &&
  (error.upstreamStatus === 429 ||
    /^(quotaExceeded|dailyLimitExceeded|rateLimitExceeded|userRateLimitExceeded)$/.test(reasonOf(error)));

/**
 * The configured keys in the order in which they should be tried: those known to be exhausted are left out, but one
 * is always tried, so that a raised quota is noticed.
 */
export async function keysToTry(call: UpstreamContext, allowance: Allowance): Promise<string[]> {
  const keys = (call.config.VIDEO_PLATFORM_KEYS ?? '').split(',').map((key) => key.trim());
  if (keys.length === 1) return keys;
  const rests = await call.redis.mget(keys.map((key) => restOf(key, allowance)));
  const rested = keys.filter((_, index) => rests[index] === null);
  return rested.length > 0 ? rested : keys.slice(0, 1);
}

/** Notes that a key is exhausted: until the quota's next day, or for a minute when it only asked too fast. */
export async function rest(
  call: UpstreamContext,
  key: string,
  allowance: Allowance,
  refusal: UpstreamFailure,
): Promise<void> {
  const isTooFast = refusal.upstreamStatus === 429 || /[rR]ateLimit/.test(reasonOf(refusal));
  const now = call.clock.now();
  const ms = isTooFast ? TOO_FAST_REST_MS : nextQuotaDay(now).getTime() - now.getTime();
  call.log.warn({ upstream: 'video-platform', key: shortOf(key), allowance, ms }, 'a key is over its quota');
  await call.redis.set(restOf(key, allowance), 1, 'PX', Math.max(1, ms));
}

/** Quotas begin anew at midnight Pacific Time. */
const nextQuotaDay = (now: Date): Date =>
  DateTime.fromJSDate(now).setZone('America/Los_Angeles').plus({ days: 1 }).startOf('day').toJSDate();

const shortOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 12);
const restOf = (key: string, allowance: Allowance): string => `video-platform:rest:${allowance}:${shortOf(key)}`;
