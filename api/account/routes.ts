import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import { Download, JsonStream } from '../../shared/contract/download.js';
import { errors, throwUnavailable } from '../../shared/contract/errors.js';
import type { Route } from '../../shared/contract/route.js';
import { modeOf } from '../../shared/keys/keys.js';
import { opensRoute } from '../../shared/keys/scopes.js';
import type { Services } from '../call.js';
import { experienceRoutes } from '../experience/own/routes.js';
import { paymentRoutes } from '../payments/routes.js';
import { callerOf, showMode } from '../steps/authenticate.js';
import { countRequest } from '../steps/limit.js';
import { readRequest, routerPath } from '../steps/read-request.js';
import { etagHeader } from '../steps/respond.js';
import { respondOnce } from '../steps/retry-safely.js';
import { webhookRoutes } from '../webhooks/routes.js';
import { account, usage } from './account.js';
import type { AccountAnswer } from './answer.js';
import { cancelJob, job, listJobs } from './jobs.js';
import { listRequests, requestStory } from './requests.js';
import { changeAccount } from './thresholds.js';
import { createToken } from './tokens.js';

/** What can be asked beside the endpoints, free of charge. */
export const accountRoutes: readonly AccountAnswer[] = [
  account,
  usage,
  listRequests,
  requestStory,
  createToken,
  listJobs,
  job,
  cancelJob,
  changeAccount,
  ...paymentRoutes,
  ...experienceRoutes,
  ...webhookRoutes,
];

/** What these routes are called together, and how often one key may ask them. */
export const accountGroup = {
  slug: 'account',
  title: 'Account, requests, tokens, jobs, hosted pages and webhooks',
  summary:
    'What your account holds and has used, what became of its calls, tokens for browsers, the answers of asynchronous calls, your hosted pages and what became of them, and where you hear of events',
  ratePerSecond: 20,
};

/** The name under which these requests are counted against a key's limits. */
const COUNTED_AS = 'service';

/** Answers the routes beside the endpoints: who may, what was asked, the answer. */
export function mountAccountRoutes(router: Router, services: Services): void {
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
