import { type RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** Consumes a point of a rate limiter. @returns false if the limit is reached */
export async function consumePoint(limiter: RateLimiterRedis, name: string): Promise<boolean> {
  try {
    await limiter.consume(name);
    return true;
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return false;
    throw refused;
  }
}
