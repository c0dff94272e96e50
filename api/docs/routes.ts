import type Router from '@koa/router';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { asset, type FixedFile, madeOnce, serveFixed } from '../pages/fixed-file.js';
import { htmlDocument, pageAssets, templates } from '../pages/layout.js';
import { version } from '../version.js';
import { guides } from './guides.js';
import { llmsIndex, markdownPath } from './llms.js';
import { markdownOf } from './markdown.js';
import { openApiDocument } from './openapi/document.js';
import { postmanCollection } from './openapi/postman.js';
import { readAnswers } from './openapi/recorded-answers.js';
import { accountView, groupView, priceList } from './reference.js';
import { searchEntries } from './search-entries.js';

const render = templates('api/docs/templates');

const script = (name: string): FixedFile => asset(`/assets/docs/${name}.js`, `api/docs/browser/${name}.js`);
const styles = [asset('/assets/docs/docs.css', 'api/docs/browser/docs.css')];
const early = [script('language')];
const scripts = ['page', 'search', 'try'].map(script);

/** The documentation under `/docs`, as pages and as Markdown, the OpenAPI document, the Postman collection and the price list. */
export function docs(router: Router, baseUrl: string): void {
  const { files, notFound } = docsSite(baseUrl);
  for (const file of [...pageAssets, ...styles, ...early, ...scripts, ...files]) serveFixed(router, file);
  router.get('/', (ctx) => ctx.redirect('/docs'));
  router.get('/docs/*page', (ctx) => {
    ctx.status = 404;
    ctx.type = 'html';
    ctx.body = notFound.body;
  });
}

/**
 * Every page and file of the documentation. Each is made once, when it is first asked for: a front that starts does
 * not wait for them, and no request for one waits for the others.
 */
export function docsSite(baseUrl: string): { files: FixedFile[]; notFound: FixedFile } {
  const answers = readAnswers(baseUrl);
  const document = () => openApiDocument({ baseUrl, version, answers });
  const groups = [...new Set(catalogue.map(({ group }) => group))].map((group) => groupView(group, baseUrl, answers));
  const account = accountView(baseUrl, answers);
  const shared = { baseUrl, version, groups, account, guides };

  const htmlPage = (
    at: { path: string; title: string; summary: string },
    template: string,
    view: () => object,
  ): FixedFile => {
    const { path, title, summary } = at;
    return madeOnce(path, 'html', () => {
      const main = render(template, { ...shared, ...view(), title, summary });
      const body = render('page', { ...shared, path, main });
      const markdown = path === '' ? undefined : markdownPath(at);
      return htmlDocument({ title, description: summary, body, styles, early, scripts, markdown });
    });
  };
  const json = (path: string, value: () => object): FixedFile => madeOnce(path, 'json', () => JSON.stringify(value()));

  const pages = [
    ...guides.map((guide) => htmlPage(guide, `guides/${guide.template}`, () => guide.view?.(baseUrl) ?? {})),
    ...[...groups, account].map((group) => htmlPage(group, 'group', () => ({ group }))),
  ];
  const markdown = pages.map((page) => madeOnce(markdownPath(page), 'md', () => markdownOf(page.body, baseUrl)));
  const files = [
    ...pages,
    ...markdown,
    madeOnce('/llms.txt', 'txt', () => llmsIndex({ baseUrl, guides, groups: [...groups, account] })),
    madeOnce('/llms-full.txt', 'txt', () => markdown.map(({ body }) => body).join('\n')),
    json('/docs/search.json', () => searchEntries([...groups, account], guides, pages)),
    json('/openapi.json', document),
    json('/postman.json', () => postmanCollection(document())),
    json('/prices.json', () => ({ unit: 'credits', prices: priceList() })),
  ];
  return { files, notFound: htmlPage({ path: '', title: 'Not found', summary: '' }, 'not-found', () => ({})) };
}
