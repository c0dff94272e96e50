import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { toCredits } from '../../shared/contract/amounts.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import type { Endpoint } from '../../shared/contract/endpoint.js';
import { computePrice } from '../../shared/contract/endpoint.js';
import { type Agent, agent, textIn } from '../../test/helpers/agent.js';
import { rawRequest } from '../../test/helpers/raw-request.js';
import { nightlyOrDaily } from '../../test/helpers/scale.js';
import { call, eventually, isAtRest, newAccount, stack, type TestAccount } from '../../test/helpers/stack.js';
import { repeatUntilWithinSecond } from '../../test/helpers/timing.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };
const MiB = 1024 * 1024;

const toToolName = ({ id }: Endpoint): string => id.replace(/[/-]/g, '_');

/** Posts messages of the protocol without a client. */
const post = (messages: unknown, key: string, headers: Record<string, string> = {}) =>
  call('/mcp', messages, { key, headers });

const vatCall = (id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'vat', arguments: VAT },
});

describe('agents (MCP)', () => {
  let account: TestAccount;
  let ours: Agent;
  before(async () => {
    account = await newAccount({ credits: 5 });
    ours = await agent({ headers: { 'X-API-Key': account.key } });
    // From now on the client checks what is structured against the schemas of the tools.
    await ours.client.listTools();
  });
  after(() => ours?.client.close());

  describe('the tools', () => {
    it('return the example of each endpoint, according to their output schema, at its price', async () => {
      const firstOfEach = [...new Map([...catalogue].reverse().map((one) => [one.group.id, one])).values()];
      for (const endpoint of nightlyOrDaily(catalogue, firstOfEach)) {
        const { first, request } = endpoint.example;
        const given = first?.take(
          (await ours.call(toToolName(first.endpoint), first.endpoint.example.request)).structuredContent,
        );
        const result = await ours.call(toToolName(endpoint), { ...request, ...given });
        ok(!result.isError, `${endpoint.id}: ${textIn(result)}`);
        const { upstream } = result._meta ?? {};
        const [text] = result.content.slice(upstream === 'sandbox' ? 1 : 0);
        deepEqual(text?.type === 'text' && JSON.parse(text.text), result.structuredContent);
        equal(result._meta?.credits_cost, toCredits(computePrice(endpoint, request)));
      }
    });

    it('return a list as items, and declare synthetic data', async () => {
      const videos = await ours.call('video_platform_channel_videos', { channel: '@cats', limit: 2 });
      const { items } = videos.structuredContent as { items: { id: string }[] };
      equal(items.length, 2);
      deepEqual([videos._meta?.mode, videos._meta?.upstream], ['live', 'sandbox']);
      match(textIn(videos), /^Example data: synthetic/);
      match(JSON.stringify(videos.structuredContent), /^\{"notice":"Example data: synthetic/);
      const real = await ours.call('vat', VAT);
      deepEqual([real._meta?.mode, real._meta?.upstream], ['live', undefined]);
      match(textIn(real), /^\{/);
    });

    it('say first that the result of a test key is example data', async () => {
      const { key } = await newAccount({ mode: 'test' });
      await using tester = await agent({ headers: { 'X-API-Key': key } });
      const result = await tester.call('currency_convert', { from: 'JPY', to: 'CHF', amount: 1 });
      match(textIn(result), /^Example data: this connection uses a test key/);
      match(JSON.stringify(result.structuredContent), /^\{"notice":"Example data: this connection uses a test key/);
      deepEqual([result._meta?.mode, result._meta?.credits_cost], ['test', 0]);
    });

    it('return pictures as images, and drawings as their source', async () => {
      const qr = { qr_code_text: 'https://example.com', image_width: 100 };
      for (const [fields, mime] of [
        [qr, 'image/png'],
        [{ ...qr, image_format: 'JPG', download: true }, 'image/jpeg'],
      ] as const) {
        const { content, structuredContent } = await ours.call('qr_code_generate', fields);
        const image = content.find(({ type }) => type === 'image');
        ok(image?.type === 'image' && image.mimeType === mime && Buffer.from(image.data, 'base64').length > 100);
        equal(structuredContent?.data_base64, null);
        equal(structuredContent?.mime, mime);
      }
      const { content } = await ours.call('qr_code_generate', { ...qr, image_format: 'SVG' });
      const drawing = content.find(({ type }) => type === 'resource');
      ok(drawing?.type === 'resource' && 'text' in drawing.resource);
      match(drawing.resource.text, /^<svg|<\?xml/);
      const without = await ours.call('qr_code_generate', { ...qr, include_bytes: false });
      deepEqual(
        without.content.map(({ type }) => type),
        ['text'],
      );
    });
  });

  describe('an error', () => {
    const callRefused = async (who: Agent, tool: string, fields: object) => {
      const result = await who.call(tool, fields);
      equal(result.isError, true, textIn(result));
      equal(result.structuredContent, undefined);
      return { text: textIn(result), meta: result._meta };
    };

    it('says what is wrong, what to do, and what it has cost', async () => {
      const { text, meta } = await callRefused(ours, 'vat', { action: 'country-rates', country_cod: 'DE' });
      match(text, /^Unknown field "country_cod": did you mean country_code\? \(400 unknown_field\)$/m);
      match(text, /^country_code is required$/m);
      match(text, /^Correct the input, then call the tool again\.$/m);
      match(text, /^find_tool \{"query":"vat"\} returns all its fields\.$/m);
      match(text, /^Charged: 0\.001 credits\. About this error: http.*\/docs\/errors\/unknown_field$/m);
      equal(meta?.credits_cost, 0.001);
      const errors = [
        ['country_cod', 'unknown_field'],
        ['country_code', 'country_required'],
      ];
      const { error } = JSON.parse(JSON.stringify(meta));
      deepEqual([error.type, error.status], ['unknown_field', 400]);
      deepEqual(
        error.errors.map(({ param, type }: { param: string; type: string }) => [param, type]),
        errors,
      );
      match(String(meta?.request_id), /^[\w-]{36}$/);
    });

    it('distinguishes what to correct, what to wait for and what to report to the user', async () => {
      const { text } = await callRefused(ours, 'vat', { action: 'country-rates', country_code: 'XX' });
      match(text, /404 country_unknown[\s\S]*Nothing was found/);
      const { body } = await repeatUntilWithinSecond(async () =>
        post([vatCall(1), vatCall(2)], (await newAccount({ credits: 0, limits: { vat: 1 } })).key),
      );
      const texts: string[] = body.map(({ result }: { result: CallToolResult }) => textIn(result));
      const [limited, broke] = [/\(429 /, /\(402 /].map((status) => texts.find((said) => status.test(said)));
      match(limited ?? '', /Too many requests \(429 .*\n.*Wait 1 s, then call the tool again/);
      match(broke ?? '', /Insufficient credits \(402 .*\n.*Tell the user.*\n.*Charged: 0 credits/);
      const scoped = await newAccount({ scopes: ['currency'] });
      await using other = await agent({ headers: { 'X-API-Key': scoped.key } });
      match((await callRefused(other, 'vat', VAT)).text, /403 api_key_not_allowed[\s\S]*Tell the user/);
    });
  });

  describe('a call', () => {
    it('is charged, counted and repeated for free like any other', async () => {
      const { key, account: id } = await newAccount();
      await using one = await agent({ headers: { Authorization: `Bearer ${key}` } });
      const meta = { idempotency_key: 'order-1042' };
      const first = await one.call('vat', VAT, meta);
      const again = await one.call('vat', VAT, meta);
      deepEqual(again.structuredContent, first.structuredContent);
      deepEqual([again._meta?.idempotent_replayed, again._meta?.credits_cost], ['true', 0]);
      match(textIn(await one.call('vat', { ...VAT, net: 1 }, meta)), /422 idempotency_key_reused/);
      const { store } = await stack();
      const wallet = await eventually(() => store.wallets.findOne({ _id: id }), isAtRest);
      equal(wallet?.spent, 1_000);
      const usage = await store.usage.find({ account: id }).toArray();
      deepEqual(
        usage.map(({ _id, endpoint }) => [_id, endpoint]),
        [[first._meta?.request_id, 'vat']],
      );
    });

    it('is repeated for free by the header of a request with a single message', async () => {
      const { key } = await newAccount();
      const headers = { 'Idempotency-Key': 'order-7' };
      const [first, again] = [await post(vatCall(1), key, headers), await post(vatCall(2), key, headers)];
      deepEqual([first.body.result._meta.credits_cost, again.body.result._meta.credits_cost], [0.001, 0]);
      const batch = await post([vatCall(1), vatCall(2)], key, headers);
      deepEqual(
        batch.body.map(({ result }: { result: { isError?: boolean } }) => result.isError),
        [undefined, undefined],
      );
    });

    it('has the address and the User-Agent of the agent', async () => {
      const { key } = await newAccount({ ip_ranges: ['203.0.113.0/24'] });
      const { body } = await post(vatCall(1), key);
      equal(body.type, 'api_key_not_allowed_from_here');
      const analysis = { ...vatCall(1), params: { name: 'device_analyze', arguments: {} } };
      const { body: analyzed } = await post(analysis, account.key, { 'User-Agent': 'curl/8.5.0' });
      equal(analyzed.result.structuredContent.data.ua_string, 'curl/8.5.0');
    });
  });

  describe('the endpoint', () => {
    it('authenticates keys like the API, before it reads the body', async () => {
      const { baseUrl } = (await stack()).platform;
      const send = async (headers: Record<string, string>, query = '') => {
        const announced = { 'Content-Type': 'application/json', 'Content-Length': String(8 * MiB), ...headers };
        const { status, body, headers: received } = await rawRequest(`${baseUrl}/mcp${query}`, { headers: announced });
        return [status, JSON.parse(body).type, received['www-authenticate']];
      };
      deepEqual(await send({}), [401, 'api_key_missing', 'Bearer']);
      deepEqual(await send({}, `?api_key=${account.key}`), [401, 'api_key_in_query', 'Bearer']);
      deepEqual(await send({ 'X-API-Key': 'ua_live_wrong' }), [401, 'api_key_invalid', 'Bearer']);
      const { body: created } = await call('/v1/tokens', {}, { key: account.key });
      deepEqual(await send({ Authorization: `Bearer ${created.token}` }), [403, 'token_not_allowed', undefined]);
      const foreign = { 'X-API-Key': account.key, Origin: 'https://evil.example' };
      deepEqual(await send(foreign), [403, 'api_key_from_browser', undefined]);
    });

    it('accepts only POST, and offers no stream', async () => {
      for (const method of ['GET', 'DELETE', 'PUT']) {
        const { status, headers } = await call('/mcp', undefined, { method, key: account.key });
        deepEqual([status, headers.get('allow')], [405, 'POST, OPTIONS'], method);
      }
    });

    it('limits messages and bodies', async () => {
      const { key } = account;
      const many = Array.from({ length: 11 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }));
      equal((await post(many, key)).body.type, 'too_many_messages');
      equal((await post(many.slice(1), key)).body.length, 10);
      equal((await post('x', key, { 'Content-Type': 'text/plain' })).body.type, 'json_only');
      equal((await post('{', key)).body.type, 'unreadable_body');
      equal((await post(`[${'['.repeat(70)}]`, key)).body.type, 'body_too_deep');
      equal((await post(`[${'1,'.repeat(20_000)}1]`, key)).body.type, 'body_too_many_values');
      const large = JSON.stringify({ ...vatCall(1), params: { name: 'vat', arguments: { net: 'x'.repeat(2 * MiB) } } });
      match((await post(large, key)).body.result.content[0].text, /413 body_too_large/);
      const tooLarge = { 'Content-Type': 'application/json', 'Content-Length': String(10 * MiB), 'X-API-Key': key };
      const { baseUrl } = (await stack()).platform;
      equal((await rawRequest(`${baseUrl}/mcp`, { headers: tooLarge })).status, 413);
    });

    it('counts every message against the key', async () => {
      const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
      const sent = (many: number) =>
        repeatUntilWithinSecond(async () =>
          post(Array(many).fill(ping), (await newAccount({ limits: { mcp: 3 } })).key),
        );
      deepEqual([(await sent(3)).status, (await sent(4)).status], [200, 429]);
    });

    it('handles invalid messages according to the protocol, and every batch, whatever it cancels or repeats', async () => {
      const { key } = account;
      for (const nothing of [{}, [], null, 7, { jsonrpc: '2.0' }, [{ id: 1 }]]) {
        const { status, body } = await post(JSON.stringify(nothing), key);
        ok([200, 202, 400].includes(status), `${JSON.stringify(nothing)}: ${status} ${JSON.stringify(body)}`);
      }
      equal((await post({ jsonrpc: '2.0', id: 1, method: 'no/such' }, key)).body.error.code, -32601);
      equal((await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, key)).status, 202);
      const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
      const cancelling = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
      for (const batch of [
        [vatCall(1), cancelling],
        [ping, ping],
      ])
        deepEqual((await post(batch, key)).status, 200);
      equal((await post(ping, key, { 'MCP-Protocol-Version': '1999-01-01' })).status, 400);
    });

    it('charges nothing for an invalid call', async () => {
      const poor = await newAccount();
      const send = (params: object) => post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, poor.key);
      const { arguments: fields } = vatCall(1).params;
      for (const params of [
        { name: 'vat', arguments: [fields] },
        { name: 'vat', arguments: fields, _meta: { idempotency_key: 7 } },
        { name: 'taxes', arguments: fields },
        { arguments: fields },
      ]) {
        const { status, body } = await send(params);
        ok(status === 200 && body.error.code <= -32600, JSON.stringify([params, body]));
      }
      const { body } = await send({ name: 'vat', arguments: fields, _meta: { idempotency_key: 'two\nlines' } });
      match(body.result.content[0].text, /422 idempotency_key_invalid/);
      const { store } = await stack();
      equal((await store.wallets.findOne({ _id: poor.account }))?.lots[0]?.left, 1_000_000);
    });
  });
});
