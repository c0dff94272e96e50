import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { errors, FIELD_ERRORS } from '../../shared/contract/errors.js';
import { call, newAccount, stack } from '../helpers/stack.js';

describe('an error body', () => {
  let key: string;
  before(async () => {
    ({ key } = await newAccount());
  });

  it('has a stable type, the request id and its place in the documentation, beside message and status', async () => {
    const { platform } = await stack();
    const { status, headers, body } = await call('/v1/vat', {});
    equal(status, 401);
    deepEqual(body, {
      error: 'API key is required',
      code: 401,
      type: 'api_key_missing',
      request_id: headers.get('x-request-id'),
      doc_url: `${platform.baseUrl}/docs/errors/api_key_missing`,
    });
  });

  it('has them also where a worker made it', async () => {
    const { platform } = await stack();
    const { headers, body } = await call('/v1/currency/convert', { from: 'EUR', to: 'QQQ', amount: 1 }, { key });
    deepEqual(body, {
      error: 'Exchange rate not available for EUR/QQQ',
      code: 404,
      type: 'exchange_rate_unavailable',
      request_id: headers.get('x-request-id'),
      doc_url: `${platform.baseUrl}/docs/errors/exchange_rate_unavailable`,
    });
  });

  it('lists the problems of all fields, the first one in front', async () => {
    const sent = { from: '?', amount: 'much', include_platforms: 'perhaps' };
    const { status, body } = await call('/v1/currency/convert', sent, { key });
    equal(status, 422);
    equal(body.error, 'to is required');
    equal(body.type, FIELD_ERRORS.missing);
    equal(body.param, 'to');
    deepEqual(body.errors, [
      { param: 'to', type: 'missing_field', message: 'to is required' },
      { param: 'from', type: 'invalid_field', message: 'from must be a currency code such as EUR' },
      { param: 'amount', type: 'invalid_field', message: 'amount must be a number from 0.01 to 10000000' },
      { param: 'include_platforms', type: 'invalid_field', message: 'include_platforms must be true or false' },
    ]);
  });

  it('names a field inside others by its path', async () => {
    const { body } = await call(
      '/v1/currency/rates',
      { pairs: [{ from: 'EUR', to: 'USD' }, { from: 'EUR' }] },
      { key },
    );
    equal(body.param, 'pairs[1].to');
    const block = { type: 'button', props: { label: 'Go', href: 'javascript:alert(1)' } };
    const page = { version: 1, blocks: [{ type: 'text', props: { text: 'Hello' } }, block] };
    const answer = await call('/v1/qr-experience/generate', { type: 'page', page }, { key });
    equal(answer.status, 422);
    equal(answer.body.param, 'page.blocks[1].props.href');
    match(answer.body.error, /^page\.blocks\[1\]\.props\.href must be an http, https, mailto, tel or sms link$/);
  });

  it('has the type of the contract where the contract names the error of a field or a rule', async () => {
    const topic = await call('/v1/video-platform/generate/title-generator', {}, { key });
    deepEqual([topic.status, topic.body.type, topic.body.param], [400, 'missing_topic', 'topic']);
    const sign = await call('/v1/horoscope/daily-horoscope', {}, { key });
    deepEqual([sign.status, sign.body.type, sign.body.param], [422, 'sign_or_birth_date_required', 'sign']);
  });

  it('lists at most fifty problems', async () => {
    const pairs = Array.from({ length: 20 }, () => ({ from: '?', to: '?', more: 1 }));
    const { body } = await call('/v1/currency/rates', { pairs: [...pairs, ...pairs, ...pairs] }, { key });
    ok(body.errors.length > 1 && body.errors.length <= 50);
  });

  it('leads to a page of its own, whatever its type, and has a row in the table of errors', async () => {
    const tables = ['/docs/errors', '/docs/errors-of-operators'].map((path) =>
      call(path, undefined, { method: 'GET' }),
    );
    const table = (await Promise.all(tables)).map(({ body }) => body).join('');
    const types = [...Object.values(errors).map(({ type }) => type), ...Object.values(FIELD_ERRORS)];
    ok(types.every((type) => /^[a-z]+(_[a-z]+)*$/.test(type)));
    deepEqual(
      types.filter((type) => !table.includes(`<tr id="${type}">`)),
      [],
    );
    for (const type of types) {
      const { status, body: page } = await call(`/docs/errors/${type}`, undefined, { method: 'GET' });
      equal(status, 200, type);
      match(page.replaceAll('<wbr>', ''), new RegExp(`<h1[^>]*>${type}</h1>`));
      for (const section of ['cause', 'remedy', 'cost']) {
        match(page, new RegExp(`<h2 id="${section}">[^<]+</h2>\\s*<p>.{8,}</p>`), `${type} ${section}`);
      }
    }
  });

  it('is on its page as clients get it, with its cost', async () => {
    const { platform } = await stack();
    const { body: answered } = await call('/v1/currency/convert', { from: 'EUR', to: 'QQQ', amount: 1 }, { key });
    const { body: page } = await call(new URL(answered.doc_url).pathname, undefined, { method: 'GET' });
    const [, shown = ''] = /<code class="language-json">(.*?)<\/code>/s.exec(page) ?? [];
    const body = JSON.parse(shown.replace(/<[^>]+>/g, '').replaceAll('&quot;', '"'));
    deepEqual({ ...body, request_id: '' }, { ...answered, request_id: '' });
    ok(answered.doc_url.startsWith(platform.baseUrl));
    match(page, /The price of the request/);
    match(page, /href="\/docs\/currency#convert"/);
    for (const [type, costs] of [
      ['too_many_requests', /Nothing\. The request is rejected before it is charged/],
      ['upstream_unavailable', /Nothing\. The credits of the request are refunded/],
      ['account_unknown', /Nothing\. Only endpoints cost credits/],
      ['missing_field', /The price of the request/],
    ] as const) {
      match((await call(`/docs/errors/${type}`, undefined, { method: 'GET' })).body, costs, type);
    }
  });
});
