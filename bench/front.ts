import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import compose from 'koa-compose';
import type { Db } from 'mongodb';
import type { CallState, Step } from '../api/call.js';
import { UnauthenticatedLimiter } from '../api/calls/unauthenticated-limiter.js';
import { authenticate } from '../api/steps/authenticate.js';
import { handleErrors } from '../api/steps/handle-errors.js';
import { identify } from '../api/steps/identify.js';
import { limit } from '../api/steps/limit.js';
import { parse } from '../api/steps/parse.js';
import { readBody } from '../api/steps/read-body.js';
import { respond } from '../api/steps/respond.js';
import { route } from '../api/steps/route.js';
import { validate } from '../api/steps/validate.js';
import { collections } from '../features/collections.js';
import { Authenticator } from '../features/keys/authenticator.js';
import { Tokens } from '../features/keys/tokens.js';
import { RateLimiter } from '../features/web/rate-limiter.js';
import { catalogue } from '../shared/contract/catalogue/index.js';
import { systemClock } from '../shared/process/clock.js';
import { type Config, readConfig, required } from '../shared/process/config.js';
import { createLogger, type Logger } from '../shared/process/log.js';
import { connectRedis, type Redis, whenReady } from '../shared/process/redis.js';
import { runProcess } from '../shared/process/run-process.js';
import { connectStore } from '../shared/store/connect.js';

/** Dependencies of a front under test. */
export interface Ground {
  config: Config;
  redisUrl: string;
  producer: Redis;
  db: Db;
  log: Logger;
}

/**
 * Serves the platform's Koa app up to the validated input, followed by the steps to compare.
 *
 * @param createSteps creates the steps that charge and compute a call
 */
export async function runFront(name: string, createSteps: (ground: Ground) => Promise<Step[]>): Promise<void> {
  const config = readConfig();
  const log = createLogger(name, config);
  await runProcess(log, 2_000, async () => {
    const redisUrl = required(config, 'REDIS_URL');
    const producer = connectRedis(redisUrl, 'producer', () => {});
    await whenReady(producer, 5_000);
    const { db } = connectStore(config);
    const ledger = { cachedBalance: () => undefined };
    const rateLimiter = new RateLimiter(producer);
    const unauthenticatedLimiter = new UnauthenticatedLimiter(producer);
    const authenticator = new Authenticator(collections(db), new Tokens(undefined), systemClock);
    const steps = await createSteps({ config, redisUrl, producer, db, log });
    const app = new Koa<CallState>();
    app.use(identify(log));
    app.use(parse);
    app.use(handleErrors({ log, config }));
    app.use(
      route(
        compose([
          authenticate({ authenticator, config, ledger, unauthenticatedLimiter }),
          limit({ rateLimiter }),
          readBody,
          validate,
          ...steps,
          respond,
        ]),
        catalogue,
      ),
    );
    const server = createServer(app.callback());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { facts: { port: (server.address() as AddressInfo).port }, stop: async () => process.exit(0) };
  });
}
