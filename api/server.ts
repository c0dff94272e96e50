import type { RouterContext } from '@koa/router';
import Koa from 'koa';
import compose from 'koa-compose';
import { errors } from '../shared/contract/errors.js';
import type { CallState, Services, Step } from './call.js';
import { inProcess } from './calls/in-process.js';
import type { Drain } from './drain.js';
import { isPagesPath } from './experience/routes.js';
import { mcp } from './mcp/route.js';
import { answerErrors } from './steps/answer-errors.js';
import { answerTests } from './steps/answer-tests.js';
import { authenticate } from './steps/authenticate.js';
import { charge } from './steps/charge.js';
import { checkCallback } from './steps/check-callback.js';
import { cors } from './steps/cors.js';
import { enqueue } from './steps/enqueue.js';
import { identify } from './steps/identify.js';
import { keepOriginsApart } from './steps/keep-origins-apart.js';
import { limit } from './steps/limit.js';
import { limitConcurrency } from './steps/limit-concurrency.js';
import { countCalls, timed } from './steps/measure.js';
import { parse } from './steps/parse.js';
import { readBody } from './steps/read-body.js';
import { reserveMemory } from './steps/reserve-memory.js';
import { respond } from './steps/respond.js';
import { retrySafely } from './steps/retry-safely.js';
import { route } from './steps/route.js';
import { trace } from './steps/trace.js';
import { validate } from './steps/validate.js';

/** The HTTP face of the service: the calls, and beside them the pages. */
export function createServer(
  services: Services,
  pages: compose.Middleware<RouterContext>,
  drain: Drain,
): Koa<CallState> {
  const steps: Record<string, Step> = {
    authenticate: authenticate(services),
    limitConcurrency: limitConcurrency(services),
    limit: limit(services),
    readBody,
    answerTests: answerTests(services),
    checkCallback: checkCallback(services),
    retrySafely: retrySafely(services),
    reserveMemory: reserveMemory(services),
    validate,
    charge: charge(services),
    enqueue: enqueue(services),
    respond,
  };
  const call = compose(Object.entries(steps).map(([name, step]) => timed(name, step)));
  // Each proxy adds the address that called it to the end; what comes before was sent by the visitor.
  const app = new Koa<CallState>({ proxy: services.config.TRUST_PROXY, maxIpsCount: services.config.PROXIES });
  app.silent = true;
  app.use(drain.closeConnections);
  app.use(protectResponse);
  app.use(identify(services.log, countCalls(services.traffic)));
  app.use(trace);
  app.use(parse);
  app.use(answerErrors(services));
  app.use(keepOriginsApart(services.config, isPagesPath));
  app.use(cors);
  app.use(route(call));
  app.use(mcp(services, inProcess(app)));
  app.use(pages);
  app.use(() => {
    throw errors.pathUnknown();
  });
  return app;
}

/** Keeps browsers from guessing the type of a response, and caches from storing one that is not declared public. */
const protectResponse: Step = async function protectResponse(ctx, next) {
  ctx.set('X-Content-Type-Options', 'nosniff');
  await next();
  if (ctx.status >= 400 || !ctx.response.get('Cache-Control')) ctx.set('Cache-Control', 'no-store');
};
