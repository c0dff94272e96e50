import type { Middleware, Next } from 'koa';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import type { Endpoint } from '../../shared/contract/endpoint.js';
import { errors } from '../../shared/contract/errors.js';
import type { CallContext } from '../call.js';

const byPath = new Map<string, Endpoint>(
  catalogue.flatMap((endpoint) => [endpoint.path, ...endpoint.aliases].map((path) => [path, endpoint])),
);

/**
 * Lets calls of the catalogue's endpoints through; everything else is a page, or not found.
 *
 * @throws ApiError 405 for an endpoint that is not called with POST
 */
export const route =
  (call: (ctx: CallContext, next: Next) => Promise<unknown>): Middleware =>
  (ctx, next) => {
    const endpoint = byPath.get(ctx.path);
    if (!endpoint) return next();
    ctx.state.endpoint = endpoint;
    ctx.set('X-Credits-Cost', '0');
    if (ctx.method !== 'POST') {
      ctx.set('Allow', 'POST');
      throw errors.wrongMethod();
    }
    return call(ctx as never, next);
  };
