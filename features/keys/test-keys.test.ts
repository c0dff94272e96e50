import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { newCustomer } from '../../test/helpers/portal.js';
import { itNightly } from '../../test/helpers/scale.js';
import { scrape, sumSamples } from '../../test/helpers/scrape.js';
import { call, callAsOperator, eventually, newAccount, stack } from '../../test/helpers/stack.js';
import { readRecordedResponses } from '../docs/openapi/recorded-responses.js';
import { errorsBeforeCharge, serverErrors } from '../docs/openapi/responses.js';
import { createKey } from './keys.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };
/** A test key as an operator issues it, of an account that has credits. */
async function issue(order: object = {}) {
  const { account } = await newAccount({ credits: 1 });
  const limits = { '*': 100_000 };
  const { status, body } = await callAsOperator('POST', `/accounts/${account}/keys`, {
    mode: 'test',
    limits,
    ...order,
  });
  equal(status, 200, JSON.stringify(body));
  return { account, key: String(body.api_key), keyId: String(body.key), row: body };
}

const wishing = (key: string, wish: string) => ({ key, tries: 1, headers: { 'X-Test-Answer': wish } });

describe('a test key', () => {
  it('is issued, listed and rotated like any other, with its own prefix', async () => {
    const { account, key, keyId, row } = await issue();
    match(key, /^ua_test_[0-9A-Za-z]{32}$/);
    deepEqual([row.mode, row.prefix], ['test', key.slice(0, 12)]);
    deepEqual(
      (await callAsOperator('GET', `/accounts/${account}/keys`)).body.keys.map(({ mode }: { mode: string }) => mode),
      ['live', 'test'],
    );
    const { body } = await callAsOperator('POST', `/keys/${keyId}/rotate`);
    match(body.api_key, /^ua_test_/);
    equal(body.mode, 'test');
  });

  it('gets the example of every endpoint, free of charge and without a trace', async () => {
    const { account, key } = await issue();
    const { platform, store } = await stack();
    const recorded = readRecordedResponses(platform.baseUrl);
    const before = await store.wallets.findOne({ _id: account });
    for (const { id, path } of catalogue) {
      const { status, body, headers } = await call(path, recorded[id]?.request, { key });
      equal(status, 200, `${id}: ${JSON.stringify(body)}`);
      deepEqual(body, recorded[id]?.answer, id);
      deepEqual(
        ['x-mode', 'x-credits-cost', 'x-credits-remaining'].map((name) => headers.get(name)),
        ['test', '0', null],
      );
    }
    deepEqual(await store.wallets.findOne({ _id: account }), before);
    equal(await store.usage.countDocuments({ account }), 0);
    equal(await store.experiences.countDocuments({ account }), 0);
  });

  it('works as a bearer, in the body, and through a browser token', async () => {
    const { key } = await issue();
    const { body: made } = await call('/v1/tokens', { scopes: ['vat'] }, { key });
    for (const headers of [{ Authorization: `Bearer ${key}` }, { Authorization: `Bearer ${made.token}` }]) {
      const answered = await call('/v1/vat', VAT, { headers });
      deepEqual([answered.status, answered.headers.get('x-mode')], [200, 'test']);
    }
    equal((await call('/v1/vat', { ...VAT, api_key: key })).headers.get('x-mode'), 'test');
  });

  it('has its input validated like any call, also strictly, and is limited to its scopes', async () => {
    const { key } = await issue({ scopes: ['vat', 'currency/convert'] });
    const wrong = await call('/v1/currency/convert', {}, { key });
    deepEqual([wrong.status, wrong.body.type, wrong.headers.get('x-mode')], [422, 'missing_field', 'test']);
    const headers = { Prefer: 'handling=strict' };
    equal((await call('/v1/vat', { ...VAT, nett: 1 }, { key, headers })).body.type, 'unknown_field');
    equal((await call('/v1/currency/platforms', {}, { key })).status, 403);
  });

  it('gets every error that an endpoint can have by its type, as the documentation shows it', async () => {
    const { account, key } = await issue();
    const { store } = await stack();
    for (const { path, errors: own } of catalogue) {
      for (const { type, status } of own) {
        const { status: given, body, headers } = await call(path, {}, wishing(key, type));
        deepEqual([given, body.code, body.type], [status, status, type], path);
        equal(headers.get('x-credits-cost'), '0');
        ok(!/[{}]/.test(body.error), body.error);
      }
    }
    for (const { type, status } of [...errorsBeforeCharge, ...serverErrors]) {
      const { status: given, body } = await call('/v1/vat', VAT, wishing(key, type));
      deepEqual([given, body.type], [status, type]);
    }
    equal(await store.usage.countDocuments({ account }), 0);
  });

  it('gets an error by its status, with the time to wait', async () => {
    const { key } = await issue();
    const seen = async (wish: string) => {
      const { status, body, headers } = await call('/v1/vat', VAT, wishing(key, wish));
      return [status, body.type, headers.get('retry-after')];
    };
    deepEqual(await seen('429'), [429, 'too_many_requests', '1']);
    deepEqual(await seen('503'), [503, 'service_busy', '2']);
    deepEqual(await seen('budget_used_up'), [402, 'budget_used_up', '60']);
    deepEqual(await seen('teapot'), [422, 'test_answer_unknown', null]);
  });

  itNightly('gets a slow response', async () => {
    const { key } = await issue();
    const began = performance.now();
    const { status, body } = await call('/v1/vat', VAT, wishing(key, 'slow'));
    equal(status, 200, JSON.stringify(body));
    ok(performance.now() - began >= 4_900);
  });

  it('can fetch its responses and failures later, which no live key can', async () => {
    const { account, key } = await issue();
    const { platform, store } = await stack();
    const later = { Prefer: 'respond-async' };
    const createJob = async (headers: Record<string, string>) => {
      const made = await call('/v1/vat', VAT, { key, headers: { ...later, ...headers } });
      deepEqual(
        [made.status, made.headers.get('preference-applied')],
        [202, 'respond-async'],
        JSON.stringify(made.body),
      );
      return String(made.body.job_id);
    };
    const result = (id: string, as = key) => call(`/v1/jobs/${id}`, {}, { key: as, method: 'GET' });
    const finished = async (id: string) =>
      (
        await eventually(
          () => result(id),
          ({ body }) => body.state === 'finished',
        )
      ).body;
    const id = await createJob({});
    deepEqual(await finished(id), {
      ...{ job_id: id, state: 'finished', status: 200 },
      body: readRecordedResponses(platform.baseUrl).vat?.answer,
    });
    const failed = await finished(await createJob({ 'X-Test-Answer': 'job_crashed' }));
    deepEqual([failed.status, failed.body.type], [500, 'job_crashed']);
    equal((await call('/v1/vat', VAT, { key, headers: { ...later, 'X-Test-Answer': '429' } })).status, 429);
    equal((await call('/v1/vat', VAT, { key, headers: { Prefer: 'wait=5' } })).status, 200);
    const { plain } = await createKey(store, { account, name: 'live' });
    equal((await result(id, plain)).status, 404);
    deepEqual((await call('/v1/jobs', {}, { key: plain, method: 'GET' })).body.jobs, []);
    const real = await call('/v1/vat', VAT, { key: plain, headers: later });
    equal((await result(String(real.body.job_id))).status, 404);
  });

  it('has its calls listed in the portal, marked and without credits', async () => {
    const { customer, account } = await newCustomer();
    const { store } = await stack();
    const { plain: key } = await createKey(store, { account, name: 'tries', mode: 'test' });
    const { plain: live } = await createKey(store, { account, name: 'live' });
    equal((await call('/v1/vat', VAT, { key })).status, 200);
    equal((await call('/v1/vat', VAT, wishing(key, '503'))).status, 503);
    equal((await call('/v1/vat', VAT, { key: live })).status, 200);
    const rows = async (query = '') => {
      const html = await customer.page(`/account/requests${query}`);
      return [...html.matchAll(/<td[^>]*>vat<\/td>\s*<td[^>]*>(\d+)<[\s\S]*?([\d.]+|test)<\/td>\s*<\/tr>/g)].map(
        (row) => row.slice(1).join(' '),
      );
    };
    const all = await eventually(rows, (found) => found.length === 3);
    deepEqual(all, ['200 0.001', '503 test', '200 test']);
    deepEqual(await rows('?status=503'), ['503 test']);
    deepEqual(await rows('?state=charged'), ['200 0.001']);
    equal(await store.usage.countDocuments({ account }), 1);
  });

  it('gets the picture of a code as a file', async () => {
    const { key } = await issue();
    const { platform } = await stack();
    const answered = await fetch(`${platform.baseUrl}/v1/qr-code/generate`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-Key': key },
      body: JSON.stringify({ ...readRecordedResponses('')['qr-code/generate']?.request, download: 1 }),
    });
    deepEqual([answered.status, answered.headers.get('content-type')], [200, 'image/png']);
    equal(
      Buffer.from(await answered.arrayBuffer())
        .subarray(1, 4)
        .toString(),
      'PNG',
    );
  });

  it('has its own rate limit: 10 calls per second in all groups together', async () => {
    const { key } = await issue({ limits: {} });
    const { headers } = await call('/v1/vat', VAT, { key });
    equal(headers.get('ratelimit-limit'), '10');
    const paths = ['/v1/vat', '/v1/currency/platforms'];
    const burst = () =>
      Promise.all(Array.from({ length: 40 }, (_, nth) => call(paths[nth % 2] ?? '', nth % 2 ? {} : VAT, { key })));
    const isLimited = (answers: { status: number; body: { type?: string } }[]) =>
      answers.some(({ status, body }) => status === 429 && body.type === 'too_many_requests');
    ok(isLimited(await eventually(burst, isLimited)));
  });

  it('opens its account and tokens, and no other service route', async () => {
    const { key } = await issue();
    const { status, body, headers } = await call('/v1/account', {}, { key, method: 'GET' });
    deepEqual([status, body.key.mode, headers.get('x-mode')], [200, 'test', 'test']);
    for (const [method, path] of [
      ['GET', '/v1/usage'],
      ['GET', '/v1/requests'],
      ['GET', '/v1/jobs'],
      ['POST', '/v1/webhooks'],
      ['PATCH', '/v1/account'],
      ['DELETE', '/v1/qr-experience/1'],
    ] as const) {
      const refused = await call(path, {}, { key, method });
      deepEqual([refused.status, refused.body.type], [403, 'test_key_not_allowed'], path);
    }
  });

  it('does not count in the statistics of the platform', async () => {
    const { key } = await issue();
    const failures = async () =>
      sumSamples(await scrape('api'), 'utility_api_calls_total', { endpoint: 'vat', status: '500' });
    const before = await failures();
    equal((await call('/v1/vat', VAT, wishing(key, '500'))).status, 500);
    equal(await failures(), before);
  });

  it('is refused if it is unknown', async () => {
    const { status, body } = await call('/v1/vat', VAT, { key: 'ua_test_00000000000000000000000000000000' });
    deepEqual([status, body.type], [401, 'api_key_invalid']);
  });
});
