import type Router from '@koa/router';
import { ApiError, errors } from '../../shared/contract/errors.js';
import type { ServiceInput, ServiceOutput, ServiceRoute } from '../../shared/contract/route.js';
import type { Key } from '../../shared/store/collections.js';
import type { Services } from '../call.js';
import { callerOf } from '../steps/authenticate.js';
import { countCall } from '../steps/throttle.js';
import { readRequest } from './read-request.js';

/** Requests per second of one key to the routes beside the endpoints. */
const RATE = 20;
const GROUP = 'service';

/** Answers a route beside the endpoints: who may, what was asked, the answer. */
export function answer<R extends ServiceRoute>(
  router: Router,
  route: R,
  services: Services,
  run: (input: ServiceInput<R>, services: Services, caller: Key) => Promise<ServiceOutput<R>>,
): void {
  router.register(routerPath(route), [route.method], async (ctx) => {
    const key = await callerOf(ctx as never, services);
    await countCall(ctx as never, services, key, GROUP, RATE);
    const input = await readRequest(route, ctx as never, ctx.params);
    ctx.body = await run(input, services, key).catch(storeIsAway);
  });
}

/** A route's path as the router writes it: `/v1/jobs/:job_id`. */
export const routerPath = ({ path }: ServiceRoute): string => path.replace(/\{(\w+)\}/g, ':$1');

/** What these routes do is read and write the store: when that fails in no way of ours, it is away. */
export function storeIsAway(cause: unknown): never {
  throw cause instanceof ApiError ? cause : errors.unavailable({}, cause);
}
