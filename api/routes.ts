import Router from '@koa/router';
import type { Redis } from 'ioredis';
import type { Middleware } from 'koa';
import compose from 'koa-compose';
import helmet from 'koa-helmet';
import type { Db } from 'mongodb';
import { experienceCollections } from '../shared/experience/collections.js';
import { baseUrl } from '../shared/process/base-url.js';
import { Disks } from '../shared/storage/disks.js';
import { AdminGate } from './access/admin-gate.js';
import { serviceRoutes } from './account/account-routes.js';
import { adminRoutes } from './admin/admin-routes.js';
import type { Services } from './call.js';
import { docs } from './docs/mount.js';
import { experiencePages } from './experience/routes.js';
import { savedFiles } from './experience/saved-files.js';
import { answerStats } from './experience/stats.js';
import { operatorConsole } from './operator/console.js';
import { health } from './operator/health.js';
import { metricsRoute } from './operator/metrics.js';
import { QUEUES_PATH } from './operator/queues.js';
import type { Sources } from './operator/vitals.js';

interface PageServices {
  services: Services;
  redis: Redis;
  db: Db;
  /** Where operators' pages read the state of the platform. */
  sources: Sources;
  /** Brings the gauges of a front up to date. */
  freshGauges: () => Promise<void>;
}

/** Everything that is not a call of an endpoint: the routes beside them, health, documentation, operator pages. */
export function pages({ services, redis, db, sources, freshGauges }: PageServices): Middleware {
  const { config } = services;
  const router = new Router();
  serviceRoutes(router, services);
  const gate = new AdminGate(config.ADMIN_TOKEN, redis);
  adminRoutes(router, gate, services);
  const context = { ...services, redis, db, experiences: experienceCollections(db) };
  experiencePages(router, context);
  answerStats(router, services);
  savedFiles(router, new Disks(config), services.limiter);
  health(router, redis, db);
  metricsRoute(router, gate, freshGauges);
  docs(router, baseUrl(config));
  const operator = config.ADMIN_TOKEN ? [operatorConsole(config.ADMIN_TOKEN, gate, services, sources)] : [];
  return compose([securityHeaders, router.routes() as never, ...operator]);
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
