import Router, { type RouterContext } from '@koa/router';
import type { Middleware } from 'koa';
import compose from 'koa-compose';
import helmet from 'koa-helmet';
import { mountProviderMessages } from '../features/billing/index.js';
import {
  createConsoleAccess,
  createOperatorConsole,
  type FrontNeeds,
  mountHealthRoutes,
  mountMetricsRoute,
  OperatorAuthenticator,
  QUEUES_PATH,
} from '../features/console/index.js';
import { docsRoutes } from '../features/docs/index.js';
import { mountImageLinks } from '../features/image-links/index.js';
import { isConnectable, mountOAuth } from '../features/oauth/index.js';
import { mountPages } from '../features/pages/index.js';
import { portal } from '../features/portal/index.js';
import { createPublicSite, type SiteSettings } from '../features/site/index.js';
import { mountEmbeddedStudio, mountPictures } from '../features/studio/index.js';
import { refuseMethod } from '../features/web/index.js';
import { baseUrl, type Config } from '../shared/process/config.js';
import type { QueueInfrastructure } from '../shared/queue/infrastructure.js';
import { mountAccountRoutes } from './account-routes.js';
import { mountAdminRoutes } from './admin-routes.js';
import type { Drain } from './drain.js';
import { restrictOperators } from './steps/restrict-operators.js';

/** Dependencies of the routes and pages. */
export type PageServices = Parameters<typeof mountAccountRoutes>[1] &
  Parameters<typeof mountProviderMessages>[1] &
  Parameters<typeof mountAdminRoutes>[2] &
  Parameters<typeof mountImageLinks>[1] &
  Parameters<typeof mountOAuth>[1] &
  Parameters<typeof mountPages>[1] &
  Parameters<typeof mountPictures>[1] &
  Parameters<typeof mountEmbeddedStudio>[1] &
  Parameters<typeof createConsoleAccess>[2] &
  Parameters<typeof createOperatorConsole>[1] &
  Parameters<typeof portal>[0] & {
    readonly infrastructure: QueueInfrastructure;
    readonly config: Pick<Config, 'ADMIN_TOKEN' | 'CONNECTED_APPS' | 'OPERATOR_NETWORKS'> & SiteSettings;
    readonly store: ConstructorParameters<typeof OperatorAuthenticator>[2];
  };

interface PageOptions {
  services: PageServices;
  needs: FrontNeeds;
  /** Updates the gauges of a front. */
  updateGauges: () => Promise<void>;
  drain: Drain;
}

/** Serves everything but the metered endpoints: account, admin and health routes, the public site, hosted pages, documentation, console and portal. */
export function servePages({ services, needs, updateGauges, drain }: PageOptions): compose.Middleware<RouterContext> {
  const { config, infrastructure, store, clock } = services;
  const { ADMIN_TOKEN } = config;
  const site = createPublicSite(config, services.offered, services.payments);
  const router = new Router();
  mountAccountRoutes(router, services);
  mountProviderMessages(router, services);
  const gate = new OperatorAuthenticator(ADMIN_TOKEN, infrastructure.redis, store, clock);
  mountAdminRoutes(router, gate, services);
  mountPages(router, services);
  mountPictures(router, services);
  mountEmbeddedStudio(router, services);
  mountImageLinks(router, services);
  if (isConnectable(config)) mountOAuth(router, services);
  mountHealthRoutes(router, infrastructure, needs, drain);
  mountMetricsRoute(router, gate, updateGauges);
  const middleware: compose.Middleware<RouterContext>[] = [
    securityHeaders,
    site.notFound,
    restrictOperators(config),
    site.routes,
    docsRoutes(baseUrl(config), services, site),
    router.routes(),
  ];
  if (ADMIN_TOKEN) {
    middleware.push(createOperatorConsole(createConsoleAccess(ADMIN_TOKEN, gate, services), services));
  }
  if (config.MAIL_FROM) middleware.push(portal(services, infrastructure.redis, infrastructure.clock));
  middleware.push(refuseOtherMethods(router));
  return compose(middleware);
}

/** Refuses methods that a path of the router does not have, and responds to OPTIONS with those that it has. */
const refuseOtherMethods =
  (router: Router): Middleware =>
  (ctx, next) => {
    const methods = new Set(router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods));
    return methods.size === 0 ? next() : refuseMethod(ctx, [...methods]);
  };

/** Pages load nothing from elsewhere, and run and style nothing inline. */
const strict = helmet({ contentSecurityPolicy: { directives: createDirectives("'self'") } });

/** The queue dashboard sets styles inline. */
const dashboard = helmet({ contentSecurityPolicy: { directives: createDirectives("'self'", "'unsafe-inline'") } });

const securityHeaders: Middleware = (ctx, next) =>
  ctx.path.startsWith(QUEUES_PATH) ? dashboard(ctx, next) : strict(ctx, next);

function createDirectives(...styleSrc: string[]) {
  return { defaultSrc: ["'self'"], imgSrc: ["'self'", 'data:'], styleSrc, upgradeInsecureRequests: null };
}
