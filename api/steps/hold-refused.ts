import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { REFUSED_CALLS } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { networkOf } from '../../shared/process/network.js';
import type { CallState, Step } from '../call.js';

const WINDOW_SECONDS = 1;

/**
 * Has a caller that is refused (429) and calls again at once, without heeding `Retry-After`, wait for the answer until some time in the
 * next second: refusing is quick, so that a few such callers would keep a front busy with nothing else. Outermost of all steps, so that
 * what is logged and measured of the call is without the wait.
 */
export function holdRefused(): Step {
  const refusals = new RateLimiterMemory({ points: REFUSED_CALLS.answeredAtOnce, duration: WINDOW_SECONDS });
  let held = 0;
  return async (ctx, next) => {
    await next();
    if (ctx.status !== errors.tooManyRequests().status) return;
    const { key }: Partial<CallState> = ctx.state;
    const { consumedPoints, msBeforeNext } = await refusals.penalty(key?.id ?? networkOf(ctx.ip));
    if (consumedPoints <= REFUSED_CALLS.answeredAtOnce || held >= REFUSED_CALLS.heldAtMost) return;
    held += 1;
    // Answered all together they would come back all together.
    await sleep(msBeforeNext + Math.random() * WINDOW_SECONDS * 1_000);
    held -= 1;
  };
}
