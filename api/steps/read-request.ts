import { bodyParser } from '@koa/bodyparser';
import type { RouterContext } from '@koa/router';
import type { Input } from '../../shared/contract/contract.js';
import { errors } from '../../shared/contract/errors.js';
import { readFields } from '../../shared/contract/input.js';
import type { Route } from '../../shared/contract/route.js';

const readBody = bodyParser({
  enableTypes: ['json', 'form'],
  onError(cause) {
    throw errors.unreadableBody({}, cause);
  },
});

/** A route's path as the router writes it: `/v1/jobs/:job_id`. */
export const routerPath = ({ path }: Route): string => path.replace(/\{(\w+)\}/g, ':$1');

/**
 * Reads path parameters, query and body of a request as one input; the path wins over the body, the body over the query.
 *
 * @throws ApiError 400 for a body that cannot be read, 422 for a field that is wrong
 */
export async function readRequest<R extends Route>(route: R, ctx: RouterContext): Promise<Input<R>> {
  await readBody(ctx, async () => {});
  return readFields<R['request']>(route.request, { ...ctx.query, ...Object(ctx.request.body), ...ctx.params }, 422);
}
