import type { RouterContext } from '@koa/router';
import Koa from 'koa';
import compose from 'koa-compose';
import { accountRoutes } from '../features/account-api/index.js';
import { isImageLinkPath } from '../features/image-links/index.js';
import { type McpEntry, mcp } from '../features/mcp/index.js';
import { isPagesPath } from '../features/pages/index.js';
import { isPicturePath } from '../features/studio/index.js';
import { createInProcessSender, type InProcessSender } from '../features/web/index.js';
import { ApiError } from '../shared/contract/api-error.js';
import type { Endpoint } from '../shared/contract/endpoint.js';
import { errors } from '../shared/contract/errors.js';
import type { Config } from '../shared/process/config.js';
import type { Logger } from '../shared/process/log.js';
import type { CallState, Step } from './call.js';
import type { Drain } from './drain.js';
import { findNearest } from './find-nearest.js';
import { authenticate, authenticateRequest } from './steps/authenticate.js';
import { awaitIndexes } from './steps/await-indexes.js';
import { charge } from './steps/charge.js';
import { checkCallback } from './steps/check-callback.js';
import { cors } from './steps/cors.js';
import { enqueue } from './steps/enqueue.js';
import { handleErrors } from './steps/handle-errors.js';
import { identify } from './steps/identify.js';
import { countRequest, limit } from './steps/limit.js';
import { limitConcurrency } from './steps/limit-concurrency.js';
import { countCalls, timed } from './steps/measure.js';
import { parse } from './steps/parse.js';
import { readBody } from './steps/read-body.js';
import { refuseBlocked } from './steps/refuse-blocked.js';
import { refuseWrites } from './steps/refuse-writes.js';
import { reserveMemory } from './steps/reserve-memory.js';
import { respond } from './steps/respond.js';
import { respondToTestKeys } from './steps/respond-to-test-keys.js';
import { retrySafely } from './steps/retry-safely.js';
import { route } from './steps/route.js';
import { separateOrigins } from './steps/separate-origins.js';
import { serveDomains } from './steps/serve-domains.js';
import { trace } from './steps/trace.js';
import { validate } from './steps/validate.js';

/** Dependencies of the steps. */
type StepServices = Parameters<typeof authenticate>[0] &
  Parameters<typeof limitConcurrency>[0] &
  Parameters<typeof limit>[0] &
  Parameters<typeof respondToTestKeys>[0] &
  Parameters<typeof checkCallback>[0] &
  Parameters<typeof retrySafely>[0] &
  Parameters<typeof reserveMemory>[0] &
  Parameters<typeof charge>[0] &
  Parameters<typeof enqueue>[0] &
  Parameters<typeof handleErrors>[0] &
  Parameters<typeof refuseBlocked>[0] &
  Parameters<typeof countCalls>[0] &
  Parameters<typeof serveDomains>[0] & {
    readonly log: Logger;
    /** Endpoints that this platform offers. */
    readonly offered: readonly Endpoint[];
    readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PAGES_URL' | 'PORT' | 'PROXIES' | 'READ_ONLY' | 'TRUST_PROXY'>;
  };

/** Error codes of a connection that the client closed. */
const DISCONNECTED: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/**
 * Creates the HTTP server of a front. A request goes through its middleware from top to bottom, a metered call through the steps as well.
 *
 * @param createPages creates everything but the metered endpoints, some of which send requests to those
 * @param createEntries creates the entries of the MCP server beyond the one for API keys
 */
export function createServer(
  services: StepServices,
  createPages: (sendInProcess: InProcessSender) => compose.Middleware<RouterContext>,
  {
    createEntries,
    drain,
    indexes,
  }: {
    createEntries: (sendInProcess: InProcessSender) => readonly McpEntry[];
    drain: Drain;
    indexes: Parameters<typeof awaitIndexes>[0];
  },
): Koa<CallState> {
  const { config } = services;
  // Each proxy appends the address of its client; addresses before those of our proxies were sent by the visitor.
  const app = new Koa<CallState>({ proxy: config.TRUST_PROXY, maxIpsCount: config.PROXIES });
  app.silent = true;
  const sendInProcess = createInProcessSender(app);
  // Errors after the response has begun: a streamed body that fails, or a client that disconnects, which is no fault.
  app.on('error', (err: NodeJS.ErrnoException, ctx?: RouterContext) => {
    if (!DISCONNECTED.has(err.code ?? ''))
      services.log.error({ requestId: ctx?.state.requestId, err }, 'response failed');
  });
  app.use(drain.closeConnections);
  app.use(protectResponse);
  app.use(identify(services.log, countCalls(services)));
  app.use(trace);
  app.use(parse);
  app.use(handleErrors(services));
  app.use(refuseBlocked(services));
  app.use(refuseDotSegments);
  app.use(awaitIndexes(indexes));
  app.use(serveDomains(services));
  app.use(separateOrigins(config, (path) => [isPagesPath, isPicturePath, isImageLinkPath].some((is) => is(path))));
  app.use(cors);
  app.use(refuseWrites(config));
  app.use(route(composeCallSteps(services), services.offered));
  app.use(
    mcp({
      config,
      offered: services.offered,
      entries: [
        {
          path: '/mcp',
          authenticate: (ctx) => authenticateRequest(ctx, services),
          send: (ctx, _key, request) => sendInProcess(ctx, request),
        },
        ...createEntries(sendInProcess),
      ],
      countRequest: (ctx, key, group, perSecond) => countRequest(ctx, services, key, group, perSecond),
      sendInProcess,
    }),
  );
  app.use(createPages(sendInProcess));
  const knownPaths = [...services.offered, ...accountRoutes.map(({ contract }) => contract)].map(({ path }) =>
    stripVersion(path),
  );
  app.use(({ path }) => {
    throw createPathUnknownError(path, knownPaths);
  });
  return app;
}

/** Composes the steps of a metered call. Each is timed under its name, a label of the metrics. */
function composeCallSteps(services: StepServices): Step {
  const steps: Record<string, Step> = {
    authenticate: authenticate(services),
    limitConcurrency: limitConcurrency(services),
    limit: limit(services),
    readBody,
    answerTests: respondToTestKeys(services),
    checkCallback: checkCallback(services),
    retrySafely: retrySafely(services),
    reserveMemory: reserveMemory(services),
    validate,
    charge: charge(services),
    enqueue: enqueue(services),
    respond,
  };
  return compose(Object.entries(steps).map(([name, step]) => timed(name, step)));
}

/** Longest unknown path that is compared with the known ones, in characters. */
const MAX_COMPARED = 100;

/**
 * Creates the error of an unknown path. It names the endpoint or route that may have been meant.
 *
 * @param known paths without the version
 */
function createPathUnknownError(path: string, known: readonly string[]): ApiError {
  const nearest = path.length > MAX_COMPARED ? undefined : findNearest(stripVersion(path), known);
  const { type, status, message } = errors.pathUnknown;
  return new ApiError(type, status, nearest === undefined ? message : `${message}: did you mean /v1${nearest}?`);
}

const stripVersion = (path: string): string => path.replace(/^\/v1(?=\/)/i, '');

/** Keeps browsers from guessing the type of a response, and caches from storing one that is not declared public. */
const protectResponse: Step = async function protectResponse(ctx, next) {
  ctx.set('X-Content-Type-Options', 'nosniff');
  await next();
  if (ctx.status >= 400 || !ctx.response.get('Cache-Control')) ctx.set('Cache-Control', 'no-store');
};

/** A path with the segment `.` or `..`, encoded or not. */
const WITH_DOT_SEGMENT = /^[^?]*?(?:\/|%2f)(?:\.|%2e){1,2}(?:\/|%2f|[?#]|$)/i;

/** Refuses paths that a proxy resolves before it decides what is public: `/operator/../docs` is `/docs` there, and of the console here. */
const refuseDotSegments: Step = async function refuseDotSegments(ctx, next) {
  if (WITH_DOT_SEGMENT.test(ctx.url)) throw errors.pathUnknown();
  await next();
};
