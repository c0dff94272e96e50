import type { Context } from 'koa';
import { errors } from '../../shared/contract/errors.js';

/**
 * Responds to OPTIONS with the methods of a path, and refuses other methods that it does not have.
 *
 * @throws ApiError 405 with `Allow`
 */
export function refuseMethod(ctx: Pick<Context, 'method' | 'set' | 'status'>, allowed: readonly string[]): void {
  ctx.set('Allow', [...allowed, 'OPTIONS'].join(', '));
  if (ctx.method !== 'OPTIONS') throw errors.methodNotAllowed();
  ctx.status = 204;
}
