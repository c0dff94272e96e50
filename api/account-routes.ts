import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import { type AccountContext, accountGroup, accountRoutes } from '../features/account-api/index.js';
import { type Authenticator, modeOf, opensRoute } from '../features/keys/index.js';
import type { Caller, RateLimiter } from '../features/web/index.js';
import { Download, JsonStream } from '../shared/contract/download.js';
import { errors, throwUnavailable } from '../shared/contract/errors.js';
import type { Route } from '../shared/contract/route.js';
import type { Config } from '../shared/process/config.js';
import type { Idempotency } from './calls/idempotency.js';
import type { Strangers } from './calls/strangers.js';
import { callerOf, showMode } from './steps/authenticate.js';
import { countRequest } from './steps/limit.js';
import { readRequest, routerPath } from './steps/read-request.js';
import { etagHeader } from './steps/respond.js';
import { respondOnce } from './steps/retry-safely.js';

interface Dependencies {
  readonly authenticator: Authenticator;
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>;
  readonly idempotency: Idempotency;
  readonly rateLimiter: RateLimiter;
  readonly strangers: Strangers;
}

/** The name under which these requests are counted against a key's limits. */
const COUNTED_AS = 'service';

/** Answers the routes beside the endpoints: who may, what was asked, the answer. */
export function mountAccountRoutes(router: Router, services: Dependencies & Omit<AccountContext, keyof Caller>): void {
  for (const { contract, run } of accountRoutes) {
    router.register(routerPath(contract), [contract.method], async (ctx) => {
      const key = await callerOf(ctx, services);
      showMode(ctx, key);
      if (modeOf(key) === 'test' && !contract.forTestKeys) throw errors.testKeyNotAllowed();
      if (!opensRoute(key.scopes, contract)) throw errors.apiKeyNotAllowed();
      // A route with a rate of its own is counted apart, the others together.
      const { id, ratePerSecond } = contract;
      const group = ratePerSecond === undefined ? COUNTED_AS : id;
      await countRequest(ctx, services, key, group, ratePerSecond ?? accountGroup.ratePerSecond);
      const input = await readRequest(contract, ctx);
      const { requestId } = ctx.state;
      const respond = async () => {
        const output = await Promise.resolve(run(input, { ...services, key, requestId })).catch(throwUnavailable);
        send(ctx, contract, output);
        return output;
      };
      await respondOnce(ctx, services, { contract, input, owner: key.account }, respond);
    });
  }
}

/** Sends an answer; one that names a version of something does so in a header as well. */
function send(ctx: RouterContext, { file }: Route, answered: unknown): void {
  if (answered instanceof Download) {
    ctx.attachment(answered.filename);
    ctx.type = file ?? 'bin';
    ctx.body = answered.content;
    return;
  }
  if (answered instanceof JsonStream) {
    ctx.type = 'application/json';
    ctx.body = answered.content;
    ctx.length = answered.bytes;
    return;
  }
  ctx.set(etagHeader(answered));
  ctx.body = answered;
}
