import type { Middleware } from 'koa';
import { errors } from '../../shared/contract/errors.js';
import type { Limiter } from '../calls/limiter.js';

/**
 * Limits what one client address may ask for, over all fronts.
 *
 * @param kind what is counted together
 * @param limit requests a second
 */
export const perAddress =
  (limiter: Limiter, kind: string, limit: number): Middleware =>
  async (ctx, next) => {
    const { allowed } = await limiter.count(`${kind}:${ctx.ip}`, limit);
    if (!allowed) throw errors.tooManyRequests();
    return next();
  };
