import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { decodeHTML } from 'entities';
import { request } from 'undici';
import { toCredits } from '../../shared/contract/amounts.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { imageFields } from '../../shared/contract/catalogue/qr-image.js';
import type { Endpoint } from '../../shared/contract/endpoint.js';
import { blockProps } from '../../shared/contract/hosted-pages/blocks.js';
import { projectFile } from '../../shared/process/project-file.js';
import { stack } from '../../test/helpers/stack.js';
import { accountGroup, accountRoutes } from '../account-api/index.js';
import { readRecordedResponses } from './openapi/recorded-responses.js';

const get = async (path: string, headers: Record<string, string> = {}) =>
  fetch((await stack()).platform.baseUrl + path, { headers, redirect: 'manual' });

/** Returns all URLs on a page but its canonical one, which is absolute. */
const linksIn = (html: string): string[] =>
  [...html.replace(/<link rel="canonical"[^>]*>/, '').matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url = '']) => url);

const idsIn = (html: string): string[] => [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id);

/** Fetches every page of the documentation that links lead to. */
async function fetchPages(): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const pending = ['/docs'];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (pages.has(path)) continue;
    const response = await get(path);
    equal(response.status, 200, path);
    const html = await response.text();
    pages.set(path, html);
    pending.push(...linksIn(html).flatMap((url) => [...(/^(?:\/docs[\w/-]*|\/clients(?!\/))/.exec(url) ?? [])]));
  }
  return pages;
}

describe('the documentation', () => {
  let pages: Map<string, string>;

  before(async () => {
    pages = await fetchPages();
  });

  it('shows every endpoint with its path, price, fields, errors and response on the page of its group', () => {
    for (const { path, group, cost, request: fields, errors } of catalogue) {
      const html = pages.get(`/docs/${group.id.replaceAll('/', '-')}`) ?? '';
      const [, section = ''] = html.split(`<code>${path}</code>`);
      ok(section, path);
      const endpoint = section.split('<section class="endpoint"')[0] ?? '';
      match(endpoint, new RegExp(`<strong>${toCredits(cost)}</strong> credits`));
      for (const field of Object.keys(fields.properties)) {
        match(endpoint, new RegExp(`<code class="name">${field}</code>`), `${path} ${field}`);
      }
      equal(endpoint.split('<td class="figure">').length - 1, errors.length, path);
      match(endpoint, /aria-label="Response of/, path);
    }
  });

  it('shows an example of every action, in every language', () => {
    const listActions = ({ request: { properties } }: Endpoint): string[] => Object(properties.action).enum ?? [];
    const withActions = catalogue.filter((endpoint) => listActions(endpoint).length > 1);
    ok(withActions.length > 0);
    for (const endpoint of withActions) {
      const { path, group, title, example } = endpoint;
      const others = example.otherActions?.map(({ action }) => action) ?? [];
      deepEqual([example.request.action, ...others], listActions(endpoint), path);
      const html = pages.get(`/docs/${group.id.replaceAll('/', '-')}`) ?? '';
      for (const action of others)
        for (const language of ['curl', 'TypeScript', 'Python', 'PHP'])
          ok(html.includes(`aria-label="${title}, ${action}, in ${language}"`), `${path} ${action} ${language}`);
    }
  });

  it('shows a response that is a file as its text', () => {
    match(
      pages.get('/docs/account/batches') ?? '',
      /"Response of Get the results of a batch"><code>\{&quot;index&quot;:0/,
    );
  });

  it('has no dead links, and none to other hosts', async () => {
    const anchors = new Map([...pages].map(([path, html]) => [path, new Set(idsIn(html))]));
    const otherTargets = new Map<string, string>();
    for (const [path, html] of pages) {
      for (const url of new Set(linksIn(html))) {
        if (url.startsWith('data:')) continue;
        match(url, /^[/#]/, `${url} on ${path}`);
        if (url.startsWith('/account')) {
          // The portal redirects readers who are not signed in to the page where they do.
          ok([200, 302].includes((await get(url)).status), `${url} on ${path}`);
          continue;
        }
        const [target = '', anchor] = url.replace(/\?[^#]*/, '').split('#');
        if (anchor !== undefined) ok(anchors.get(target || path)?.has(anchor), `${url} on ${path}`);
        // A test below fetches the Markdown of each page.
        else if (!pages.has(target.replace(/\.md$/, ''))) otherTargets.set(target, path);
      }
    }
    for (const [target, path] of otherTargets) equal((await get(target)).status, 200, `${target} on ${path}`);
  });

  it('has each id once on a page, so that links lead to their section', () => {
    for (const [path, html] of pages) {
      const ids = idsIn(html);
      deepEqual(
        ids.filter((id, at) => ids.indexOf(id) !== at),
        [],
        path,
      );
    }
  });

  it('responds with a page to a path that does not exist', async () => {
    const response = await get('/docs/no-such-page');
    equal(response.status, 404);
    match(await response.text(), /Page not found/);
  });

  it('has no inline scripts or styles, and a policy that forbids them', async () => {
    const policy = (await get('/docs')).headers.get('content-security-policy') ?? '';
    match(policy, /default-src 'self'/);
    ok(!policy.includes('unsafe-inline'), policy);
    for (const [path, html] of pages) {
      deepEqual([...html.matchAll(/<script(?![^>]*src=)|<style|\sstyle="|\son\w+="/g)].map(String), [], path);
    }
  });

  it('is cached: a page is revalidated, a file with its hash in the URL is kept for a year', async () => {
    const first = await get('/docs');
    equal(first.headers.get('cache-control'), 'no-cache');
    // Not with fetch, which adds Cache-Control: no-cache to a conditional request.
    const { baseUrl } = (await stack()).platform;
    const again = await request(`${baseUrl}/docs`, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    await again.body.dump();
    equal(again.statusCode, 304);
    const [, style = ''] = /href="(\/assets\/style\.css\?v=\w+)"/.exec(await first.text()) ?? [];
    match((await get(style)).headers.get('cache-control') ?? '', /max-age=31536000, immutable/);
  });

  it('ignores letter case and a trailing slash, and responds to HEAD', async () => {
    for (const path of ['/DOCS/vat', '/docs/vat/']) equal(await (await get(path)).text(), pages.get('/docs/vat'), path);
    const { baseUrl } = (await stack()).platform;
    const head = await fetch(`${baseUrl}/docs/vat`, { method: 'HEAD' });
    deepEqual([head.status, await head.text()], [200, '']);
    equal((await fetch(`${baseUrl}/docs/vat`, { method: 'POST' })).status, 405);
  });

  for (const encoding of ['br', 'gzip', 'identity']) {
    it(`is the same as ${encoding}`, async () => {
      const html = await (await get('/docs', { 'Accept-Encoding': encoding })).text();
      equal(html, pages.get('/docs'));
    });
  }

  it('has the price list of the catalogue as JSON', async () => {
    const { unit, prices } = (await (await get('/prices.json')).json()) as { unit: string; prices: unknown[] };
    equal(unit, 'credits');
    deepEqual(
      prices,
      catalogue.map(({ id, path, group, cost, per }) => ({
        endpoint: id,
        path,
        group: group.id,
        credits: toCredits(cost),
        unit: per?.unit ?? 'call',
        calls_per_second: group.ratePerSecond,
      })),
    );
  });

  it('has every page as Markdown, with links to Markdown', async () => {
    const { baseUrl } = (await stack()).platform;
    const index = await (await get('/llms.txt')).text();
    const full = await (await get('/llms-full.txt')).text();
    match(index, /^# utility-api\n\n> /);
    const texts = new Map<string, string>();
    for (const [path, html] of pages) {
      const response = await get(`${path}.md`);
      deepEqual([response.status, response.headers.get('content-type')], [200, 'text/markdown; charset=utf-8'], path);
      const markdown = await response.text();
      texts.set(path, markdown);
      match(html, new RegExp(`<link rel="alternate" type="text/markdown" href="${path}.md">`));
      ok(index.includes(`](${baseUrl}${path}.md): `) && full.includes(markdown), path);
      match(markdown, /^# \S/);
      ok(!/^#.* $/m.test(markdown), `no heading with a blank at its end in ${path}.md`);
      ok(!/<\/?[a-z][^>\n]*>/i.test(markdown.replace(/```.*?```|`[^`\n]+`/gs, '')), `no HTML in ${path}.md`);
      ok(
        !/Copy<|Stays in this browser tab|Send request\b|Plain HTTP:/.test(markdown),
        `nothing of the page's controls in ${path}.md`,
      );
      for (const [, url = ''] of markdown.matchAll(/\]\(([^)]+)\)/g)) {
        const [target = ''] = url.split('#');
        if (target === '') continue;
        ok(target.startsWith(`${baseUrl}/`), `${url} in ${path}.md`);
        if (target.includes('/docs'))
          ok(pages.has(new URL(target).pathname.replace(/\.md$/, '')), `${url} in ${path}.md`);
      }
    }
    for (const { path, group, request, errors } of catalogue) {
      const markdown = texts.get(`/docs/${group.id.replaceAll('/', '-')}`) ?? '';
      const [, section = ''] = markdown.split(`POST \`${path}\``);
      for (const field of Object.keys(request.properties)) ok(section.includes(`\`${field}\``), `${path} ${field}`);
      for (const { message } of errors) ok(section.includes(message.split(/[{|]/)[0] ?? ''), `${path} ${message}`);
      ok(section.includes(`\`\`\`sh\ncurl`), path);
    }
  });

  it('lists every page in the sitemap, which robots.txt names', async () => {
    const { baseUrl } = (await stack()).platform;
    const robots = await get('/robots.txt');
    match(robots.headers.get('content-type') ?? '', /^text\/plain/);
    match(await robots.text(), new RegExp(`^Sitemap: ${baseUrl}/sitemap.xml$`, 'm'));
    const sitemap = await get('/sitemap.xml');
    match(sitemap.headers.get('content-type') ?? '', /^application\/xml/);
    const listed = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url);
    deepEqual(listed.sort(), [...pages.keys(), '/', '/pricing', '/status'].map((path) => baseUrl + path).sort());
  });

  it('has an icon for every browser', async () => {
    const html = pages.get('/docs') ?? '';
    for (const [pattern, type] of [
      [/<link rel="icon" href="([^"]+)" sizes/, 'image/vnd.microsoft.icon'],
      [/<link rel="icon" href="([^"]+)" type="image\/svg\+xml"/, 'image/svg+xml'],
      [/<link rel="apple-touch-icon" href="([^"]+)"/, 'image/png'],
    ] as const) {
      const response = await get(pattern.exec(html)?.[1] ?? '');
      deepEqual(
        [response.status, response.headers.get('content-type')?.replace('x-icon', 'vnd.microsoft.icon')],
        [200, type],
      );
    }
  });

  it('has the changelog as a page', async () => {
    const changes = pages.get('/docs/changelog') ?? '';
    const source = readFileSync(projectFile('CHANGELOG.md'), 'utf8');
    for (const [, title = ''] of source.matchAll(/^##+ (.+)$/gm)) ok(changes.includes(`>${title}</h`), title);
    const [, first = ''] = /^- ([^`*,.;()[\n]{20,60})/m.exec(source) ?? [];
    ok(first !== '' && changes.includes(first), first);
  });

  it('describes every block of pages and every prop of it on a page of its own, with a picture', () => {
    const index = pages.get('/docs/blocks') ?? '';
    for (const [type, { properties }] of Object.entries(blockProps)) {
      const [, path = ''] = new RegExp(`<a href="(/docs/blocks/[a-z0-9-]+)">${type}</a>`).exec(index) ?? [];
      const html = pages.get(path) ?? '';
      match(html, new RegExp(`<iframe class="picture" src="/e/example/${type}"`));
      for (const prop of Object.keys(properties))
        match(html, new RegExp(`<li id="${type}.${prop}">`), `${type} ${prop}`);
    }
  });

  it('has a picture of every style of QR codes', async () => {
    const html = pages.get('/docs/qr-styles') ?? '';
    for (const field of ['body_style', 'eye_style', 'eye_ball_style', 'frame_name', 'qr_code_logo', 'gradient_type']) {
      const { enum: values } = Object(Object(imageFields)[field]);
      for (const value of values) {
        if (value === 'upload') continue;
        const [, url = ''] = new RegExp(`src="(/assets/docs/qr/${field}-${value}\\.svg[^"]*)"`).exec(html) ?? [];
        match(await (await get(url)).text(), /^<svg /, `${field} ${value}`);
      }
    }
  });

  it('shows the rate limit of every route of the account API', () => {
    const html = [...pages].filter(([path]) => path.startsWith('/docs/account')).map(([, page]) => page);
    for (const { contract } of accountRoutes) {
      const { name, ratePerSecond = accountGroup.ratePerSecond } = contract;
      const [section = ''] = html.flatMap((page) => page.split(`<section class="endpoint" id="${name}"`)[1] ?? []);
      match(section, new RegExp(`<strong>${ratePerSecond}</strong> requests? per second`), name);
    }
  });

  it('renders the Markdown of descriptions', () => {
    for (const [path, html] of pages) {
      const text = html.replace(/<(pre|code|textarea)\b.*?<\/\1>/gs, '');
      deepEqual(/[^<>]*`[^<>]*/.exec(text)?.[0], undefined, path);
    }
  });

  it('leads from each page of the menu to the next and back', () => {
    const [, ...linked] = [...(pages.get('/docs') ?? '').matchAll(/<a rel="(next)" href="([^"]+)"/g)][0] ?? [];
    const [, next = ''] = linked;
    match(pages.get(next) ?? '', /<a rel="prev" href="\/docs">/);
  });

  it('has a table of contents that leads to the sections of the page', () => {
    const html = pages.get('/docs/credits') ?? '';
    const [contents = ''] = /<nav class="toc".*?<\/nav>/s.exec(html) ?? [];
    deepEqual(
      [...contents.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id),
      [...html.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id),
    );
  });

  it('shows the whole response to the first request', () => {
    const [, example = ''] =
      /aria-label="The response to the first request"><code>(.*?)<\/code>/s.exec(pages.get('/docs') ?? '') ?? [];
    const { request, answer } = Object(readRecordedResponses('').vat);
    // The highlighter replaces no-break spaces.
    const shown = JSON.parse(JSON.stringify(answer).replaceAll('\u00a0', ' '));
    deepEqual(JSON.parse(decodeHTML(example.replace(/<[^>]+>/g, ''))), shown);
    match(pages.get('/docs') ?? '', new RegExp(`net.*${request.net}`));
  });

  it('offers sign-up where it is open', () => {
    match(pages.get('/docs') ?? '', /<a href="\/account">Sign up<\/a>/);
  });
});
