import type Router from '@koa/router';
import { throwUnavailable } from '../../shared/contract/errors.js';
import { operations } from '../../shared/operations/operations.js';
import type { AdminGate } from '../access/admin-gate.js';
import type { Services } from '../call.js';
import { readRequest, routerPath } from '../steps/read-request.js';

/** The operators' operations over HTTP, for anyone with the admin token. */
export function mountAdminRoutes(router: Router, gate: AdminGate, { store, clock }: Services): void {
  for (const { contract, run } of operations) {
    router.register(routerPath(contract), [contract.method], async (ctx) => {
      await gate.check(ctx);
      const input = await readRequest(contract, ctx);
      ctx.body = await Promise.resolve(run(input, { store, clock })).catch(throwUnavailable);
    });
  }
}
