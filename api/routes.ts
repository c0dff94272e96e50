import Router, { type RouterContext } from '@koa/router';
import type { Middleware } from 'koa';
import compose from 'koa-compose';
import helmet from 'koa-helmet';
import type { Db } from 'mongodb';
import { providerMessages } from '../features/billing/index.js';
import { AdminGate, health, metricsRoute, operatorConsole, QUEUES_PATH, Sessions } from '../features/console/index.js';
import { docsRoutes } from '../features/docs/index.js';
import { mountPages } from '../features/pages/index.js';
import { portal } from '../features/portal/index.js';
import type { Config } from '../shared/process/config.js';
import { baseUrl } from '../shared/process/config.js';
import type { Machinery } from '../shared/queue/infrastructure.js';
import { mountAccountRoutes } from './account-routes.js';
import { mountAdminRoutes } from './admin-routes.js';
import type { Drain } from './drain.js';

export type PageServices = Parameters<typeof mountAccountRoutes>[1] &
  Parameters<typeof providerMessages>[1] &
  Parameters<typeof mountAdminRoutes>[2] &
  Parameters<typeof mountPages>[1] &
  Parameters<typeof operatorConsole>[1] &
  Parameters<typeof portal>[0] & {
    readonly machinery: Machinery;
    readonly config: Pick<Config, 'ADMIN_TOKEN'>;
    readonly store: ConstructorParameters<typeof AdminGate>[2] & ConstructorParameters<typeof Sessions>[1];
  };

interface PageOptions {
  services: PageServices;
  db: Db;
  /** Brings the gauges of a front up to date. */
  freshGauges: () => Promise<void>;
  drain: Drain;
}

/** Everything that is not a call of an endpoint: the routes beside them, health, documentation, operator pages. */
export function pages({ services, db, freshGauges, drain }: PageOptions): compose.Middleware<RouterContext> {
  const { config, machinery } = services;
  const { ADMIN_TOKEN } = config;
  const router = new Router();
  mountAccountRoutes(router, services);
  providerMessages(router, services);
  const gate = new AdminGate(ADMIN_TOKEN, machinery.redis, services.store, services.clock);
  mountAdminRoutes(router, gate, services);
  mountPages(router, services);
  health(router, machinery, db, drain);
  metricsRoute(router, gate, freshGauges);
  const operator = ADMIN_TOKEN
    ? [
        operatorConsole(
          { gate, sessions: new Sessions(ADMIN_TOKEN, services.store, services.clock), services },
          services,
        ),
      ]
    : [];
  const customers = config.MAIL_FROM ? [portal(services, machinery.redis, machinery.clock)] : [];
  const ours = [...operator, ...customers];
  return compose<RouterContext>([securityHeaders, docsRoutes(baseUrl(config), services), router.routes(), ...ours]);
}

/** Pages load nothing from elsewhere, and run and style nothing inline. */
const strict = helmet({ contentSecurityPolicy: { directives: directives("'self'") } });

/** The queue dashboard sets styles inline. */
const dashboard = helmet({ contentSecurityPolicy: { directives: directives("'self'", "'unsafe-inline'") } });

const securityHeaders: Middleware = (ctx, next) =>
  ctx.path.startsWith(QUEUES_PATH) ? dashboard(ctx, next) : strict(ctx, next);

function directives(...styleSrc: string[]) {
  return { defaultSrc: ["'self'"], imgSrc: ["'self'", 'data:'], styleSrc, upgradeInsecureRequests: null };
}
