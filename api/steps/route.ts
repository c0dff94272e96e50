import { normalisePath, refuseMethod } from '../../features/web/index.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import type { Endpoint } from '../../shared/contract/endpoint.js';
import { errors } from '../../shared/contract/errors.js';
import type { Step } from '../call.js';

const endpoints = new Map<string, Endpoint>(
  catalogue.flatMap((endpoint) => [endpoint.path, ...endpoint.aliases].map((path) => [path, endpoint])),
);

/** Paths of endpoints that were removed, with what has replaced them. */
const removed: Readonly<Record<string, string>> = {
  '/v1/qr-code/batch': 'POST /v1/batches with the endpoint /v1/qr-code/generate',
};

/**
 * Passes requests to the offered endpoints to the steps of a call, and requests to other paths on.
 *
 * @throws ApiError 404 for an endpoint that is not offered, 405 for another method than POST, 410 for one that was removed
 */
export const route = (call: Step, offered: readonly Endpoint[]): Step =>
  async function route(ctx, next) {
    const path = normalisePath(ctx.path);
    const instead = removed[path];
    if (instead !== undefined) throw errors.pathRemoved({ instead });
    const endpoint = endpoints.get(path);
    if (!endpoint) return next();
    if (!offered.includes(endpoint)) throw errors.notOffered();
    ctx.state.endpoint = endpoint;
    ctx.set('X-Credits-Cost', '0');
    if (ctx.method !== 'POST') return refuseMethod(ctx, ['POST']);
    return call(ctx, next);
  };
