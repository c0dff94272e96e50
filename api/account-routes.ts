import type Router from '@koa/router';
import { type AccountContext, accountGroup, accountRoutes } from '../features/account-api/index.js';
import type { AccountLogCollections } from '../features/account-log/index.js';
import { recordChange } from '../features/account-log/index.js';
import { type Authenticator, modeOf, opensRoute } from '../features/keys/index.js';
import { type Caller, type ClientRequest, type RateLimiter, sendOutput } from '../features/web/index.js';
import { errors, throwUnavailable } from '../shared/contract/errors.js';
import type { Config } from '../shared/process/config.js';
import type { Idempotency } from './calls/idempotency.js';
import type { UnauthenticatedLimiter } from './calls/unauthenticated-limiter.js';
import { authenticateRequest, showMode } from './steps/authenticate.js';
import { countRequest } from './steps/limit.js';
import { readRequest, toRouterPath } from './steps/read-request.js';
import { respondOnce } from './steps/retry-safely.js';

interface Dependencies {
  readonly authenticator: Authenticator;
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>;
  readonly idempotency: Idempotency;
  readonly rateLimiter: RateLimiter;
  readonly store: AccountLogCollections;
  readonly unauthenticatedLimiter: UnauthenticatedLimiter;
}

/** Rate-limit group of the routes without a rate of their own. */
const RATE_LIMIT_GROUP = 'service';

/** Mounts the account API: authenticates a request, counts it, reads its input and responds. */
export function mountAccountRoutes(
  router: Router,
  services: Dependencies & Omit<AccountContext, keyof (Caller & ClientRequest)>,
): void {
  for (const { contract, run, mutates } of accountRoutes) {
    router.register(toRouterPath(contract), [contract.method], async (ctx) => {
      const identify = async () => {
        const key = await authenticateRequest(ctx, services);
        ctx.state.key = key;
        showMode(ctx, key);
        if (modeOf(key) === 'test' && !contract.forTestKeys) throw errors.testKeyNotAllowed();
        if (!opensRoute(key.scopes, contract)) throw errors.apiKeyNotAllowed();
        return key;
      };
      const sender = await identify();
      const { id, ratePerSecond } = contract;
      const group = ratePerSecond === undefined ? RATE_LIMIT_GROUP : id;
      await countRequest(ctx, services, sender, group, ratePerSecond ?? accountGroup.ratePerSecond);
      const input = await readRequest(contract, ctx);
      // A body may have taken long to arrive.
      const key = contract.method === 'GET' ? sender : await identify();
      const { requestId } = ctx.state;
      const perform = async () =>
        Promise.resolve(run(input, { ...services, key, requestId, client: ctx })).catch(throwUnavailable);
      const { account } = key;
      const actor = { kind: 'key', id: key.id, name: key.name } as const;
      const respond = async () => {
        const output =
          mutates === 'nothing'
            ? await perform()
            : await recordChange(
                services,
                { account, actor, role: null, from: ctx.ip, requestId },
                { ...mutates, idOf: (answer) => mutates.id(input, account, answer), run: perform },
              );
        sendOutput(ctx, contract, output);
        return output;
      };
      await respondOnce(ctx, services, { contract, input, owner: key.account }, respond);
    });
  }
}
