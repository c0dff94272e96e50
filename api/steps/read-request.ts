import type { RouterContext } from '@koa/router';
import { LARGEST_SERVICE_BODY } from '../../shared/contract/bounds.js';
import type { Input } from '../../shared/contract/contract.js';
import { readFields } from '../../shared/contract/input.js';
import type { Route } from '../../shared/contract/route.js';
import { readBody } from '../body/read-body.js';

/** A route's path as the router writes it: `/v1/jobs/:job_id`. */
export const routerPath = ({ path }: Route): string => path.replace(/\{(\w+)\}/g, ':$1');

/**
 * Reads path parameters, query and body of a request as one input; the path wins over the body, the body over the query.
 *
 * @throws ApiError 400, 413 or 415 for a body that cannot be read, 422 for a field that is wrong
 */
export async function readRequest<R extends Route>(route: R, ctx: RouterContext): Promise<Input<R>> {
  const body = await readBody(ctx, { limit: LARGEST_SERVICE_BODY });
  return readFields<R['request']>(route.request, { ...ctx.query, ...body, ...ctx.params }, 422);
}
