import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createTools } from '../../features/mcp/tools.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { groupSlug } from '../../shared/contract/endpoint.js';
import { selectOffered } from '../../shared/contract/offer.js';
import { agent } from '../helpers/agent.js';
import { startFront } from '../helpers/front.js';
import { nightlyOrDaily } from '../helpers/scale.js';
import { call, newAccount } from '../helpers/stack.js';

/** All that can be taken out. */
const OFF = catalogue
  .filter(({ pool }) => pool === 'content' || pool === 'fetch')
  .map(({ id }) => id)
  .join();

const offered = selectOffered(OFF);
const others = catalogue.filter((endpoint) => !offered.includes(endpoint));
const groupsOff = [...new Set(others.map(({ group }) => group))];

/** Documents that list endpoints. */
const DOCUMENTS = ['/openapi.json', '/postman.json', '/prices.json', '/llms.txt', '/docs/search.json', '/sitemap.xml'];

const names = others.flatMap(({ id, path, aliases, group }) => [path, ...aliases, id, `/docs/${groupSlug(group)}`]);
const anyName = new RegExp(`(?:${names.join('|')})(?![\\w-])`, 'g');

/** Finds the endpoints that a text names although they are not offered, by their path, their id, or the page of their group. */
const named = (text: string): string[] => [...new Set(text.match(anyName))];

describe('a front with ENDPOINTS_OFF', () => {
  let front: Awaited<ReturnType<typeof startFront>>;
  const read = async (path: string) => {
    const response = await fetch(front.base + path, { headers: { Accept: 'text/html' } });
    equal(response.status, 200, path);
    return response.text();
  };

  before(async () => {
    front = await startFront({ ENDPOINTS_OFF: OFF });
  });
  after(() => front.stop());

  it('returns 404 for endpoints that it does not offer, before it requires a key, without charge', async () => {
    const { key } = await newAccount();
    for (const { path, aliases, example } of others) {
      for (const url of [path, ...aliases]) {
        const { status, body, headers } = await call(url, example.request, { key, baseUrl: front.base });
        deepEqual([status, body.type, headers.get('x-credits-cost')], [404, 'not_offered', null], url);
      }
    }
    const { status, headers } = await call('/v1/vat', { action: 'list-countries' }, { key, baseUrl: front.base });
    deepEqual([status, headers.get('x-credits-remaining')], [200, '0.999']);
  });

  it('names it on no page, in no document, price list or list of tools', async () => {
    for (const path of DOCUMENTS) deepEqual(named(await read(path)), [], path);
    const pages = [...(await read('/sitemap.xml')).matchAll(/<loc>http:\/\/[^/]+(\/[^<]*)<\/loc>/g)].map(
      ([, path = '']) => path,
    );
    ok(pages.length > 100);
    const known = new Set(pages);
    for (const path of pages) {
      // The changelog tells what has been added, wherever it is offered. By day, pages that are alike are left out.
      if (path === '/docs/changelog' || nightlyOrDaily(false, /^\/docs\/(errors|blocks)\//.test(path))) continue;
      const html = await read(path);
      deepEqual(named(html), [], path);
      const links = [...html.matchAll(/href="(\/docs[^"#?]*)/g)].map(([, url = '']) => url.replace(/\.md$/, ''));
      deepEqual(
        links.filter((url) => !known.has(url)),
        [],
        path,
      );
    }
    for (const path of ['/', '/pricing', '/status', '/llms.txt']) {
      const text = await read(path);
      for (const { title } of groupsOff) ok(!text.includes(title), `${title} on ${path}`);
    }
    const { key } = await newAccount();
    await using tools = await agent({ headers: { 'X-API-Key': key }, baseUrl: front.base });
    const { tools: listed } = await tools.client.listTools();
    const names = createTools(offered).map(({ definition }) => definition.name);
    deepEqual(
      listed.map(({ name }) => name),
      [...names, 'find_tool'],
    );
    const { body } = await call('/v1/account', {}, { key, method: 'GET', baseUrl: front.base });
    deepEqual(Object.keys(Object(body).limits), [...new Set(offered.map(({ group }) => group.id))]);
  });

  it('describes all that it offers', async () => {
    const { paths } = JSON.parse(await read('/openapi.json'));
    const { prices } = JSON.parse(await read('/prices.json'));
    for (const { path } of offered) ok(paths[path]?.post, path);
    deepEqual(
      prices.map(({ endpoint }: { endpoint: string }) => endpoint),
      offered.map(({ id }) => id),
    );
    match(await read('/'), new RegExp(`gives developers ${offered.length} endpoints for VAT, QR codes and more`));
  });
});
