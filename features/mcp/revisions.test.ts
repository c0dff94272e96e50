import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { agent, agent2026, textIn } from '../../test/helpers/agent.js';
import { oneScriptedFront } from '../../test/helpers/one-scripted-front.js';
import { call, newAccount, type TestAccount } from '../../test/helpers/stack.js';

const REVISION = '2026-07-28';
const VAT = { action: 'calculate', net: 100, vat_rate: 20 };

/** The metadata of a request of the revision. */
const envelope = (version = REVISION) => ({
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
});

/** A request of the revision. */
const request = (method: string, params: object = {}, version?: string) => ({
  ...{ jsonrpc: '2.0', id: 7, method },
  params: { ...params, _meta: envelope(version) },
});

const createHeaders = (method: string, name?: string, version = REVISION) => ({
  'MCP-Protocol-Version': version,
  'Mcp-Method': method,
  ...(name === undefined ? {} : { 'Mcp-Name': name }),
});

describe('revisions of the protocol (MCP)', () => {
  let account: TestAccount;
  before(async () => {
    account = await newAccount({ credits: 5 });
  });
  const post = (messages: unknown, headers: Record<string, string>) =>
    call('/mcp', messages, { key: account.key, headers });

  describe('2026-07-28', () => {
    it('serves its official client without a handshake', async () => {
      await using modern = await agent2026({ headers: { 'X-API-Key': account.key } });
      equal(modern.getProtocolEra(), 'modern');
      deepEqual(Object.keys(modern.getServerCapabilities() ?? {}).sort(), ['prompts', 'resources', 'tools']);
      match(modern.getInstructions() ?? '', /prepaid credits/);
      const { tools } = await modern.listTools();
      ok(tools.length >= catalogue.length);
      const result = await modern.callTool({ name: 'vat', arguments: VAT });
      deepEqual([Object(result.structuredContent).gross, result._meta?.credits_cost], [120, 0.001]);
      await rejects(modern.callTool({ name: 'taxes', arguments: VAT }), /Unknown tool: taxes/);
    });

    it('is described by server/discover, which clients may cache', async () => {
      const { status, body } = await post(request('server/discover'), createHeaders('server/discover'));
      equal(status, 200);
      const { supportedVersions, resultType, ttlMs, cacheScope, _meta } = body.result;
      ok(supportedVersions.includes(REVISION), supportedVersions);
      deepEqual([resultType, ttlMs, cacheScope], ['complete', 300_000, 'public']);
      equal(_meta['io.modelcontextprotocol/serverInfo'].name, 'utility-api');
      const tools = await post(request('tools/list'), createHeaders('tools/list'));
      equal(tools.body.result.cacheScope, 'private', 'tools depend on the scopes of the key');
    });

    it('refuses headers that do not match the message', async () => {
      const message = request('tools/call', { name: 'vat', arguments: VAT });
      equal((await post(message, createHeaders('tools/call', 'vat'))).body.result.isError, undefined);
      for (const headers of [
        createHeaders('tools/list', 'vat'),
        createHeaders('tools/call', 'currency_convert'),
        createHeaders('tools/call'),
        createHeaders('tools/call', 'vat', '2025-11-25'),
        { 'MCP-Protocol-Version': REVISION },
        {},
      ]) {
        const { status, body } = await post(message, headers);
        deepEqual([status, body.error?.code, body.id], [400, -32020, 7], JSON.stringify(headers));
      }
    });

    it('names the versions that it supports to a client of another one', async () => {
      const { status, body } = await post(
        request('tools/list', {}, '2031-01-01'),
        createHeaders('tools/list', undefined, '2031-01-01'),
      );
      deepEqual([status, body.error.code, body.error.data.requested], [400, -32022, '2031-01-01']);
      ok(body.error.data.supported.includes(REVISION));
    });

    it('has no sessions, and no streams of changes', async () => {
      for (const method of ['initialize', 'ping', 'logging/setLevel', 'subscriptions/listen']) {
        const params = method === 'subscriptions/listen' ? { notifications: { toolsListChanged: true } } : {};
        const { status, body, headers } = await post(request(method, params), createHeaders(method));
        deepEqual([status, body.error.code, body.id], [404, -32601, 7], method);
        equal(headers.get('mcp-session-id'), null);
      }
    });

    it('takes an idempotency key in its metadata like the older ones', async () => {
      const { key } = await newAccount();
      await using modern = await agent2026({ headers: { Authorization: `Bearer ${key}` } });
      const once = async () =>
        modern.callTool({ name: 'vat', arguments: VAT, _meta: { idempotency_key: 'order-1042' } });
      const [first, again] = [await once(), await once()];
      deepEqual([first._meta?.credits_cost, again._meta?.credits_cost], [0.001, 0]);
      equal(again._meta?.idempotent_replayed, 'true');
    });
  });

  it('serves the older revisions at the same URL, in batches too', async () => {
    await using old = await agent({ headers: { 'X-API-Key': account.key } });
    const result = await old.call('vat', VAT);
    equal(Object(result.structuredContent).gross, 120, textIn(result));
    const message = (id: number) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'vat', arguments: VAT },
    });
    const batch = await post([message(1), message(2)], { 'MCP-Protocol-Version': '2025-03-26' });
    deepEqual(
      batch.body.map(({ id, result: { isError } }: { id: number; result: { isError?: boolean } }) => [id, isError]),
      [
        [1, undefined],
        [2, undefined],
      ],
    );
    const mixed = await post([message(1), request('tools/list')], createHeaders('tools/list'));
    equal(mixed.status, 400, 'the new revision has no batches');
  });

  it('has no state: a client of any revision may send each request to another front', async () => {
    const { baseUrl } = await oneScriptedFront();
    const headers = { 'X-API-Key': account.key };
    await using old = await agent({ headers });
    await using modern = await agent2026({ headers });
    const elsewhere = async (message: object, more: Record<string, string>) =>
      (await call('/mcp', message, { key: account.key, headers: more, baseUrl })).body.result.tools.length;
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const { protocolVersion } = Object(old.client.transport);
    equal(
      await elsewhere(list, { 'MCP-Protocol-Version': protocolVersion }),
      (await old.client.listTools()).tools.length,
    );
    equal(await elsewhere(request('tools/list'), createHeaders('tools/list')), (await modern.listTools()).tools.length);
  });

  it('compresses large responses for clients that accept it', async () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    for (const encoding of ['gzip', 'br']) {
      const { headers, body } = await post(list, { 'Accept-Encoding': encoding });
      deepEqual([headers.get('content-encoding'), headers.get('vary')], [encoding, 'Accept-Encoding']);
      ok(body.result.tools.length >= catalogue.length);
    }
    equal((await post(list, { 'Accept-Encoding': 'identity' })).headers.get('content-encoding'), null);
    const ping = await post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { 'Accept-Encoding': 'gzip' });
    equal(ping.headers.get('content-encoding'), null);
  });
});
