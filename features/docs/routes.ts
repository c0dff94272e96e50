import type { Middleware } from 'koa';
import compose from 'koa-compose';
import { isReadRequest, serveFiles } from '../web/index.js';
import { serveClientPackages } from './client-packages.js';
import { readSignUp } from './sign-up.js';
import { createSite, type PublicSite } from './site.js';
import { statusEntry, statusFiles } from './status/page.js';

/** Documents that tools in browsers read from other origins. */
const DOCUMENTS: ReadonlySet<string> = new Set([
  '/openapi.json',
  '/openapi-operators.json',
  '/postman.json',
  '/prices.json',
  '/llms.txt',
  '/llms-full.txt',
]);

/**
 * Serves the documentation under `/docs`, as pages and as Markdown, with the OpenAPI documents, the Postman collection
 * and the price list; the packages of the clients; and the status page, which has the same frame.
 */
export function docsRoutes(
  baseUrl: string,
  sources: Parameters<typeof statusFiles>[1] & { readonly config: Parameters<typeof readSignUp>[0] },
  around: PublicSite,
): Middleware {
  const signUp = readSignUp(sources.config);
  const site = createSite(baseUrl, sources.offered, { ...around, entries: [statusEntry, ...around.entries] }, signUp);
  return compose([
    function allowOtherOrigins(ctx, next) {
      if (DOCUMENTS.has(ctx.path)) ctx.set('Access-Control-Allow-Origin', '*');
      return next();
    },
    serveClientPackages(),
    serveFiles([...site.files, ...statusFiles(site, sources, baseUrl)]),
    async function sendNotFound(ctx, next) {
      if (!isReadRequest(ctx) || !ctx.path.startsWith('/docs/')) return next();
      ctx.status = 404;
      ctx.type = 'html';
      ctx.body = site.notFound.body;
    },
  ]);
}
