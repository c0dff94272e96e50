import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { type ClientOptions, UtilityApi } from 'utility-api-client';
import { failed, json, type ScriptedService, scriptedService, type Turn } from './scripted-service.js';

const RATES = { rates: [] };
const pair = { from: 'EUR', to: 'USD' };
const LIMIT = 20;

/** A service that counts requests in windows of a second, which begin with a request. */
function limited(limit: number): { turn: Turn; refused: () => number } {
  let windowEnd = 0;
  let counted = 0;
  let refused = 0;
  const turn: Turn = (response) => {
    const now = performance.now();
    if (now >= windowEnd) {
      windowEnd = now + 1_000;
      counted = 0;
    }
    counted++;
    const headers = {
      'RateLimit-Limit': String(limit),
      'RateLimit-Remaining': String(Math.max(0, limit - counted)),
      'RateLimit-Reset': '1',
    };
    if (counted <= limit) return json(200, RATES, headers)(response);
    refused++;
    return failed(429, { ...headers, 'Retry-After': '1' })(response);
  };
  return { turn, refused: () => refused };
}

describe('the rate limiter of the TypeScript client', () => {
  let service: ScriptedService;
  async function createClient(turns: Turn[], options: Partial<ClientOptions> = {}): Promise<UtilityApi> {
    service = await scriptedService(...turns);
    return new UtilityApi({ baseUrl: service.baseUrl, apiKey: 'ua_live_x', ...options });
  }
  afterEach(() => service.stop());

  it('lets 100 parallel requests of one group succeed, by holding most of them back', async () => {
    const { turn, refused } = limited(LIMIT);
    const api = await createClient([turn], { maxRetries: 1 });
    const started = performance.now();
    const all = await Promise.all(Array.from({ length: 100 }, () => api.currency.rates(pair)));
    const seconds = (performance.now() - started) / 1_000;
    equal(all.length, 100);
    ok(seconds > 4, `${seconds} s`);
    // A client that does not hold requests back is refused 80 times at once.
    ok(refused() < 80, `${refused()} of the requests were refused`);
  });

  it('waits for requests that others send with the same key', async () => {
    const { turn } = limited(LIMIT);
    const api = await createClient([turn], { maxRetries: 1 });
    const other = new UtilityApi({ baseUrl: service.baseUrl, apiKey: 'ua_live_x', maxRetries: 1 });
    const all = [api, other].flatMap((one) => Array.from({ length: 30 }, () => one.currency.rates(pair)));
    equal((await Promise.all(all)).length, 60);
  });

  it('waits no longer than a window for a limit that resets in a year', async () => {
    const headers = { 'RateLimit-Limit': '20', 'RateLimit-Remaining': '0', 'RateLimit-Reset': '31536000' };
    const api = await createClient([json(200, RATES, headers)]);
    await api.currency.rates(pair);
    const signal = AbortSignal.timeout(20_000);
    deepEqual(await api.currency.rates(pair, { signal }), RATES);
  });

  it('does not hold one group back for another', async () => {
    const full = { 'RateLimit-Limit': '20', 'RateLimit-Remaining': '0', 'RateLimit-Reset': '1' };
    const api = await createClient([json(200, RATES, full), json(200, {}, full), json(200, RATES, full)]);
    await api.currency.rates(pair);
    const started = performance.now();
    await api.vat({ action: 'list-countries' });
    const other = performance.now() - started;
    await api.currency.rates(pair);
    const same = performance.now() - started;
    ok(same >= 990 && other < same, `${other} ms, ${same} ms`);
  });

  it('gives up if the limit lasts longer than 30 seconds', async () => {
    const api = await createClient([failed(429, { 'Retry-After': '31' })]);
    await rejects(api.currency.rates(pair), { status: 429 });
    equal(service.received.length, 1);
  });

  it('does not retry with maxRetries 0', async () => {
    const api = await createClient([failed(429, { 'Retry-After': '1' })], { maxRetries: 0 });
    await rejects(api.currency.rates(pair), { status: 429 });
    equal(service.received.length, 1);
  });

  it('takes a request out of the queue when its signal ends it, and leaves no timer that keeps the process alive', async () => {
    const countTimers = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
    const api = await createClient([json(200, RATES), failed(429, { 'Retry-After': '20' }), json(200, RATES)]);
    await api.currency.rates(pair);
    const before = countTimers();
    const stop = new AbortController();
    const results = Promise.allSettled([
      api.currency.rates(pair, { signal: stop.signal }),
      api.currency.rates(pair, { signal: stop.signal }),
    ]);
    setTimeout(() => stop.abort(new Error('enough')), 200);
    deepEqual(
      (await results).map((one) => (one.status === 'rejected' ? one.reason.message : 'done')).includes('enough'),
      true,
    );
    ok(countTimers() <= before);
  });
});
