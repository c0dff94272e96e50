import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Router, { type RouterContext } from '@koa/router';
import Koa from 'koa';
import { MongoClient } from 'mongodb';
import type { PageServices } from '../../api/routes.js';
import { type Collections, collections } from '../../features/collections.js';
import { createConsoleAccess, createLoginRoutes } from '../../features/console/login.js';
import { OperatorAuthenticator } from '../../features/console/operator-authenticator.js';
import { createConsoleRouter, createOperatorConsole } from '../../features/console/routes.js';
import { createPortalSessions } from '../../features/members/sessions.js';
import { createPageUrls } from '../../features/pages/hosts.js';
import { mountPages } from '../../features/pages/site/routes.js';
import { createPortalRouters, portal } from '../../features/portal/routes.js';
import { RequestBodies } from '../../features/requests/stored-bodies.js';
import { RateLimiter } from '../../features/web/rate-limiter.js';
import type { Message } from '../../features/webhooks/collections.js';
import { addToOutbox } from '../../features/webhooks/outbox.js';
import { SigningSecrets } from '../../features/webhooks/signing-secrets.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { asApiError } from '../../shared/contract/errors.js';
import { systemClock } from '../../shared/process/clock.js';
import { readConfig } from '../../shared/process/config.js';
import { createLogger } from '../../shared/process/log.js';
import { connectRedis, whenReady } from '../../shared/process/redis.js';
import { parsePartitions } from '../../shared/queue/queues.js';
import { Disks } from '../../shared/storage/disks.js';
import { Quota } from '../../shared/storage/quota.js';
import { ADMIN_TOKEN, ownDatabase, stack } from './stack.js';

/** A route of the portal, the console, or the hosted pages. */
export interface PageRoute {
  readonly of: 'portal' | 'console' | 'hosted';
  readonly method: 'GET' | 'POST';
  /** With parameters, e.g. `/account/keys/:key`. */
  readonly path: string;
}

/** The portal, the console and the hosted pages in this process, on a database of their own whose commands are counted. */
export interface PagesInProcess {
  readonly baseUrl: string;
  readonly services: PageServices;
  readonly store: Collections;
  readonly routes: readonly PageRoute[];
  /** Commands that the pages have sent to the store since the last call. */
  commands(): string[];
  /** Signs a member in. @returns the cookie */
  signIn(address: string): Promise<string>;
  /** Logs an admin in to the console. @returns the cookie */
  logIn(operator: string): Promise<string>;
  close(): Promise<void>;
}

export const OPERATOR = 'ada';

export async function pagesInProcess(): Promise<PagesInProcess> {
  const { platform } = await stack();
  const { store, environment, close } = await ownDatabase({ ...platform.environment, MAIL_FROM: 'portal@example.com' });
  const config = readConfig(environment);
  const client = await new MongoClient(environment.MONGODB_URL ?? '', {
    monitorCommands: true,
    ignoreUndefined: true,
  }).connect();
  const sent: string[] = [];
  client.on('commandStarted', ({ commandName }) => sent.push(commandName));
  const db = client.db(environment.MONGODB_DATABASE);
  const watched = collections(db);
  const redis = connectRedis(environment.REDIS_URL ?? '', 'producer', () => {});
  await whenReady(redis, 30_000);
  const clock = systemClock;
  // Dependencies of the pages. Those of endpoints are left out.
  const services: PageServices = Object({
    ...{ config, clock, store: watched, log: createLogger('test', { LOG_LEVEL: 'silent', LOG_PRETTY: false }) },
    ...{ rateLimiter: new RateLimiter(redis), disks: new Disks(config) },
    ...{ quota: new Quota(watched.keptBytes, clock, config), signing: new SigningSecrets(config.WEBHOOK_SECRETS) },
    bodies: new RequestBodies(watched, config.WEBHOOK_SECRETS, clock, () => {}),
    infrastructure: { redis, clock, partitions: parsePartitions(), queues: [] },
    hosts: { urlsFor: async () => createPageUrls(config, undefined) },
    offered: catalogue,
    publish: (messages: readonly Message[]) => addToOutbox(watched, messages),
    payments: { packs: [], plans: [], provider: { pagesOrigin: 'https://pay.example' } },
  });
  const gate = new OperatorAuthenticator(ADMIN_TOKEN, redis, watched, clock);
  const access = createConsoleAccess(ADMIN_TOKEN, gate, services);
  const { sessions } = access;
  const hosted = new Router();
  mountPages(hosted, services);

  const app = new Koa({ proxy: true });
  app.use(async (ctx, next) => {
    ctx.state.requestId = 'test';
    await next().catch((thrown) => {
      const error = asApiError(thrown);
      ctx.status = error.status;
      ctx.body = error.message;
    });
  });
  app.use<object, RouterContext>(createOperatorConsole(access, services));
  app.use<object, RouterContext>(portal(services, redis, clock));
  app.use(hosted.routes());
  const server = createServer(app.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const { publicRouter, router: members } = createPortalRouters(services, redis, clock);
  const routes = [
    ...listRoutes('portal', publicRouter, members),
    ...listRoutes('console', createLoginRoutes(access), createConsoleRouter(access, services)),
    ...listRoutes('hosted', hosted),
  ];
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    ...{ services, store, routes },
    commands: () => sent.splice(0),
    signIn: async (address) => `account=${await createPortalSessions(redis, clock).open(address, 'a browser')}`,
    async logIn(operator) {
      const { id, session } = sessions.create(operator, '127.0.0.1', 'a browser');
      await sessions.add(session);
      return `operator=${id}`;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      redis.disconnect();
      await client.close();
      await close();
    },
  };
}

const listRoutes = (of: PageRoute['of'], ...routers: Pick<Router, 'stack'>[]): PageRoute[] =>
  routers.flatMap(({ stack: layers }) =>
    layers.flatMap(({ methods, path }) =>
      (['GET', 'POST'] as const)
        // A route for everything that is no page takes all methods.
        .filter((method) => methods.includes(method) && methods.length < 5)
        .map((method) => ({ of, method, path: String(path) })),
    ),
  );
