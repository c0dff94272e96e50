import type Router from '@koa/router';
import { operations } from '../../shared/operations/operations.js';
import type { AdminGate } from '../access/admin-gate.js';
import { routerPath, storeIsAway } from '../account/answer.js';
import { readRequest } from '../account/read-request.js';
import type { Services } from '../call.js';

/** The operators' operations over HTTP, for who has the admin token. */
export function adminRoutes(router: Router, gate: AdminGate, { store, clock }: Services): void {
  for (const operation of operations) {
    router.register(routerPath(operation), [operation.method], async (ctx) => {
      await gate.check(ctx as never);
      const input = await readRequest(operation, ctx as never, ctx.params);
      ctx.body = await operation.run({ store, clock }, input).catch(storeIsAway);
    });
  }
}
