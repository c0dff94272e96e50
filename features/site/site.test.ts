import { deepEqual, equal, match, ok, throws } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { readConfig } from '../../shared/process/config.js';
import { startFront } from '../../test/helpers/front.js';
import { stack } from '../../test/helpers/stack.js';
import { readRecordedResponses } from '../docs/index.js';
import { readLegalPages } from './legal.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** Requests a path as a browser does, of the shared platform or of another front. */
const open = async (path: string, base?: string, headers: Record<string, string> = {}) =>
  fetch((base ?? (await stack()).platform.baseUrl) + path, {
    headers: { Accept: BROWSER, ...headers },
    redirect: 'manual',
  });

const read = async (path: string, base?: string): Promise<string> => {
  const response = await open(path, base);
  equal(response.status, 200, path);
  return response.text();
};

const linksIn = (html: string): string[] => [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url = '']) => url);

describe('the public site', () => {
  it('has a front page with recorded responses, every group of endpoints, the packs and a way to a key', async () => {
    const html = await read('/');
    const recorded = readRecordedResponses('');
    const text = html.replaceAll(/<[^>]+>/g, '').replaceAll(/\s/g, ' ');
    for (const id of ['vat', 'mailchecker'])
      ok(text.includes(JSON.stringify(recorded[id]?.answer, null, 2).replaceAll(/\s/g, ' ')), id);
    for (const { group } of catalogue) ok(html.includes(`href="/docs/${group.id.replaceAll('/', '-')}"`), group.id);
    match(html, /€10\.00[\s\S]*€160\.00/);
    match(html, /<a class="button[^"]*" href="\/account\/login\?next=\/account\/keys">Get a key: 5 free credits</);
    match(html, /<a [^>]*href="\/account\/login">Sign in</);
    match(html, /<meta name="description" content="[^"]{40,}">[\s\S]*<link rel="canonical" href="http[^"]+\/">/);
  });

  it('shows what 1,000 requests of each group cost with the smallest and with the best pack', async () => {
    const html = await read('/pricing');
    const row = /<a href="\/docs\/vat">VAT<[\s\S]*?<\/tr>/.exec(html)?.[0] ?? '';
    // 500 credits cost €10, 10,000 cost €160, and a VAT calculation 0.001.
    deepEqual(
      [...row.matchAll(/class="figure">([^<]+)</g)].map(([, cell]) => cell),
      ['0.001', '€0.02', '€0.016'],
    );
    match(html, /href="\/account\/login\?next=\/account\/billing"/);
    match(await (await open('/pricing.md')).text(), /^# Pricing\n/);
  });

  it('has no dead links, none to other hosts, and the legal pages only where they are set', async () => {
    for (const path of ['/', '/pricing']) {
      const links = linksIn(await read(path)).filter((url) => !url.startsWith('data:') && !url.startsWith('http'));
      ok(!links.includes('/terms') && !links.includes('/privacy'));
      for (const url of new Set(links)) equal((await open(url.replace(/#.*/, ''))).status, 200, url);
    }
    for (const path of ['/terms', '/privacy']) equal((await open(path)).status, 404);
  });

  it('gives programs that accept JSON alone the URLs of the documentation', async () => {
    const { baseUrl } = (await stack()).platform;
    const response = await open('/', undefined, { Accept: 'application/json' });
    match(response.headers.get('content-type') ?? '', /^application\/json/);
    match(response.headers.get('vary') ?? '', /Accept(,|$)/);
    const { openapi } = Object(await response.json());
    equal(openapi, `${baseUrl}/openapi.json`);
  });

  it('is the same for everyone, and revalidated by caches', async () => {
    const response = await open('/');
    equal(response.headers.get('cache-control'), 'no-cache');
    ok(response.headers.get('etag'));
    equal(response.headers.get('set-cookie'), null);
    equal(await (await open('/', undefined, { Cookie: 'signed-in=1' })).text(), await response.text());
  });

  it('returns a page to browsers for an unknown path, and JSON to programs', async () => {
    for (const path of ['/nowhere', '/docs2', '/operator2/x', '/e/example/nothing']) {
      const page = await open(path);
      deepEqual([page.status, page.headers.get('content-type')], [404, 'text/html; charset=utf-8'], path);
      match(await page.text(), /<h1>Page not found<\/h1>/);
      for (const Accept of ['*/*', 'application/json']) {
        const json = await open(path, undefined, { Accept });
        deepEqual([json.status, Object(await json.json()).type], [404, 'path_unknown'], `${path} ${Accept}`);
      }
    }
    // HTTP clients of some languages accept HTML by default.
    for (const path of ['/v1/nowhere', '/v1'])
      equal(Object(await (await open(path)).json()).type, 'path_unknown', path);
  });

  describe('without sign-up and packs, and with legal pages', () => {
    let folder: string;
    let front: Awaited<ReturnType<typeof startFront>>;

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'site-'));
      const terms = join(folder, 'terms.md');
      const privacy = join(folder, 'privacy.md');
      await writeFile(
        terms,
        '# Terms of Example Ltd\n\n## Scope\n\nThese are **binding**.\n\n<script>alert(1)</script>\n',
      );
      await writeFile(privacy, 'We store what you send.\n');
      front = await startFront({
        SIGN_UP: 'closed',
        MAIL_REPLY_TO: 'help@example.com',
        PAYMENT_PACKS: undefined,
        PAYMENT_PLANS: undefined,
        STRIPE_SECRET_KEY: undefined,
        TERMS_FILE: terms,
        PRIVACY_FILE: privacy,
      });
    });
    after(async () => {
      await front.stop();
      await rm(folder, { recursive: true });
    });

    it('says that sign-up is closed, and whom to ask for a key', async () => {
      for (const path of ['/', '/pricing']) {
        const html = await read(path, front.base);
        match(html, /Sign-up is closed\. Ask the operator for a key: <a href="mailto:help@example\.com">/);
        ok(!html.includes('Get a key'));
        match(html, /href="\/account\/login">Sign in</);
      }
    });

    it('shows prices in credits alone', async () => {
      for (const path of ['/', '/pricing'])
        ok(!/[€$£]/.test((await read(path, front.base)).replaceAll(/<pre[\s\S]*?<\/pre>/g, '')), path);
      match(
        await read('/pricing', front.base),
        /<a href="\/docs\/vat">VAT<\/a><\/th>\s*<td class="figure">0\.001<\/td>\s*<\/tr>/,
      );
    });

    it('shows the terms and the privacy policy of the operator, and links to them from every public page', async () => {
      const terms = await read('/terms', front.base);
      match(terms, /<h1>Terms of Example Ltd<\/h1>[\s\S]*<strong>binding<\/strong>/);
      ok(!terms.includes('<script>alert'));
      match(await read('/privacy', front.base), /<h1>Privacy policy<\/h1>\s*<p>We store what you send\./);
      for (const path of ['/', '/pricing', '/docs', '/status']) {
        const links = linksIn(await read(path, front.base));
        ok(links.includes('/terms') && links.includes('/privacy'), path);
      }
      match(await (await open('/sitemap.xml', front.base)).text(), /\/terms<[\s\S]*\/privacy</);
    });
  });

  it('accepts no legal page that cannot be read', () => {
    const config = readConfig({ TERMS_FILE: '/nowhere/terms.md' });
    throws(() => readLegalPages(config), /: TERMS_FILE cannot be read: /);
  });
});
