import type { RouterContext } from '@koa/router';
import { readBody } from '../../features/web/index.js';
import { LARGEST_SERVICE_BODY } from '../../shared/contract/bounds.js';
import type { Input } from '../../shared/contract/contract.js';
import { readFields, refusing } from '../../shared/contract/input.js';
import type { Route } from '../../shared/contract/route.js';
import { handleUnknownFields } from './unknown-fields.js';

/** Status of input errors. */
const INPUT_STATUS = 422;

/** Returns the path of a route in the router's format: `/v1/jobs/:job_id`. */
export const toRouterPath = ({ path }: Route): string => path.replace(/\{(\w+)\}/g, ':$1');

/**
 * Reads path parameters, query, body and headers of a request as one input. The path overrides the body, the body the query, and that a
 * header. Unknown fields are handled as for an endpoint.
 *
 * @throws ApiError 400, 413 or 415 for a body that cannot be read, 422 for a field that is wrong
 */
export async function readRequest<R extends Route>(route: R, ctx: RouterContext): Promise<Input<R>> {
  const body = await readBody(ctx, {
    limit: route.bodyLimit ?? LARGEST_SERVICE_BODY,
    ...(route.bodyValues !== undefined && { values: route.bodyValues }),
  });
  const inHeaders = Object.entries(route.fromHeaders ?? {}).map(([field, header]) => [field, ctx.get(header)]);
  const sent = { ...Object.fromEntries(inHeaders), ...ctx.query, ...body, ...ctx.params };
  const refused = handleUnknownFields(ctx, route.request, sent);
  return refusing(refused, INPUT_STATUS, () => readFields<R['request']>(route.request, sent, INPUT_STATUS));
}
