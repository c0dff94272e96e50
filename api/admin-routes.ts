import type Router from '@koa/router';
import type { OperatorAuthenticator } from '../features/console/index.js';
import { operations } from '../features/operations/index.js';
import { authorize, type OperatorCollections, openDownload, perform } from '../features/operators/index.js';
import { throwUnavailable } from '../shared/contract/errors.js';
import type { Clock } from '../shared/process/clock.js';
import type { Config } from '../shared/process/config.js';
import type { Idempotency } from './calls/idempotency.js';
import { readRequest, toRouterPath } from './steps/read-request.js';
import { respondOnce } from './steps/retry-safely.js';

interface Dependencies {
  readonly clock: Clock;
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>;
  readonly idempotency: Idempotency;
  readonly store: Pick<OperatorCollections, 'auditTrail' | 'trailIntents'>;
}

/** Mounts the admin API: the operations of operators, for those who have a token and the role. */
export function mountAdminRoutes(router: Router, gate: OperatorAuthenticator, services: Dependencies): void {
  for (const operation of operations) {
    const { contract } = operation;
    router.register(toRouterPath(contract), [contract.method], async (ctx) => {
      const identify = async () => {
        const actor = await gate.authenticate(ctx).catch(throwUnavailable);
        authorize(operation, actor);
        return actor;
      };
      const sender = await identify();
      const input = await readRequest(contract, ctx);
      // The body of a change may have taken long to arrive.
      const actor = operation.mutates ? await identify() : sender;
      const file = openDownload(operation, input, services, actor);
      if (file) {
        ctx.attachment(file.filename);
        ctx.type = file.type ?? 'bin';
        ctx.body = file.content;
        return;
      }
      const respond = async () => {
        ctx.body = await perform(operation, input, { ...services, passwords: gate }, actor).catch(throwUnavailable);
        return ctx.body;
      };
      await respondOnce(ctx, services, { contract, input, owner: `operator:${actor.name}` }, respond);
    });
  }
}
