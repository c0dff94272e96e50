import { catalogue } from '../../shared/contract/catalogue/index.js';
import type { Endpoint } from '../../shared/contract/endpoint.js';
import { errors } from '../../shared/contract/errors.js';
import type { Step } from '../call.js';

const byPath = new Map<string, Endpoint>(
  catalogue.flatMap((endpoint) => [endpoint.path, ...endpoint.aliases].map((path) => [path, endpoint])),
);

/** The endpoint at a path. */
export const endpointAt = (path: string): Endpoint | undefined => byPath.get(path);

/**
 * Lets calls of the catalogue's endpoints through; everything else is a page, or not found.
 *
 * @throws ApiError 405 for an endpoint that is not called with POST
 */
export const route =
  (call: Step): Step =>
  (ctx, next) => {
    const endpoint = endpointAt(ctx.path);
    if (!endpoint) return next();
    ctx.state.endpoint = endpoint;
    ctx.set('X-Credits-Cost', '0');
    if (ctx.method !== 'POST') {
      ctx.set('Allow', 'POST');
      throw errors.methodNotAllowed();
    }
    return call(ctx, next);
  };
