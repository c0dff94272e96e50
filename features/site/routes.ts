import type { Context, Middleware } from 'koa';
import { ApiError } from '../../shared/contract/api-error.js';
import type { Endpoint } from '../../shared/contract/endpoint.js';
import { errors } from '../../shared/contract/errors.js';
import { baseUrl, type Config } from '../../shared/process/config.js';
import { version } from '../../shared/process/version.js';
import type { Payments } from '../billing/index.js';
import {
  groupsOfEndpoints,
  markdownPath,
  type PageEntry,
  type PublicSite,
  readRecordedResponses,
  snippetAssets,
  toMarkdown,
} from '../docs/index.js';
import {
  asset,
  createLazyFile,
  findSiteLinks,
  isReadRequest,
  renderDocument,
  serveFiles,
  templates,
} from '../web/index.js';
import { exampleViews, findExampleGroups } from './examples.js';
import { readLegalPages } from './legal.js';
import { buildPrices } from './prices.js';

const render = templates('features/site/templates');

const style = asset('/assets/site.css', 'features/site/browser/site.css');

/** Settings of the public site. */
export type SiteSettings = Pick<
  Config,
  'BASE_URL' | 'HOST' | 'PAGES_URL' | 'PORT' | 'MAIL_REPLY_TO' | 'SIGN_UP_CREDITS'
> &
  Parameters<typeof findSiteLinks>[0] &
  Parameters<typeof readLegalPages>[0];

/** Services that the front page names, by the group that offers them. */
const SERVICES: Readonly<Record<string, string>> = {
  vat: 'VAT',
  currency: 'currencies',
  'qr-code': 'QR codes',
  mailchecker: 'email checks',
  'video-platform/generate': 'generated text',
};

const pricing: PageEntry = {
  path: '/pricing',
  title: 'Pricing',
  summary: 'What requests cost, in credits and in money',
};

/** The public site, and what the documentation shows of it. */
interface MountedSite extends PublicSite {
  /** Serves its pages. */
  readonly routes: Middleware;
  /** Responds with a page to browsers whose path is served by none of the following middleware. */
  readonly notFound: Middleware;
}

/**
 * Creates the public site of the offered endpoints. Its pages are the same for every visitor and change only when the process restarts.
 *
 * @throws ConfigError when the file of a legal page cannot be read
 */
export function createPublicSite(
  config: SiteSettings,
  offered: readonly Endpoint[],
  payments: Pick<Payments, 'packs' | 'plans' | 'taxation'> | undefined,
): MountedSite {
  const base = baseUrl(config);
  const pagesHost = config.PAGES_URL === undefined ? undefined : new URL(config.PAGES_URL).host;
  const links = findSiteLinks(config);
  const legalPages = readLegalPages(config);
  const recorded = readRecordedResponses(base);
  // Groups of the examples come first, and calculations and data before texts.
  const exampleGroups = findExampleGroups(offered);
  const rank = ({ id, isWritten }: { id: string; isWritten: boolean }) =>
    exampleGroups.has(id) ? 0 : isWritten ? 2 : 1;
  const groups = groupsOfEndpoints(offered, base, recorded).toSorted((a, b) => rank(a) - rank(b));
  const services = Object.entries(SERVICES).flatMap(([id, name]) =>
    groups.some((one) => one.id === id) ? [name] : [],
  );
  const home: PageEntry = {
    path: '/',
    title: `${services.slice(0, 4).join(', ')} and more from one API`,
    summary: 'Utility endpoints for developers behind one API key, paid per request with prepaid credits.',
  };
  const prices = buildPrices(payments?.packs ?? [], payments?.plans ?? []);
  const isTaxIncluded = payments?.taxation?.isIncluded ?? true;
  const shared = {
    links,
    groups,
    prices,
    isTaxIncluded,
    contact: config.MAIL_REPLY_TO,
    signUp: config.SIGN_UP,
    version,
  };

  const page = ({ path, title, summary }: PageEntry, template: string, view: object = {}) => {
    const main = render(template, { ...shared, freeCredits: config.SIGN_UP_CREDITS, ...view });
    return renderDocument({
      title,
      description: summary,
      url: path === '' ? undefined : base + path,
      markdown: path === pricing.path ? markdownPath(pricing) : undefined,
      body: render('frame', { ...shared, path, main }),
      ...snippetAssets,
      styles: [...snippetAssets.styles, style],
    });
  };

  const homePage = createLazyFile(home.path, 'html', () =>
    page(home, 'home', { services, examples: exampleViews(offered, base, recorded) }),
  );
  const pricingPage = createLazyFile(pricing.path, 'html', () => page(pricing, 'pricing'));
  const legal = legalPages.map((entry) =>
    createLazyFile(entry.path, 'html', () => page(entry, 'legal', { html: entry.html })),
  );
  const missing = createLazyFile('', 'html', () =>
    page({ path: '', title: 'Page not found', summary: 'There is no page at this URL' }, 'not-found'),
  );
  const markdown = createLazyFile(markdownPath(pricing), 'md', () => toMarkdown(pricingPage.body, base));
  const serveIndex = serveFiles([createLazyFile(home.path, 'json', () => JSON.stringify(createApiIndex(base)))]);
  const servePages = serveFiles([homePage, pricingPage, markdown, ...legal, style]);

  return {
    links,
    entries: [pricing],
    paths: [home.path, ...legal.map(({ path }) => path)],
    routes: function publicSite(ctx, next) {
      if (ctx.path !== home.path) return servePages(ctx, next);
      ctx.vary('Accept');
      return ctx.accepts('html', 'json') === 'json' ? serveIndex(ctx, next) : servePages(ctx, next);
    },
    notFound: async function notFound(ctx, next) {
      try {
        await next();
      } catch (error) {
        // The host of hosted pages has neither the styles nor the targets of this page.
        if (!isPathUnknown(error) || !isForPeople(ctx) || ctx.host === pagesHost) throw error;
        ctx.status = 404;
        ctx.type = 'html';
        ctx.body = missing.body;
      }
    },
  };
}

/** URLs from which programs find everything else. */
const createApiIndex = (base: string) => ({
  name: 'utility-api',
  version,
  documentation: `${base}/docs`,
  openapi: `${base}/openapi.json`,
  prices: `${base}/prices.json`,
  status: `${base}/status`,
});

const isPathUnknown = (error: unknown): boolean => error instanceof ApiError && error.type === errors.pathUnknown.type;

/** Paths that programs request, some of which accept HTML by default. */
const FOR_PROGRAMS = /^\/(v1|mcp)(\/|$)/;

const isForPeople = (ctx: Context): boolean =>
  isReadRequest(ctx) && !FOR_PROGRAMS.test(ctx.path) && ctx.accepts('json', 'html') === 'html';
