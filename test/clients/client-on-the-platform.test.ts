import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { ApiConnectionError, UnknownFieldError, UtilityApi } from 'utility-api-client';
import { type CatalogueEndpoint, catalogueEndpoints } from 'utility-api-client/catalogue';
import { projectFile } from '../../shared/process/project-file.js';
import { openBrowser, visit } from '../helpers/browser.js';
import { call, eventually, isAtRest, newAccount, stack } from '../helpers/stack.js';

const platform = async () => (await stack()).platform.baseUrl;

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the TypeScript client on the platform', () => {
  it('is charged once when a response is lost', async () => {
    const { key, account } = await newAccount({ credits: 1 });
    let lost = 0;
    const losing: typeof fetch = async (url, init) => {
      const response = await fetch(url, init);
      if (lost++ > 0) return response;
      await response.arrayBuffer();
      throw new TypeError('the connection broke');
    };
    const api = new UtilityApi({ baseUrl: await platform(), apiKey: key, fetch: losing });
    const sum = await api.vat({ action: 'calculate', net: 100, vat_rate: 20 });
    equal(sum.gross, 120);
    equal(lost, 2);
    const { store } = await stack();
    const wallet = await eventually(() => store.wallets.findOne({ _id: account }), isAtRest);
    equal(wallet?.spent, 1_000);
  });

  it('reports what a request cost and what is left', async () => {
    const { key } = await newAccount({ credits: 1 });
    const credits: (number | undefined)[] = [];
    const api = new UtilityApi({
      baseUrl: `${await platform()}/`,
      apiKey: key,
      onResponse: ({ creditsCost, creditsRemaining }) => credits.push(creditsCost, creditsRemaining),
    });
    await api.deviceAnalyze({ ua: 'curl/8.5.0' });
    deepEqual(credits, [0.002, 0.998]);
  });

  it('throws the errors of the platform with their messages', async () => {
    const { key } = await newAccount({ credits: 0 });
    const api = new UtilityApi({ baseUrl: await platform(), apiKey: key });
    await rejects(api.currency.platforms(), { name: 'ApiError', status: 402, message: 'Insufficient credits' });
    const unreachable = new UtilityApi({ baseUrl: 'http://127.0.0.1:1', apiKey: key, maxRetries: 0 });
    await rejects(unreachable.currency.platforms(), ApiConnectionError);
  });

  it('returns the result of a submitted request, also its failure', async () => {
    const { key } = await newAccount({ credits: 1 });
    const api = new UtilityApi({ baseUrl: await platform(), apiKey: key });
    const job = await api.submit('vat', { action: 'country-rates', country_code: 'DE' });
    const rates = await api.job('vat', job.id).result();
    ok('rates' in rates && rates.rates.standard === 19);
    equal((await job.status()).state, 'finished');
    const unknown = await api.submit('vat', { action: 'country-rates', country_code: 'ZZ' });
    await rejects(unknown.result(), { name: 'ApiError', status: 404, message: 'Unknown country_code "ZZ"' });
  });

  it('refuses fields as the platform would, word for word, but free of charge', async () => {
    const { key } = await newAccount({ credits: 5 });
    const api = new UtilityApi({ baseUrl: await platform(), apiKey: key });
    const misspelt = (name: string) => name.slice(0, name.length >> 1) + name.slice((name.length >> 1) + 1);
    const requests = new Map<CatalogueEndpoint['id'], Record<string, unknown>>(
      catalogueEndpoints.map(({ id, fields }) => {
        const names = fields
          .map(({ name }) => name)
          .filter((name) => !fields.some((one) => one.name === misspelt(name)));
        return [id, Object.fromEntries(names.slice(0, 9).map((name) => [`x${misspelt(name)}`, 1]))] as const;
      }),
    );
    requests.set('currency/rates', {
      pairs: [
        { from: 'EUR', to: 'USD' },
        { form: 'EUR', TO: 'USD' },
      ],
      paris: 1,
    });
    const page = { version: 1, blocks: [{ type: 'text', prop: {} }], theme: { primery: '#112233' }, layuot: {} };
    requests.set('qr-code/generate', { page, qr_code_txet: 'x', 'image format': 'PNG', download: true });
    let refused = 0;
    for (const [id, request] of requests) {
      const here = await api.call(id, request).then(
        () => [],
        (error: unknown) => (error instanceof UnknownFieldError ? error.errors : Promise.reject(error)),
      );
      const { body } = await call(`/v1/${id}`, request, { key, headers: { Prefer: 'handling=strict' } });
      const there = (body.errors ?? []).filter(({ type }: { type: string }) => type === 'unknown_field');
      deepEqual(here, there, id);
      refused += here.length;
    }
    ok(refused > 150, `${refused} fields`);
  });

  it('finds the timeline of a request', async () => {
    const { key } = await newAccount({ credits: 1 });
    let requestId: string | undefined;
    const api = new UtilityApi({
      baseUrl: await platform(),
      apiKey: key,
      onResponse: (metadata) => {
        requestId ??= metadata.requestId;
      },
    });
    await rejects(api.vat({ action: 'country-rates', country_code: 'ZZ' }), { status: 404, type: 'country_unknown' });
    const { timeline } = await api.request({ request_id: requestId ?? '' });
    ok(timeline.length > 0);
    const { requests } = await eventually(
      () => api.requests({ status: 404 }),
      (page) => page.requests.length > 0,
    );
    deepEqual([requests[0]?.request_id, requests[0]?.type], [requestId, 'country_unknown']);
  });

  it('sends 100 requests in parallel without a failure, at the rate limit of the key', async () => {
    const { key } = await newAccount({ credits: 1, limits: { '*': 20 } });
    let refused = 0;
    const counting: typeof fetch = async (url, init) => {
      const response = await fetch(url, init);
      if (response.status === 429) refused++;
      return response;
    };
    const api = new UtilityApi({ baseUrl: await platform(), apiKey: key, fetch: counting });
    const started = performance.now();
    const all = await Promise.all(
      Array.from({ length: 100 }, (_, net) => api.vat({ action: 'calculate', net: net + 1, vat_rate: 20 })),
    );
    const seconds = (performance.now() - started) / 1_000;
    deepEqual(
      all.map(({ net }) => net),
      Array.from({ length: 100 }, (_, net) => net + 1),
    );
    ok(seconds >= 4, `${seconds} s`);
    ok(refused < 50, `${refused} requests were refused before they succeeded`);
  });

  it('says that a test key returns examples, and which data is made up', async () => {
    const { key: testKey } = await newAccount({ mode: 'test' });
    const test = new UtilityApi({ baseUrl: await platform(), apiKey: testKey });
    const example = await test.currency.convert({ from: 'JPY', to: 'CHF', amount: 1 }).withMetadata();
    deepEqual([example.metadata.mode, example.data.from], ['test', 'EUR']);
    const { key } = await newAccount({ credits: 1 });
    const api = new UtilityApi({ baseUrl: await platform(), apiKey: key });
    const found = await api.videoPlatformSearch.autocomplete({ q: 'sourdough' }).withMetadata();
    deepEqual([found.metadata.mode, found.metadata.upstream], ['live', 'sandbox']);
    const sum = await api.vat({ action: 'calculate', net: 1, vat_rate: 20 }).withMetadata();
    deepEqual([sum.metadata.mode, sum.metadata.upstream, sum.metadata.creditsCost], ['live', undefined, 0.001]);
  });

  it('runs a batch from a file, and iterates over its results', async () => {
    const { key } = await newAccount({ credits: 1 });
    const api = new UtilityApi({ baseUrl: await platform(), apiKey: key });
    const csv = new Blob(['country_code\nDE\nZZ\nFR\n'], { type: 'text/csv' });
    const batch = await api.submitBatch('vat', csv, { defaults: { action: 'country-rates' }, name: 'rates' });
    const results = [];
    for await (const { index, data, error } of batch.results()) {
      results.push([index, data && 'rates' in data ? data.rates.standard : undefined, error?.type]);
    }
    deepEqual(results, [
      [0, 19, undefined],
      [1, undefined, 'country_unknown'],
      [2, 20, undefined],
    ]);
    const { name, state, succeeded } = await api.batchJob('vat', batch.id).status();
    deepEqual([name, state, succeeded], ['rates', 'finished', 2]);
    const file = await batch.file('csv');
    match(await file.text(), /country_code/);
    match(file.type, /text\/csv/);
  });

  it('iterates over all pages of a list', async () => {
    const { key } = await newAccount({ credits: 1 });
    const api = new UtilityApi({ baseUrl: await platform(), apiKey: key });
    const jobs = await Promise.all(
      Array.from({ length: 5 }, () => api.submit('vat', { action: 'calculate', net: 1, vat_rate: 20 })),
    );
    const listed = new Set<string>();
    let pages = 0;
    for await (const page of api.jobs({ limit: 2 }).pages()) {
      pages++;
      for (const { job_id } of page.jobs) listed.add(job_id);
    }
    deepEqual([pages, listed], [3, new Set(jobs.map(({ id }) => id))]);
    let count = 0;
    for await (const { endpoint } of api.jobs({ limit: 2 })) if (endpoint === 'vat') count++;
    equal(count, 5);
  });

  it('works in a browser on another origin, with a token and never with a key', async function () {
    if (!(await openBrowser())) this.skip();
    const { key } = await newAccount({ credits: 1 });
    const server = createServer(
      (request, response) =>
        void servePage(request.url ?? '/').then((file) => {
          response.writeHead(file ? 200 : 404, { 'Content-Type': file?.type ?? 'text/plain' }).end(file?.body);
        }),
    );
    const origin = await listen(server);
    const trusted = new UtilityApi({ baseUrl: await platform(), apiKey: key });
    const { token } = await trusted.createToken({ scopes: ['currency'], expires_in: 60, origin });
    const inPage = (options: object) => `import('/client/index.js').then(async ({ UtilityApi }) => {
      const api = new UtilityApi({ maxRetries: 0, ...${JSON.stringify(options)} });
      return api.currency.platforms().then(({ platforms }) => Object.keys(platforms).length, (error) => String(error));
    })`;
    const baseUrl = await platform();
    try {
      await visit(origin, {}, async ({ page }) => {
        await page.goto('/');
        equal(await page.evaluate(inPage({ baseUrl, token })), 8);
        match(String(await page.evaluate(inPage({ baseUrl, apiKey: key }))), /ApiConnectionError/);
      });
    } finally {
      server.close();
    }
  });
});

/** A page of another site, and the compiled client beside it. */
async function servePage(url: string): Promise<{ type: string; body: string } | undefined> {
  if (url === '/') return { type: 'text/html', body: '<!doctype html><title>A shop</title>' };
  if (!url.startsWith('/client/') || extname(url) !== '.js') return undefined;
  const file = join(projectFile('packages/client-typescript/dist/esm'), url.slice('/client/'.length));
  return { type: 'text/javascript', body: await readFile(file, 'utf8') };
}
