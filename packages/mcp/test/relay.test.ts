import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url));
const TOOL = { name: 'vat', description: 'VAT', inputSchema: { type: 'object' as const } };

interface Asked {
  url: string | undefined;
  headers: IncomingHttpHeaders;
}

describe('utility-api-mcp', () => {
  let service: Server;
  let url: string;
  let asked: Asked[];
  let refusal: { status: number; body: string } | undefined;

  /** A service that speaks as much of the protocol as the relay needs. */
  before(async () => {
    service = createServer(async (request, response) => {
      asked.push({ url: request.url, headers: request.headers });
      if (request.method !== 'POST') return response.writeHead(405).end();
      const message = (await json(request)) as { id?: number; method: string };
      if (refusal) return response.writeHead(refusal.status).end(refusal.body);
      if (message.id === undefined) return response.writeHead(202).end();
      const results: Record<string, object> = {
        initialize: {
          protocolVersion: '2025-06-18',
          capabilities: { tools: {} },
          serverInfo: { name: 'it', version: '1' },
        },
        'tools/list': { tools: [TOOL] },
        'tools/call': { content: [{ type: 'text', text: 'x'.repeat(1_000_000) }] },
      };
      response.writeHead(200, { 'Content-Type': 'application/json' });
      return response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: results[message.method] }));
    });
    service.listen(0, '127.0.0.1');
    await once(service, 'listening');
    url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  });
  after(() => {
    service.closeAllConnections();
    service.close();
  });
  beforeEach(() => {
    asked = [];
    refusal = undefined;
  });

  async function connected<T>(use: (client: Client) => Promise<T>, args: string[] = [], base = url): Promise<T> {
    const env = { PATH: process.env.PATH ?? '', UTILITY_API_KEY: 'ua_live_x', UTILITY_API_URL: base };
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, ...args],
      env,
      stderr: 'ignore',
    });
    const client = new Client({ name: 'test', version: '1' });
    try {
      await client.connect(transport);
      return await use(client);
    } finally {
      await client.close();
    }
  }

  it('passes messages of any size on and back, with the key, the groups and the version that was agreed on', async () => {
    await connected(
      async (client) => {
        equal(client.getServerVersion()?.name, 'it');
        deepEqual((await client.listTools()).tools, [TOOL]);
        const { content } = await client.callTool({ name: 'vat', arguments: { note: 'y'.repeat(1_000_000) } });
        deepEqual(content, [{ type: 'text', text: 'x'.repeat(1_000_000) }]);
      },
      ['vat', 'currency'],
    );
    for (const { url: path, headers } of asked) {
      deepEqual([path, headers['x-api-key']], ['/mcp?groups=vat%2Ccurrency', 'ua_live_x']);
    }
    equal(asked.at(-1)?.headers['mcp-protocol-version'], '2025-06-18');
  });

  it('says why a request was refused, and goes on', async () => {
    await connected(async (client) => {
      refusal = { status: 429, body: '{"error":"Too many requests","code":429}' };
      await rejects(client.listTools(), /Too many requests/);
      refusal = { status: 400, body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}' };
      await rejects(client.listTools(), /Parse error/);
      refusal = { status: 502, body: '<html>' };
      await rejects(client.listTools(), /responded with status 502/);
      refusal = undefined;
      equal((await client.listTools()).tools.length, 1);
    });
    refusal = { status: 401, body: '{"error":"Invalid API key","code":401}' };
    await rejects(
      connected(async () => {}),
      /Invalid API key/,
    );
  });

  it('says so when the service cannot be reached', () =>
    rejects(
      connected(async () => {}, [], 'http://127.0.0.1:9'),
      /Cannot reach http:\/\/127\.0\.0\.1:9\. Check that the platform is running/,
    ));

  it('ends when its client does', async () => {
    const child = spawn(process.execPath, [MAIN], {
      env: { UTILITY_API_KEY: 'x' },
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    child.stdin.end();
    equal((await once(child, 'exit'))[0], 0);
  });

  it('says how it is used when it is given no key', async () => {
    const child = spawn(process.execPath, [MAIN], { env: {}, stdio: ['ignore', 'ignore', 'pipe'] });
    match(await text(child.stderr), /^UTILITY_API_KEY is not set/);
    equal(child.exitCode ?? (await once(child, 'exit'))[0], 1);
  });
});
