import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { type AnswerFacts, type ClientOptions, ConnectionError, UtilityApi, UtilityApiError } from 'utility-api-client';
import { failed, hangUp, json, type ScriptedService, scriptedService, silence, type Turn } from './scripted-service.js';

const RATES = { rates: [] };
const pair = { from: 'EUR', to: 'USD' };

describe('the TypeScript client', () => {
  let service: ScriptedService;

  async function clientOf(turns: Turn[], options: Partial<ClientOptions> = {}): Promise<UtilityApi> {
    service = await scriptedService(...turns);
    return new UtilityApi({ baseUrl: service.baseUrl, apiKey: 'ua_live_x', ...options });
  }
  afterEach(() => service.stop());

  const keysSent = () => service.seen.map(({ headers }) => headers['idempotency-key']);

  it('posts JSON to the endpoint, with its key', async () => {
    const api = await clientOf([json(200, RATES)]);
    deepEqual(await api.currency.rates(pair), RATES);
    const [{ method, url, headers, body } = { method: '', url: '', headers: {}, body: '' }] = service.seen;
    deepEqual([method, url, JSON.parse(body)], ['POST', '/v1/currency/rates', pair]);
    equal(headers['x-api-key'], 'ua_live_x');
    equal(headers['content-type'], 'application/json');
  });

  it('asks routes beside the endpoints by GET, with their query', async () => {
    const api = await clientOf([json(200, {})]);
    await api.usage({ group_by: 'key', from: '2026-01-01' });
    const [first] = service.seen;
    deepEqual([first?.method, first?.url], ['GET', '/v1/usage?group_by=key&from=2026-01-01']);
  });

  it('gets a file as a Blob, when the file is what is asked for', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
    const api = await clientOf([
      (response) => response.writeHead(200, { 'Content-Type': 'image/svg+xml' }).end(svg),
      json(200, { data_base64: null }),
    ]);
    const file = await api.qrCode.generateFile({ qr_code_text: 'x' });
    deepEqual([file.type, await file.text()], ['image/svg+xml', svg]);
    deepEqual(await api.qrCode.generate({ qr_code_text: 'x' }), { data_base64: null });
    deepEqual(
      service.seen.map(({ body }) => JSON.parse(body)),
      [{ qr_code_text: 'x', download: true }, { qr_code_text: 'x' }],
    );
  });

  for (const status of [429, 500, 502, 503, 504]) {
    it(`tries again after ${status}, under the same Idempotency-Key`, async () => {
      const facts: AnswerFacts[] = [];
      const api = await clientOf(
        [failed(status, { 'Retry-After': '0' }), json(200, RATES, { 'X-Credits-Cost': '0.005' })],
        {
          onAnswer: (told) => facts.push(told),
        },
      );
      deepEqual(await api.currency.rates(pair), RATES);
      const [first, second] = keysSent();
      ok(first);
      equal(second, first);
      deepEqual([facts.length, facts[0]?.tries, facts[0]?.creditsCost], [1, 2, 0.005]);
    });
  }

  it('tries again after a connection that broke', async () => {
    const api = await clientOf([hangUp, json(200, RATES)]);
    deepEqual(await api.currency.rates(pair), RATES);
    equal(new Set(keysSent()).size, 1);
  });

  it('waits for its own first try when that is still running', async () => {
    const api = await clientOf([hangUp, failed(409, { 'Retry-After': '0' }), json(200, RATES)]);
    deepEqual(await api.currency.rates(pair), RATES);
    equal(service.seen.length, 3);
  });

  it('uses another Idempotency-Key for another call, and the one that it is given', async () => {
    const api = await clientOf([json(200, RATES)]);
    await api.currency.rates(pair);
    await api.currency.rates(pair);
    await api.currency.rates(pair, { idempotencyKey: 'order-1042' });
    const [first, second, third] = keysSent();
    ok(first !== second);
    equal(third, 'order-1042');
  });

  it('waits as long as it is told to', async () => {
    const api = await clientOf([failed(503, { 'Retry-After': '1' }), json(200, RATES)]);
    const started = performance.now();
    await api.currency.rates(pair);
    const waited = performance.now() - started;
    ok(waited >= 990, `${waited} ms`);
  });

  for (const status of [400, 401, 402, 403, 404, 409, 413, 422]) {
    it(`throws ${status} at once`, async () => {
      const api = await clientOf([failed(status, { 'X-Request-Id': 'abc' })]);
      await rejects(api.currency.rates(pair), (error) => {
        ok(error instanceof UtilityApiError);
        deepEqual([error.status, error.message, error.requestId], [status, 'No luck', 'abc']);
        return true;
      });
      equal(service.seen.length, 1);
    });
  }

  it('gives up after the retries that it may make', async () => {
    const api = await clientOf([failed(503, { 'Retry-After': '0' })], { maxRetries: 3 });
    await rejects(api.currency.rates(pair), UtilityApiError);
    equal(service.seen.length, 4);
    await rejects(api.currency.rates(pair, { maxRetries: 0 }), UtilityApiError);
    equal(service.seen.length, 5);
  });

  it('says that there was no answer', async () => {
    const api = await clientOf([silence], { timeoutMs: 1_000, maxRetries: 1 });
    await rejects(api.currency.rates(pair), ConnectionError);
    equal(service.seen.length, 2);
  });

  it('gives up in time, however often garbage is collected meanwhile', async () => {
    const api = await clientOf([silence], { timeoutMs: 300, maxRetries: 0 });
    const { signal } = new AbortController();
    const { gc } = globalThis;
    ok(gc);
    const collecting = setInterval(gc, 20);
    try {
      await rejects(api.currency.rates(pair, { signal }), ConnectionError);
    } finally {
      clearInterval(collecting);
    }
  });

  it('ends when it is told to, also while it waits to try again', async () => {
    const api = await clientOf([failed(503, { 'Retry-After': '60' })]);
    const signal = AbortSignal.timeout(1_000);
    await rejects(api.currency.rates(pair, { signal }), { name: 'TimeoutError' });
    equal(service.seen.length, 1);
  });

  it('tells all that the service says of an error', async () => {
    const errors = [
      { param: 'from', type: 'invalid_field', message: 'from must be a currency code' },
      { param: 'amount', type: 'missing_field', message: 'amount is required' },
    ];
    const body = {
      error: 'from must be a currency code',
      code: 422,
      type: 'invalid_field',
      param: 'from',
      errors,
      request_id: 'in-body',
      doc_url: 'https://api.example.com/docs/errors#invalid_field',
    };
    const api = await clientOf([json(422, body)]);
    await rejects(api.currency.rates(pair), {
      message: body.error,
      status: 422,
      type: 'invalid_field',
      param: 'from',
      errors,
      requestId: 'in-body',
      docUrl: body.doc_url,
    });
  });

  it('leaves undefined what the service does not say of an error, or says in another form', async () => {
    const api = await clientOf([
      failed(422),
      json(422, { error: 'No luck', type: 7, param: null, errors: [{ param: 'from' }, 'amount', null], doc_url: {} }),
    ]);
    const unknown = { message: 'No luck', status: 422, type: undefined, param: undefined, docUrl: undefined };
    await rejects(api.currency.rates(pair), { ...unknown, errors: undefined, requestId: undefined });
    await rejects(api.currency.rates(pair), { ...unknown, errors: [] });
  });

  it('throws the failure of a call that was handed in, with all that the service says of it', async () => {
    const body = { error: 'Unknown country_code', code: 404, type: 'unknown_country' };
    const api = await clientOf([json(202, { job_id: 'j1' }), json(200, { state: 'finished', status: 404, body })]);
    const job = await api.submit('vat', { action: 'country-rates', country_code: 'ZZ' });
    await rejects(job.answer(), { message: body.error, status: 404, type: 'unknown_country', requestId: 'j1' });
    deepEqual(
      service.seen.map(({ method, url, headers }) => [method, url, headers.prefer]),
      [
        ['POST', '/v1/vat', 'respond-async'],
        ['GET', '/v1/jobs/j1', undefined],
      ],
    );
  });

  it('names the address to which the answer of a call is to be posted', async () => {
    const api = await clientOf([json(202, { job_id: 'j1' })]);
    await api.submit('vat', { action: 'list-countries' }, { callbackUrl: 'https://hooks.example.com/a,b?c="d"' });
    deepEqual(
      service.seen.map(({ headers }) => headers.prefer),
      ['respond-async; callback_url="https://hooks.example.com/a,b?c=\\"d\\""'],
    );
  });

  it('reads the status of an error that is not JSON', async () => {
    const page: Turn = (response) => response.writeHead(400, { 'Content-Type': 'text/html' }).end('<p>Bad</p>');
    const api = await clientOf([page]);
    await rejects(api.currency.rates(pair), { message: '400 Bad Request' });
  });

  it('asks for a fresh token before each try', async () => {
    let made = 0;
    const api = await clientOf([failed(503, { 'Retry-After': '0' }), json(200, RATES)], {
      apiKey: undefined,
      token: async () => `token-${++made}`,
    });
    await api.currency.rates(pair);
    deepEqual(
      service.seen.map(({ headers }) => [headers.authorization, headers['x-api-key']]),
      [
        ['Bearer token-1', undefined],
        ['Bearer token-2', undefined],
      ],
    );
  });
});
