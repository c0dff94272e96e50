import type { Step } from '../call.js';

/** Keeps browsers from guessing the type of a response, and caches from storing one that is not declared public. */
export const protectResponse: Step = async (ctx, next) => {
  ctx.set('X-Content-Type-Options', 'nosniff');
  await next();
  if (ctx.status >= 400 || !ctx.response.get('Cache-Control')) ctx.set('Cache-Control', 'no-store');
};
