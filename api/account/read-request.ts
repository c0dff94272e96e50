import { bodyParser } from '@koa/bodyparser';
import type { Context } from 'koa';
import { errors } from '../../shared/contract/errors.js';
import { readFields } from '../../shared/contract/input.js';
import type { ServiceInput, ServiceRoute } from '../../shared/contract/route.js';

const readBody = bodyParser({
  enableTypes: ['json', 'form'],
  onError(cause) {
    throw errors.unreadableBody({}, cause);
  },
});

/**
 * Reads path parameters, query and body of a request as one input; the path wins over the body, the body over the query.
 *
 * @throws ApiError 400 for a body that cannot be read, 422 for a field that is wrong
 */
export async function readRequest<R extends ServiceRoute>(
  route: R,
  ctx: Context,
  params: Record<string, string>,
): Promise<ServiceInput<R>> {
  await readBody(ctx, async () => {});
  return readFields(route.request, { ...ctx.query, ...Object(ctx.request.body), ...params }, 422) as ServiceInput<R>;
}
