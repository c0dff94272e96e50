import type Router from '@koa/router';
import { operations } from '../../features/operations/index.js';
import { throwUnavailable } from '../../shared/contract/errors.js';
import { allow, fileOf, perform } from '../../shared/operators/perform.js';
import type { AdminGate } from '../access/admin-gate.js';
import type { Services } from '../call.js';
import { readRequest, routerPath } from '../steps/read-request.js';
import { respondOnce } from '../steps/retry-safely.js';

/** The operators' operations over HTTP, for whoever has a token and the role. */
export function mountAdminRoutes(router: Router, gate: AdminGate, services: Services): void {
  for (const operation of operations) {
    const { contract } = operation;
    router.register(routerPath(contract), [contract.method], async (ctx) => {
      const actor = await gate.actorOf(ctx).catch(throwUnavailable);
      allow(operation, actor);
      const input = await readRequest(contract, ctx);
      const file = fileOf(operation, input, services, actor);
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
