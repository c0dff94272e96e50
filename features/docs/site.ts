import { setImmediate } from 'node:timers/promises';
import type { Endpoint } from '../../shared/contract/endpoint.js';
import { version } from '../../shared/process/version.js';
import {
  type AwaitedFile,
  createLazyFile,
  type FixedBytes,
  type FixedFile,
  renderDocument,
  type SiteLinks,
  templates,
} from '../web/index.js';
import { accountPages, routeUrl } from './account-pages.js';
import { assets, documentAssets } from './assets.js';
import { llmsTxt, robotsTxt, sitemapXml } from './crawlers.js';
import { documentedErrors } from './errors/documented-errors.js';
import { errorView } from './errors/views.js';
import { guideSections, guides, type PageEntry } from './guides.js';
import { inlineHtml } from './inline-html.js';
import { markdownPath, toMarkdown } from './markdown.js';
import { openApiDocument, operatorsDocument } from './openapi/document.js';
import { postmanCollection } from './openapi/postman.js';
import { readRecordedResponses } from './openapi/recorded-responses.js';
import { EXAMPLE_ID } from './openapi/responses.js';
import { qrStyleFiles } from './qr-styles.js';
import { accountView, groupsOfEndpoints, priceList } from './reference.js';
import { requestChecks } from './request-checks.js';
import { searchIndex } from './search-index.js';
import { noSignUp, type SignUp } from './sign-up.js';
import { addContents } from './table-of-contents.js';

const render = templates('features/docs/templates');

export interface Site {
  /** Pages and files that do not change while the process lives. */
  files: readonly (FixedFile | FixedBytes | AwaitedFile)[];
  /** The page that is sent with a 404. */
  notFound: FixedFile;
  /** Renders a page of the documentation from a template. */
  page(entry: PageEntry, template: string, view: object): string;
}

/** The public pages around the documentation. */
export interface PublicSite {
  readonly links: SiteLinks;
  /** Pages that the documentation lists beside its own. */
  readonly entries: readonly PageEntry[];
  /** Paths of all other pages that search engines index. */
  readonly paths: readonly string[];
}

const NOTHING_AROUND: PublicSite = {
  links: { signIn: undefined, getKey: undefined, legal: [], seller: undefined },
  entries: [],
  paths: [],
};

/**
 * Creates the documentation. Each page and file is rendered by the first request for it, so that a front starts without
 * waiting for them.
 *
 * @param offered endpoints that it describes
 * @param around pages that the caller renders itself, with `page` or otherwise
 */
export function createSite(
  baseUrl: string,
  offered: readonly Endpoint[],
  around: PublicSite = NOTHING_AROUND,
  signUp: SignUp = noSignUp,
): Site {
  const { links, entries: others, paths } = around;
  const recorded = readRecordedResponses(baseUrl, offered);
  const document = () => openApiDocument({ baseUrl, offered, version, recorded });
  const groups = groupsOfEndpoints(offered, baseUrl, recorded);
  const account = accountPages.map((one) => accountView(one, baseUrl, recorded));
  const offers = (name: string) => offered.some(({ id, group }) => id === name || group.id === name);
  const references = [...groups, ...account];
  const errors = documentedErrors(offered).map((error) => ({
    ...error,
    title: error.type,
    summary: error.message,
    error,
  }));
  const menu = [
    ...guideSections.map((title) => ({ title, pages: guides.filter(({ section }) => section === title) })),
    { title: 'Endpoints', pages: groups },
    { title: 'Account API', pages: account },
    { title: 'The platform', pages: [...others, ...guides.filter(({ path }) => path === '/docs/changelog')] },
  ];
  const order = menu.flatMap(({ pages }) => pages.map(({ path, title }) => ({ path, title })));
  const shared = {
    baseUrl,
    version,
    groups,
    account,
    menu,
    links,
    signUp,
    offers,
    route: routeUrl,
    inline: inlineHtml,
  };

  const page: Site['page'] = ({ path, title, summary }, template, view) => {
    const main = addContents(render(template, { ...shared, ...view, title, summary }));
    const at = order.findIndex((one) => one.path === path);
    const neighbours = { previous: order[at - 1], next: at < 0 ? undefined : order[at + 1] };
    const body = render('page', { ...shared, ...neighbours, path, main });
    const markdown = path === '' ? undefined : markdownPath({ path });
    const url = path === '' ? undefined : baseUrl + path;
    return renderDocument({ title, description: summary.replaceAll('`', ''), url, body, markdown, ...documentAssets });
  };
  const fixedPage = (entry: PageEntry, template: string, view: () => object): FixedFile =>
    createLazyFile(entry.path, 'html', () => page(entry, template, view()));
  const json = (path: string, value: () => object): FixedFile =>
    createLazyFile(path, 'json', () => JSON.stringify(value()));

  const guidePages = guides.map((guide) =>
    fixedPage(guide, `guides/${guide.template}`, () => guide.view?.(baseUrl, signUp, offered) ?? {}),
  );
  const pages = [
    ...guidePages,
    ...references.map((group) => fixedPage(group, 'group', () => ({ group }))),
    ...errors.map((entry) => fixedPage(entry, 'error', () => ({ error: errorView(entry.error, EXAMPLE_ID, baseUrl) }))),
  ];
  const markdown = pages.map((file) => createLazyFile(markdownPath(file), 'md', () => toMarkdown(file.body, baseUrl)));
  const files = [
    ...assets,
    ...qrStyleFiles,
    ...pages,
    ...markdown,
    ...references.map((group) => json(`${group.path}/requests.json`, () => requestChecks(group.id, offered, baseUrl))),
    createLazyFile('/llms.txt', 'txt', () => llmsTxt({ baseUrl, guides, groups: references, others, errors })),
    combinedFile('/llms-full.txt', 'txt', markdown, (bodies) => bodies.join('\n')),
    createLazyFile('/robots.txt', 'txt', () => robotsTxt(baseUrl)),
    createLazyFile('/sitemap.xml', 'xml', () =>
      sitemapXml(baseUrl, [...paths, ...[...pages, ...others].map(({ path }) => path)]),
    ),
    combinedFile('/docs/search.json', 'json', guidePages, (bodies) =>
      JSON.stringify(searchIndex({ references, guides, guideBodies: bodies, errors, others })),
    ),
    json('/openapi.json', document),
    json('/openapi-operators.json', () => operatorsDocument({ baseUrl, version })),
    json('/postman.json', () => postmanCollection(document())),
    json('/prices.json', () => ({ unit: 'credits', prices: priceList(offered) })),
  ];
  return { files, notFound: fixedPage({ path: '', title: 'Not found', summary: '' }, 'not-found', () => ({})), page };
}

/** A file made of many others by the first request for it. Other requests are handled between two parts. */
function combinedFile(
  path: string,
  type: string,
  parts: readonly FixedFile[],
  combine: (bodies: readonly string[]) => string,
): AwaitedFile {
  let combined: Promise<string> | undefined;
  const combineParts = async () => {
    const bodies: string[] = [];
    for (const part of parts) {
      bodies.push(part.body);
      await setImmediate();
    }
    return combine(bodies);
  };
  return {
    path,
    type,
    read() {
      combined ??= combineParts();
      return combined;
    },
  };
}
