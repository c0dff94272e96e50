import { deepEqual, equal, match, ok, rejects, throws } from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ApiConnectionError,
  ApiError,
  type ClientOptions,
  ConfigurationError,
  InvalidValueError,
  RequestTimeoutError,
  type ResponseMetadata,
  UnknownFieldError,
  UtilityApi,
  UtilityApiError,
} from 'utility-api-client';
import { failed, hangUp, json, type ScriptedService, scriptedService, silence, type Turn } from './scripted-service.js';

const RATES = { rates: [] };
const pair = { from: 'EUR', to: 'USD' };

describe('the TypeScript client', () => {
  let service: ScriptedService;

  async function createClient(turns: Turn[], options: Partial<ClientOptions> = {}): Promise<UtilityApi> {
    service = await scriptedService(...turns);
    return new UtilityApi({ baseUrl: service.baseUrl, apiKey: 'ua_live_x', ...options });
  }
  afterEach(() => service.stop());

  const listKeys = () => service.received.map(({ headers }) => headers['idempotency-key']);

  it('posts JSON to the endpoint, with its key', async () => {
    const api = await createClient([json(200, RATES)]);
    deepEqual(await api.currency.rates(pair), RATES);
    const [{ method, url, headers, body } = { method: '', url: '', headers: {}, body: '' }] = service.received;
    deepEqual([method, url, JSON.parse(body)], ['POST', '/v1/currency/rates', pair]);
    equal(headers['x-api-key'], 'ua_live_x');
    equal(headers['content-type'], 'application/json');
    equal(headers.prefer, 'handling=strict');
  });

  it('refuses unknown fields before anything is sent, with a suggestion', async () => {
    const api = await createClient([json(200, RATES)]);
    const wrong = { pairs: [pair, { form: 'EUR', to: 'USD' }], xyz: 1, note: null } as object;
    await rejects(api.currency.rates(wrong), (error) => {
      ok(error instanceof UnknownFieldError);
      deepEqual([error.type, error.param], ['unknown_field', 'pairs[1].form']);
      deepEqual(
        error.errors.map(({ message }) => message),
        ['Unknown field "pairs[1].form": did you mean pairs[1].from?', 'Unknown field "xyz"'],
      );
      return true;
    });
    await rejects(api.usage({ groupby: 'key' } as object), { message: /did you mean group_by\?/ });
    equal(service.received.length, 0);
  });

  it('lets the service ignore unknown fields with strict: false, and reports them', async () => {
    const metadata: ResponseMetadata[] = [];
    const api = await createClient([json(200, RATES, { 'X-Unknown-Fields': 'xyz' })], {
      strict: false,
      onResponse: (one) => metadata.push(one),
    });
    await api.currency.rates({ ...pair, xyz: 1 } as object);
    equal(service.received[0]?.headers.prefer, undefined);
    equal(metadata[0]?.unknownFields, 'xyz');
  });

  it('sends requests to routes with GET and their query', async () => {
    const api = await createClient([json(200, {})]);
    await api.usage({ group_by: 'key', from: '2026-01-01' });
    const [first] = service.received;
    deepEqual([first?.method, first?.url], ['GET', '/v1/usage?group_by=key&from=2026-01-01']);
    equal(first?.headers['idempotency-key'], undefined);
    await api.request({ request_id: 'a/b' });
    equal(service.received[1]?.url, '/v1/requests/a%2Fb');
  });

  it('does not repeat what is not safe to repeat: a broken connection may have done it', async () => {
    const api = await createClient([hangUp, failed(503, { 'Retry-After': '0' }), json(200, { token: 'x' })]);
    await rejects(api.createToken(), ApiConnectionError);
    equal(service.received.length, 1);
    deepEqual(await api.createToken(), { token: 'x' });
    equal(service.received.length, 3);
  });

  it('sends a request again when its response breaks off', async () => {
    const half: Turn = (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
      response.write('{"rates":');
      setTimeout(() => response.destroy(), 20);
    };
    const api = await createClient([half, json(200, RATES)]);
    deepEqual(await api.currency.rates(pair), RATES);
    equal(new Set(listKeys()).size, 1);
  });

  it('returns a file when the file is requested', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
    const api = await createClient([
      (response) => response.writeHead(200, { 'Content-Type': 'image/svg+xml' }).end(svg),
      json(200, { data_base64: null }),
    ]);
    const file = await api.qrCode.generateFile({ qr_code_text: 'x' });
    deepEqual([file.type, file.size, await file.text()], ['image/svg+xml', svg.length, svg]);
    equal(new TextDecoder().decode(await file.bytes()), svg);
    deepEqual(await api.qrCode.generate({ qr_code_text: 'x' }), { data_base64: null });
    deepEqual(
      service.received.map(({ body }) => JSON.parse(body)),
      [{ qr_code_text: 'x', download: true }, { qr_code_text: 'x' }],
    );
  });

  it('returns JSON lines as a file, since they are no JSON document', async () => {
    const lines = '{"index":0}\n{"index":1}\n';
    const api = await createClient([
      (response) => response.writeHead(200, { 'Content-Type': 'application/x-ndjson' }).end(lines),
    ]);
    equal(await (await api.batchResults({ batch: 'bat_1' })).text(), lines);
  });

  for (const status of [429, 502, 503, 504]) {
    it(`sends again after ${status}, with the same Idempotency-Key`, async () => {
      const metadata: ResponseMetadata[] = [];
      const api = await createClient(
        [failed(status, { 'Retry-After': '0' }), json(200, RATES, { 'X-Credits-Cost': '0.005' })],
        {
          onResponse: (one) => metadata.push(one),
        },
      );
      deepEqual(await api.currency.rates(pair), RATES);
      const [first, second] = listKeys();
      ok(first);
      equal(second, first);
      deepEqual([metadata.length, metadata[0]?.attempts, metadata[0]?.creditsCost], [1, 2, 0.005]);
    });
  }

  it('sends again after a broken connection', async () => {
    const api = await createClient([hangUp, json(200, RATES)]);
    deepEqual(await api.currency.rates(pair), RATES);
    equal(new Set(listKeys()).size, 1);
  });

  it('waits for its own first attempt when that is still running', async () => {
    const api = await createClient([hangUp, failed(409, { 'Retry-After': '0' }), json(200, RATES)]);
    deepEqual(await api.currency.rates(pair), RATES);
    equal(service.received.length, 3);
  });

  it('uses another Idempotency-Key for another request, and the one that it is given', async () => {
    const api = await createClient([json(200, RATES)]);
    await api.currency.rates(pair);
    await api.currency.rates(pair);
    await api.currency.rates(pair, { idempotencyKey: 'order-1042' });
    const [first, second, third] = listKeys();
    ok(first !== second);
    equal(third, 'order-1042');
  });

  it('waits as long as Retry-After says', async () => {
    const api = await createClient([failed(503, { 'Retry-After': '1' }), json(200, RATES)]);
    const started = performance.now();
    await api.currency.rates(pair);
    const waited = performance.now() - started;
    ok(waited >= 990, `${waited} ms`);
  });

  for (const status of [400, 401, 402, 403, 404, 409, 413, 422, 500]) {
    it(`throws ${status} at once`, async () => {
      const api = await createClient([failed(status, { 'X-Request-Id': 'abc' })]);
      await rejects(api.currency.rates(pair), (error) => {
        ok(error instanceof ApiError);
        deepEqual([error.status, error.message, error.requestId], [status, 'No luck', 'abc']);
        return true;
      });
      equal(service.received.length, 1);
    });
  }

  it('gives up after maxRetries', async () => {
    const api = await createClient([failed(503, { 'Retry-After': '0' })], { maxRetries: 3 });
    await rejects(api.currency.rates(pair), ApiError);
    equal(service.received.length, 4);
    await rejects(api.currency.rates(pair, { maxRetries: 0 }), ApiError);
    equal(service.received.length, 5);
  });

  it('does not repeat a refused request at once for a Retry-After that is no time', async () => {
    for (const text of ['-1000000', '', 'Infinity']) {
      const api = await createClient([failed(429, { 'Retry-After': text })], { maxRetries: 1 });
      await rejects(api.currency.rates(pair, { signal: AbortSignal.timeout(20_000) }), ApiError);
      equal(service.received.length, 2, text);
      await service.stop();
    }
  });

  it('leaves a long Retry-After to the caller', async () => {
    const api = await createClient([failed(429, { 'Retry-After': '3600' })]);
    await rejects(api.currency.rates(pair), { status: 429, retryAfterSeconds: 3600 });
    equal(service.received.length, 1);
  });

  it('throws a RequestTimeoutError that names the limit', async () => {
    const api = await createClient([silence], { timeoutMs: 1_000, maxRetries: 1 });
    await rejects(api.currency.rates(pair), (error) => {
      ok(
        error instanceof RequestTimeoutError && error instanceof ApiConnectionError && error instanceof UtilityApiError,
      );
      match(error.message, /\/v1\/currency\/rates within 1000 ms/);
      return true;
    });
    equal(service.received.length, 2);
  });

  it('receives a file that takes longer than the timeout, but not one that stops in the middle', async () => {
    const write =
      (parts: number, isWhole: boolean): Turn =>
      (response) => {
        response.writeHead(200, { 'Content-Type': 'image/svg+xml' });
        let left = parts;
        const timer = setInterval(() => {
          response.write('part ');
          left -= 1;
          if (left > 0) return;
          clearInterval(timer);
          if (isWhole) response.end();
        }, 400);
      };
    const api = await createClient([write(5, true), write(1, false)], { timeoutMs: 1_500, maxRetries: 0 });
    const file = await api.qrCode.generateFile({ qr_code_text: 'x' });
    equal(await file.text(), 'part '.repeat(5));
    await rejects(api.qrCode.generateFile({ qr_code_text: 'x' }), RequestTimeoutError);
  });

  it('holds the connection for longer than timeoutMs if wait is longer', async () => {
    const slow: Turn = (response) => void setTimeout(() => json(200, { rates: [] })(response), 500);
    const api = await createClient([slow], { timeoutMs: 100, maxRetries: 0 });
    await api.currency.rates(pair, { wait: 1 });
    equal(service.received.length, 1);
  });

  it('gives up in time, however often garbage is collected meanwhile', async () => {
    const api = await createClient([silence], { timeoutMs: 300, maxRetries: 0 });
    const { signal } = new AbortController();
    const { gc } = globalThis;
    ok(gc);
    const collecting = setInterval(gc, 20);
    try {
      await rejects(api.currency.rates(pair, { signal }), RequestTimeoutError);
    } finally {
      clearInterval(collecting);
    }
  });

  it('ends with the reason of its signal, also while it waits to send again', async () => {
    const stop = new AbortController();
    const api = await createClient([
      (response) => {
        response.on('finish', () => setTimeout(() => stop.abort(new Error('enough')), 100));
        failed(503, { 'Retry-After': '20' })(response);
      },
    ]);
    await rejects(api.currency.rates(pair, { signal: stop.signal }), /enough/);
    equal(service.received.length, 1);
  });

  it('throws an error with all fields of the response', async () => {
    const errors = [
      { param: 'from', type: 'invalid_field', message: 'from must be a currency code', nearest: 'EUR' },
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
    const api = await createClient([json(422, body)]);
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

  it('leaves undefined what an error response lacks, or has in another form', async () => {
    const api = await createClient([
      failed(422),
      json(422, { error: 'No luck', type: 7, param: null, errors: [{ param: 'from' }, 'amount', null], doc_url: {} }),
    ]);
    const unknown = { message: 'No luck', status: 422, type: undefined, param: undefined, docUrl: undefined };
    await rejects(api.currency.rates(pair), { ...unknown, errors: undefined, requestId: undefined });
    await rejects(api.currency.rates(pair), { ...unknown, errors: [] });
  });

  it('throws the failure of a submitted request, with all fields of the response', async () => {
    const body = { error: 'Unknown country_code', code: 404, type: 'unknown_country' };
    const api = await createClient([json(202, { job_id: 'j1' }), json(200, { state: 'finished', status: 404, body })]);
    const job = await api.submit('vat', { action: 'country-rates', country_code: 'ZZ' });
    await rejects(job.result(), { message: body.error, status: 404, type: 'unknown_country', requestId: 'j1' });
    deepEqual(
      service.received.map(({ method, url, headers }) => [method, url, headers.prefer]),
      [
        ['POST', '/v1/vat', 'handling=strict, respond-async'],
        ['GET', '/v1/jobs/j1', undefined],
      ],
    );
  });

  it('holds the connection for as long as wait says, then fetches the result of the job', async () => {
    const finished = { state: 'finished', status: 200, body: RATES };
    const script = [json(202, { job_id: 'j1' }), json(200, { state: 'running', status: null }), json(200, finished)];
    const api = await createClient(script, { wait: 5 });
    deepEqual(await api.currency.rates(pair, { wait: 2 }), RATES);
    deepEqual(
      service.received.map(({ method, url, headers }) => [method, url, headers.prefer]),
      [
        ['POST', '/v1/currency/rates', 'handling=strict, wait=2'],
        ['GET', '/v1/jobs/j1', undefined],
        ['GET', '/v1/jobs/j1', undefined],
      ],
    );
  });

  it('sends a given Idempotency-Key with a POST to a route, and repeats that', async () => {
    const api = await createClient([failed(502), json(200, {}), json(200, {})]);
    await api.buyCredits({ pack: 'small' }, { idempotencyKey: 'order-1' });
    await api.buyCredits({ pack: 'small' });
    deepEqual(listKeys(), ['order-1', 'order-1', undefined]);
  });

  it('encodes an id as one segment of the path, and refuses one that is another path', async () => {
    const api = await createClient([json(200, {})]);
    await api.job('../webhooks/whk_1?a#b').cancel();
    await api.webhook({ webhook: 'a/../b' });
    deepEqual(
      service.received.map(({ method, url }) => `${method} ${url}`),
      ['DELETE /v1/jobs/..%2Fwebhooks%2Fwhk_1%3Fa%23b', 'GET /v1/webhooks/a%2F..%2Fb'],
    );
    for (const id of ['', '.', '..']) {
      await rejects(api.job(id).cancel(), InvalidValueError);
      await rejects(api.deleteWebhook({ webhook: id }), InvalidValueError);
    }
    equal(service.received.length, 2);
  });

  it('refuses values that cannot be sent, before anything is sent', async () => {
    const api = await createClient([json(200, {})]);
    const convert = (amount: unknown) => api.call('currency/convert', { ...pair, amount: amount as number });
    for (const amount of [Number.NaN, Number.POSITIVE_INFINITY, 1n]) await rejects(convert(amount), InvalidValueError);
    await rejects(api.deleteWebhook(Object()), InvalidValueError);
    await rejects(api.job(Object(null).id).status(), InvalidValueError);
    await rejects(api.batchJob('mailchecker', '').cancel(), InvalidValueError);
    const latin1 = new Blob([new Uint8Array([0x4d, 0xfc, 0x6c])]);
    await rejects(api.submitBatch('mailchecker', latin1), { name: 'InvalidValueError', message: /not in UTF-8/ });
    equal(service.received.length, 0);
  });

  it('leaves fields of a query out that are null', async () => {
    const api = await createClient([json(200, { requests: [], next: null })]);
    await api.requests({ after: null, limit: 2 } as object);
    equal(service.received[0]?.url, '/v1/requests?limit=2');
  });

  it('reports the states of a job, stops waiting with the reason of the signal, and cancels the job', async () => {
    const running = json(200, { state: 'running', status: null, body: null });
    const api = await createClient([running, running, json(200, { job_id: 'j1', state: 'cancelled' })]);
    const job = api.job('currency/rates', 'j1');
    const states: string[] = [];
    const enough = new AbortController();
    const onState = (state: string) => {
      states.push(state);
      enough.abort(new Error('enough'));
    };
    await rejects(job.result({ signal: enough.signal, onState }), /enough/);
    deepEqual(states, ['running']);
    await job.status();
    await job.cancel();
    deepEqual([service.received.at(-1)?.method, service.received.at(-1)?.url], ['DELETE', '/v1/jobs/j1']);
  });

  it('follows no redirect, which would show the key to another URL', async () => {
    const api = await createClient([(response) => response.writeHead(307, { Location: '/elsewhere' }).end()]);
    await rejects(api.currency.rates(pair), { status: 307, message: '307 Temporary Redirect' });
    equal(service.received.length, 1);
  });

  it('sends the URL to which the result is posted', async () => {
    const api = await createClient([json(202, { job_id: 'j1' })]);
    await api.submit('vat', { action: 'list-countries' }, { callbackUrl: 'https://hooks.example.com/a,b?c="d"' });
    deepEqual(
      service.received.map(({ headers }) => headers.prefer),
      ['handling=strict, respond-async; callback_url="https://hooks.example.com/a,b?c=\\"d\\""'],
    );
  });

  it('reads the status of an error that is not JSON', async () => {
    const page: Turn = (response) => response.writeHead(400, { 'Content-Type': 'text/html' }).end('<p>Bad</p>');
    const api = await createClient([page]);
    await rejects(api.currency.rates(pair), { message: '400 Bad Request' });
  });

  it('fetches a fresh token before each attempt', async () => {
    let fetched = 0;
    const api = await createClient([failed(503, { 'Retry-After': '0' }), json(200, RATES)], {
      apiKey: undefined,
      token: async () => `token-${++fetched}`,
    });
    await api.currency.rates(pair);
    deepEqual(
      service.received.map(({ headers }) => [headers.authorization, headers['x-api-key']]),
      [
        ['Bearer token-1', undefined],
        ['Bearer token-2', undefined],
      ],
    );
  });

  it('refuses a missing or invalid base URL when it is created', () => {
    const url = process.env.UTILITY_API_URL;
    delete process.env.UTILITY_API_URL;
    try {
      throws(() => new UtilityApi({ apiKey: 'ua_live_x' }), {
        name: 'ConfigurationError',
        message: /baseUrl is missing/,
      });
      for (const baseUrl of ['api.example.com', 'ftp://api.example.com', 'https://', 'https://api.example.com?x=1']) {
        throws(() => new UtilityApi({ baseUrl }), ConfigurationError, baseUrl);
      }
    } finally {
      if (url !== undefined) process.env.UTILITY_API_URL = url;
    }
  });

  it('reads its URL and its key from the environment, but no key beside a token', async () => {
    service = await scriptedService(json(200, RATES));
    const { UTILITY_API_URL, UTILITY_API_KEY } = process.env;
    Object.assign(process.env, { UTILITY_API_URL: service.baseUrl, UTILITY_API_KEY: 'ua_live_env' });
    try {
      await new UtilityApi().currency.rates(pair);
      await new UtilityApi({ token: 'token-1' }).currency.rates(pair);
    } finally {
      for (const [name, value] of Object.entries({ UTILITY_API_URL, UTILITY_API_KEY })) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
    deepEqual(
      service.received.map(({ headers }) => [headers['x-api-key'], headers.authorization]),
      [
        ['ua_live_env', undefined],
        [undefined, 'Bearer token-1'],
      ],
    );
  });

  it('refuses an API key that no header can have, and does not print it', () => {
    for (const apiKey of ['ua_live_…', 'ua_live_a\nua_live_b']) {
      throws(
        () => new UtilityApi({ baseUrl: 'https://api.example.com', apiKey }),
        (error: Error) => {
          equal(error.name, 'ConfigurationError');
          ok(!error.message.includes('ua_live_'), error.message);
          return true;
        },
      );
    }
  });

  it('takes a base URL with a path, with and without /v1 and slashes at its end', async () => {
    const ends = ['', '/', '/v1', '/v1/', '/gateway', '/gateway/v1'];
    await createClient([json(200, {})]);
    for (const end of ends) await new UtilityApi({ baseUrl: service.baseUrl + end, apiKey: 'ua_live_x' }).account();
    const expected = ends.map((end) => `${end.startsWith('/gateway') ? '/gateway' : ''}/v1/account`);
    deepEqual(
      service.received.map(({ url }) => url),
      expected,
    );
  });

  it('sends a request without fields, of a program without types, for the service to name what is missing', async () => {
    const untyped = Object(await createClient([json(400, { error: 'action is required', type: 'missing_field' })]));
    await rejects(untyped.vat(), { name: 'ApiError', type: 'missing_field' });
  });

  it('throws a ConfigurationError when the token function throws, and sends nothing', async () => {
    const cause = new Error('no session');
    const api = await createClient([json(200, RATES)], { token: () => Promise.reject(cause) });
    await rejects(api.currency.rates(pair), {
      name: 'ConfigurationError',
      message: 'The token function failed: no session',
      cause,
    });
    equal(service.received.length, 0);
  });

  it('returns the metadata of a response with its data', async () => {
    const headers = { 'X-Request-Id': 'req_1', 'X-Credits-Cost': '0.005', 'X-Credits-Remaining': '9.5' };
    const api = await createClient([
      json(200, RATES, { ...headers, 'X-Upstream': 'sandbox' }),
      json(200, RATES, { 'X-Mode': 'test' }),
    ]);
    const { data, metadata } = await api.currency.rates(pair).withMetadata();
    deepEqual(data, RATES);
    const { headers: received, ...others } = metadata;
    equal(received.get('x-request-id'), 'req_1');
    deepEqual(others, {
      path: '/v1/currency/rates',
      status: 200,
      requestId: 'req_1',
      creditsCost: 0.005,
      creditsRemaining: 9.5,
      mode: 'live',
      upstream: 'sandbox',
      unknownFields: undefined,
      attempts: 1,
    });
    const test = await api.currency.rates(pair).withMetadata();
    deepEqual([test.metadata.mode, test.metadata.upstream], ['test', undefined]);
  });

  it('reports a failure through withMetadata alone', async () => {
    const api = await createClient([failed(402, { 'X-Request-Id': 'req_1', 'X-Credits-Cost': '0' })]);
    let unhandled = 0;
    const count = () => {
      unhandled++;
    };
    process.on('unhandledRejection', count);
    try {
      await rejects(api.currency.rates(pair).withMetadata(), { name: 'ApiError', requestId: 'req_1', creditsCost: 0 });
      // Node reports unhandled rejections before the next turn of its event loop.
      await new Promise(setImmediate);
    } finally {
      process.off('unhandledRejection', count);
    }
    equal(unhandled, 0);
  });

  it('sends the headers of the client and of the request, which come first', async () => {
    const api = await createClient([json(200, RATES)], { headers: { 'X-Team': 'shop', 'X-Trace': '1' } });
    await api.currency.rates(pair, { headers: { 'X-Trace': '2' } });
    deepEqual([service.received[0]?.headers['x-team'], service.received[0]?.headers['x-trace']], ['shop', '2']);
  });

  it('iterates over the items of all pages, each fetched when it is needed', async () => {
    const page = (ids: string[], next: string | null): Turn =>
      json(200, { requests: ids.map((request_id) => ({ request_id })), next });
    const api = await createClient([
      page(['a', 'b'], 'cursor-1'),
      page([], 'cursor-2'),
      page(['c'], null),
      page(['x'], null),
    ]);
    const ids: string[] = [];
    for await (const { request_id } of api.requests({ limit: 2, state: 'charged' })) ids.push(request_id);
    deepEqual(ids, ['a', 'b', 'c']);
    deepEqual(
      service.received.map(({ url }) => url),
      ['', '&after=cursor-1', '&after=cursor-2'].map((after) => `/v1/requests?limit=2&state=charged${after}`),
    );
    equal((await api.requests()).next, null);
  });

  it('stops fetching pages when the loop ends, and throws the error of a page', async () => {
    const api = await createClient([json(200, { requests: [{ request_id: 'a' }], next: 'cursor-1' }), failed(403)]);
    for await (const { request_id } of api.requests()) if (request_id === 'a') break;
    equal(service.received.length, 1);
    await rejects(
      async () => {
        for await (const _ of api.requests()) ok(true);
      },
      { status: 403 },
    );
  });

  it('submits a batch once, waits for its end, and iterates over its typed results', async () => {
    const batch = { id: 'bat_1', state: 'running', finished_at: null };
    const rows = [
      { index: 0, status: 200, body: { risk: 'low' } },
      { index: 1, status: 422, body: { error: 'email is invalid', type: 'invalid_field', request_id: 'req_2' } },
    ];
    const api = await createClient([
      failed(503, { 'Retry-After': '0' }),
      json(202, batch),
      json(200, batch),
      json(200, { ...batch, state: 'finished', finished_at: '2026-01-05T13:37:00.000Z' }),
      (response) =>
        response
          .writeHead(200, { 'Content-Type': 'application/x-ndjson' })
          .end(rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
    ]);
    const submitted = await api.submitBatch('mailchecker', [{ email: 'a@example.com' }, { email: 'b' }], {
      name: 'May',
    });
    const states: string[] = [];
    const results = [];
    for await (const { index, data, error } of submitted.results({ onProgress: ({ state }) => states.push(state) })) {
      results.push([index, data?.risk, error?.type, error?.requestId]);
    }
    deepEqual(results, [
      [0, 'low', undefined, undefined],
      [1, undefined, 'invalid_field', 'req_2'],
    ]);
    deepEqual(states, ['running', 'finished']);
    const [first, second] = service.received;
    equal(first?.headers['idempotency-key'], second?.headers['idempotency-key']);
    deepEqual(JSON.parse(second?.body ?? ''), {
      endpoint: '/v1/mailchecker',
      items: [{ email: 'a@example.com' }, { email: 'b' }],
      name: 'May',
    });
    equal(service.received.at(-1)?.url, '/v1/batches/bat_1/results?format=jsonl');
  });

  it('submits CSV and JSON lines from text, Blobs and paths, and saves files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'client-files-'));
    try {
      const api = await createClient([
        (response) => response.writeHead(200, { 'Content-Type': 'text/csv' }).end('email,risk\n'),
        json(202, { id: 'bat_1' }),
      ]);
      const path = join(folder, 'list.csv');
      const file = await api.batchJob('mailchecker', 'bat_1').file('csv');
      await file.save(path);
      equal(await readFile(path, 'utf8'), 'email,risk\n');
      await api.submitBatch('mailchecker', { path });
      await api.submitBatch('mailchecker', new Blob(['{"email":"a"}\n\n{"email":"b"}\n']));
      await api.submitBatch('mailchecker', 'email\na\n');
      deepEqual(
        service.received.slice(1).map(({ body }) => JSON.parse(body)),
        [{ csv: 'email,risk\n' }, { items: [{ email: 'a' }, { email: 'b' }] }, { csv: 'email\na\n' }].map((fields) => ({
          endpoint: '/v1/mailchecker',
          ...fields,
        })),
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
