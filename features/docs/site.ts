import { setImmediate } from 'node:timers/promises';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import {
  type AwaitedFile,
  type FixedBytes,
  type FixedFile,
  htmlDocument,
  lazyFile,
  templates,
  version,
} from '../web/index.js';
import { assets, documentAssets } from './assets.js';
import { documentedErrors } from './errors/documented.js';
import { errorView } from './errors/views.js';
import { guides } from './guides.js';
import { llmsIndex, markdownPath } from './llms.js';
import { markdownOf } from './markdown.js';
import { openApiDocument } from './openapi/document.js';
import { postmanCollection } from './openapi/postman.js';
import { readAnswers } from './openapi/recorded-answers.js';
import { EXAMPLE_ID } from './openapi/responses.js';
import { accountView, groupView, priceList } from './reference.js';
import { robots, sitemap } from './robots.js';
import { searchIndex } from './search-index.js';
import { checksOf } from './try-checks.js';

const render = templates('features/docs/templates');

/** A page as menus, indexes and search results name it. */
export interface PageEntry {
  path: string;
  title: string;
  summary: string;
}

export interface Site {
  /** Pages and files that stay as they are while the process lives. */
  files: readonly (FixedFile | FixedBytes | AwaitedFile)[];
  /** What is shown in the place of a page that does not exist. */
  notFound: FixedFile;
  /** A page in the frame of the documentation around what a template shows. */
  page(entry: PageEntry, template: string, view: object): string;
}

/**
 * The documentation. Each page and file is made once, when it is first asked for: a front that starts does not wait for
 * them, and no request for one waits for the others.
 *
 * @param others pages in the frame of the documentation that are not made once
 */
export function docsSite(baseUrl: string, others: readonly PageEntry[] = []): Site {
  const answers = readAnswers(baseUrl);
  const document = () => openApiDocument({ baseUrl, version, answers });
  const groups = [...new Set(catalogue.map(({ group }) => group))].map((group) => groupView(group, baseUrl, answers));
  const account = accountView(baseUrl, answers);
  const references = [...groups, account];
  const errors = documentedErrors().map((error) => ({ ...error, title: error.type, summary: error.message, error }));
  const shared = { baseUrl, version, groups, account, guides, others };

  const page: Site['page'] = ({ path, title, summary }, template, view) => {
    const main = render(template, { ...shared, ...view, title, summary });
    const body = render('page', { ...shared, path, main });
    const markdown = path === '' ? undefined : markdownPath({ path });
    return htmlDocument({ title, description: summary, body, markdown, ...documentAssets });
  };
  const fixedPage = (entry: PageEntry, template: string, view: () => object): FixedFile =>
    lazyFile(entry.path, 'html', () => page(entry, template, view()));
  const json = (path: string, value: () => object): FixedFile => lazyFile(path, 'json', () => JSON.stringify(value()));

  const guidePages = guides.map((guide) =>
    fixedPage(guide, `guides/${guide.template}`, () => guide.view?.(baseUrl) ?? {}),
  );
  const pages = [
    ...guidePages,
    ...references.map((group) => fixedPage(group, 'group', () => ({ group }))),
    ...errors.map((entry) => fixedPage(entry, 'error', () => ({ error: errorView(entry.error, EXAMPLE_ID, baseUrl) }))),
  ];
  const markdown = pages.map((made) => lazyFile(markdownPath(made), 'md', () => markdownOf(made.body, baseUrl)));
  const files = [
    ...assets,
    ...pages,
    ...markdown,
    ...references.map((group) => json(`${group.path}/requests.json`, () => checksOf(group.id, baseUrl))),
    lazyFile('/llms.txt', 'txt', () => llmsIndex({ baseUrl, guides, groups: references, others, errors })),
    madeInTurns('/llms-full.txt', 'txt', markdown, (bodies) => bodies.join('\n')),
    lazyFile('/robots.txt', 'txt', () => robots(baseUrl)),
    lazyFile('/sitemap.xml', 'xml', () => sitemap(baseUrl, [...pages, ...others])),
    madeInTurns('/docs/search.json', 'json', guidePages, (bodies) =>
      JSON.stringify(searchIndex({ references, guides, guideBodies: bodies, errors, others })),
    ),
    json('/openapi.json', document),
    json('/postman.json', () => postmanCollection(document())),
    json('/prices.json', () => ({ unit: 'credits', prices: priceList() })),
  ];
  return { files, notFound: fixedPage({ path: '', title: 'Not found', summary: '' }, 'not-found', () => ({})), page };
}

/** A file that is made once of many others, when it is first asked for. Calls are let through between two of them. */
function madeInTurns(
  path: string,
  type: string,
  parts: readonly FixedFile[],
  make: (bodies: readonly string[]) => string,
): AwaitedFile {
  let made: Promise<string> | undefined;
  const read = async () => {
    const bodies: string[] = [];
    for (const part of parts) {
      bodies.push(part.body);
      await setImmediate();
    }
    return make(bodies);
  };
  return {
    path,
    type,
    read() {
      made ??= read();
      return made;
    },
  };
}
