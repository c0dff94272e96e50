import { equal, match, ok } from 'node:assert/strict';
import MiniSearch, { type Options, type SearchOptions } from 'minisearch';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { errors } from '../../shared/contract/errors.js';
import { nightlyOrDaily, takeTurns } from '../../test/helpers/scale.js';
import { stack } from '../../test/helpers/stack.js';
import { documentedErrors } from './errors/documented-errors.js';

interface Served {
  options: Options;
  ways: SearchOptions[];
  weights: Record<string, number>;
  index: Parameters<typeof MiniSearch.loadJS>[0];
}

/** Returns a function that searches the served index as browsers do. */
async function loadSearch() {
  const { baseUrl } = (await stack()).platform;
  const { options, ways, weights, index } = JSON.parse(
    await (await fetch(`${baseUrl}/docs/search.json`)).text(),
  ) as Served;
  const search = MiniSearch.loadJS(index, options);
  const boostDocument = (_: unknown, __: string, stored?: Record<string, unknown>) =>
    weights[String(stored?.kind)] ?? 0;
  return (text: string): { title: string; url: string; kind: string }[] => {
    for (const way of ways) {
      const found = search.search(text, { ...way, boostDocument });
      if (found.length > 0) return found.map(({ title, url, kind }) => ({ title, url, kind }));
    }
    return [];
  };
}

describe('the search of the documentation', () => {
  let find: Awaited<ReturnType<typeof loadSearch>>;

  before(async () => {
    find = await loadSearch();
  });

  for (const [query, url] of [
    ['convert', '/docs/currency#convert'],
    ['/v1/music-chart-data', '/docs/music#chart-data'],
    ['exchange rate not available', '/docs/errors/exchange_rate_unavailable'],
    ['Exchange rate not available for EUR/QQQ', '/docs/errors/exchange_rate_unavailable'],
    ['insufficient_credits', '/docs/errors/insufficient_credits'],
    ['429', '/docs/errors#status-429'],
    ['frame_text', '/docs/qr-code#generate.frame_text'],
    ['mid_market', '/docs/currency#convert.answer.mid_market'],
    ['socialLinks', '/docs/blocks/social-links'],
    ['currancy', '/docs/currency'],
    ['horroscope compatability', '/docs/horoscope#compatibility'],
    ['numerolgy', '/docs/numerology'],
    ['idempotency', '/docs/idempotency'],
    ['sandbox', '/docs/testing'],
    ['status page', '/status'],
    ['purchase valid for 12 months', '/docs/credits#expiry'],
  ] as const) {
    it(`finds ${url} for “${query}”`, () => {
      const urls = find(query)
        .slice(0, 6)
        .map((found) => found.url);
      ok(urls.includes(url), urls.join(' '));
    });
  }

  for (const [query, url] of [
    ['sign up', '/docs#create-a-key'],
    ['pricing', '/docs/prices'],
    ['refund', '/docs/credits#refunds'],
    ['team', '/docs/portal#team'],
    ['sdk', '/docs/client'],
    ['cors', '/docs/authentication#browser-tokens'],
    ['webhook', '/docs/webhooks'],
    ['rate limit', '/docs/requests#rate-limits'],
    ['java', '/docs/client#other-languages'],
    ['invoice', '/docs/portal#billing'],
    ['login', '/docs/portal'],
    ['mcp', '/docs/mcp'],
    ['qr code', '/docs/qr-code'],
  ] as const) {
    it(`finds ${url} first for “${query}”`, () => {
      const [first] = find(query);
      equal(first?.url, url);
    });
  }

  it('leaves out errors that only operators get', () => {
    for (const { path, type, isForOperators } of documentedErrors(catalogue)) {
      const isFound = find(type).some(({ url }) => url === path);
      if (isForOperators) ok(!isFound, type);
    }
  });

  it('ranks endpoints high for their paths, and errors for their types', () => {
    for (const { id, path } of catalogue) {
      ok(
        find(path)
          .slice(0, 6)
          .some(({ kind, url }) => kind === 'Endpoint' && url.endsWith(`#${id.slice(id.lastIndexOf('/') + 1)}`)),
        path,
      );
    }
    const forOperators = new Set(
      documentedErrors(catalogue).flatMap(({ type, isForOperators }) => (isForOperators ? [type] : [])),
    );
    for (const { type } of takeTurns(Object.values(errors), 0)) {
      if (forOperators.has(type)) continue;
      ok(
        find(type)
          .slice(0, 6)
          .some(({ url }) => url === `/docs/errors/${type}`),
        type,
      );
    }
  });

  it('leads to pages and anchors that exist', async () => {
    const { baseUrl } = (await stack()).platform;
    const pages = new Map<string, string>();
    const letters = nightlyOrDaily(['a', 'e', 'i', 'o', 's', 't', 'c', 'p'], ['a', 'p']);
    const all = new Set(letters.flatMap((letter) => find(letter).map(({ url }) => url)));
    ok(all.size > nightlyOrDaily(300, 80), `${all.size} places`);
    for (const url of all) {
      const [path = '', anchor] = url.split('#');
      if (!pages.has(path)) {
        const response = await fetch(baseUrl + path);
        equal(response.status, 200, url);
        pages.set(path, await response.text());
      }
      if (anchor) match(pages.get(path) ?? '', new RegExp(`id="${anchor}"`), url);
    }
  });

  it('finds nothing for an unknown word', () => {
    equal(find('zzzzzzzz').length, 0);
  });
});
