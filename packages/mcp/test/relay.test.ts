import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Client, type ProgressNotification } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createMcpHandler, Server as McpServer } from '@modelcontextprotocol/server';

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url));
const TOOL = { name: 'vat', description: 'VAT', inputSchema: { type: 'object' as const } };
const LARGE = 1_000_000;

interface Recorded {
  url: string | undefined;
  headers: IncomingHttpHeaders;
  method: string;
}

/** Generations of clients, and the version that each agrees on with the official server. */
const GENERATIONS = { legacy: '2025-11-25', auto: '2026-07-28' } as const;
type Generation = keyof typeof GENERATIONS;

/** Waits for a condition, for at most 20 s. */
async function until(isMet: () => boolean): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!isMet() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
  ok(isMet());
}

describe('utility-api-mcp', () => {
  let service: Server;
  let url: string;
  let recorded: Recorded[];
  let refusal: { status: number; body: string; headers?: Record<string, string> } | undefined;
  let cancelled: Promise<void>;
  let markCancelled: () => void;

  const handler = createMcpHandler(createOfficialServer);

  /** A server of the official library, which checks versions and headers of both generations. */
  function createOfficialServer(): McpServer {
    const server = new McpServer({ name: 'official', version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', () => ({ tools: [TOOL] }));
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const { wait } = params.arguments ?? {};
      const { progressToken } = params._meta ?? {};
      if (progressToken !== undefined)
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: 1 } });
      if (wait) {
        await once(mcpReq.signal, 'abort');
        markCancelled();
      }
      return { content: [{ type: 'text', text: 'x'.repeat(LARGE) }] };
    });
    return server;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    recorded.push({ url: request.url, headers: request.headers, method: JSON.parse(body).method });
    if (refusal) {
      response.writeHead(refusal.status, refusal.headers).end(refusal.body);
      return;
    }
    const closed = new AbortController();
    response.on('close', () => closed.abort());
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const init = { method: 'POST', headers, body, signal: closed.signal };
    const served = await handler.fetch(new Request(`${url}${request.url}`, init));
    response.writeHead(served.status, Object.fromEntries(served.headers));
    for await (const part of served.body ?? []) response.write(part);
    response.end();
  }

  before(async () => {
    service = createServer((request, response) => void serve(request, response));
    service.listen(0, '127.0.0.1');
    await once(service, 'listening');
    url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  });
  after(async () => {
    await handler.close();
    service.closeAllConnections();
    service.close();
  });
  beforeEach(() => {
    recorded = [];
    refusal = undefined;
    cancelled = new Promise((resolve) => {
      markCancelled = resolve;
    });
  });

  interface Start {
    args?: string[];
    base?: string;
    generation?: Generation;
  }

  async function withClient<T>(use: (client: Client) => Promise<T>, start: Start = {}): Promise<T> {
    const { args = [], base = url, generation = 'legacy' } = start;
    const env = { PATH: process.env.PATH ?? '', UTILITY_API_KEY: 'ua_live_x', UTILITY_API_URL: base };
    const command = { command: process.execPath, args: [MAIN, ...args], env, stderr: 'ignore' as const };
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: generation } });
    try {
      await client.connect(new StdioClientTransport(command));
      return await use(client);
    } finally {
      await client.close();
    }
  }

  for (const [generation, version] of Object.entries(GENERATIONS) as [Generation, string][]) {
    describe(`with clients of ${version}`, () => {
      it('passes messages of any size on and back, with the key, the groups and the version', async () => {
        await withClient(
          async (client) => {
            equal(client.getServerVersion()?.name, 'official');
            deepEqual(
              (await client.listTools()).tools.map(({ name }) => name),
              [TOOL.name],
            );
            const { content } = await client.callTool({ name: 'vat', arguments: { note: 'ÿ'.repeat(LARGE) } });
            deepEqual(content, [{ type: 'text', text: 'x'.repeat(LARGE) }]);
          },
          { args: ['vat', '--groups', 'currency', '--search'], generation },
        );
        for (const { url: path, headers } of recorded) {
          deepEqual([path, headers['x-api-key']], ['/mcp?groups=vat%2Ccurrency&tools=search', 'ua_live_x']);
        }
        const { method, headers } = recorded.at(-1) ?? {};
        deepEqual([method, headers?.['mcp-protocol-version']], ['tools/call', version]);
        deepEqual(
          [headers?.['mcp-method'], headers?.['mcp-name']],
          generation === 'auto' ? ['tools/call', 'vat'] : [undefined, undefined],
        );
      });

      it('passes progress on', () =>
        withClient(
          async (client) => {
            const progress: ProgressNotification['params'][] = [];
            const onprogress = (one: unknown) => progress.push(one as ProgressNotification['params']);
            await client.callTool({ name: 'vat', arguments: {} }, { onprogress });
            deepEqual(progress, [{ progress: 1 }]);
          },
          { generation },
        ));

      it('cancels a request at the platform, and goes on', () =>
        withClient(
          async (client) => {
            const controller = new AbortController();
            const call = client.callTool({ name: 'vat', arguments: { wait: true } }, { signal: controller.signal });
            await until(() => recorded.at(-1)?.method === 'tools/call');
            controller.abort(new Error('no longer needed'));
            await rejects(call, /no longer needed/);
            await cancelled;
            equal((await client.listTools()).tools.length, 1);
          },
          { generation },
        ));

      it('reports why a request was refused, and goes on', async () => {
        await withClient(
          async (client) => {
            refusal = { status: 429, body: '{"error":"Too many requests","type":"rate_limited","request_id":"r1"}' };
            await rejects(client.callTool({ name: 'vat' }), (error: Error) => {
              match(error.message, /Too many requests/);
              deepEqual(Reflect.get(error, 'data'), { status: 429, type: 'rate_limited', request_id: 'r1' });
              return true;
            });
            refusal = {
              status: 400,
              body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}',
            };
            await rejects(client.callTool({ name: 'vat' }), (error: Error) => {
              deepEqual([Reflect.get(error, 'code'), /Parse error/.test(error.message)], [-32_700, true]);
              return true;
            });
            refusal = { status: 502, body: '<html>', headers: { 'Content-Type': 'text/html' } };
            await rejects(client.callTool({ name: 'vat' }), /status 502 \(text\/html\) instead of MCP/);
            refusal = { status: 200, body: '<html>', headers: { 'Content-Type': 'text/html' } };
            await rejects(client.callTool({ name: 'vat' }), /status 200 \(text\/html\) instead of MCP/);
            refusal = { status: 301, body: '', headers: { Location: 'https://other.example/mcp' } };
            await rejects(client.callTool({ name: 'vat' }), /redirects to https:\/\/other\.example\. If you trust it/);
            refusal = undefined;
            equal((await client.listTools()).tools.length, 1);
          },
          { generation },
        );
        refusal = { status: 401, body: '{"error":"Invalid API key","code":401}' };
        await rejects(
          withClient(async () => {}, { generation }),
          /Invalid API key/,
        );
      });

      it('reports a platform that it cannot reach', () =>
        rejects(
          withClient(async () => {}, { base: 'http://127.0.0.1:9', generation }),
          /Cannot reach http:\/\/127\.0\.0\.1:9.*Check that the platform is running/,
        ));
    });
  }

  /** Starts it without a client. */
  function start(args: string[], env: Record<string, string>) {
    return spawn(process.execPath, [MAIN, ...args], { env, stdio: 'pipe' });
  }

  it('refuses what is no message', async () => {
    const child = start([], { UTILITY_API_KEY: 'x', UTILITY_API_URL: url });
    child.stdin.write('{"jsonrpc":\n[]\n');
    let output = '';
    for await (const part of child.stdout.setEncoding('utf8')) {
      output += part;
      if (output.split('\n').length > 2) child.stdin.end();
    }
    const codes = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).error.code);
    deepEqual(codes, [-32_700, -32_600]);
    deepEqual(recorded, []);
  });

  it('ends with its client, even during a request', async () => {
    const idle = start([], { UTILITY_API_KEY: 'x' });
    idle.stdin.end();
    equal((await once(idle, 'exit'))[0], 0);
    const busy = start([], { UTILITY_API_KEY: 'x', UTILITY_API_URL: url });
    const params = { name: 'vat', arguments: { wait: true } };
    busy.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`);
    await until(() => recorded.length > 0);
    busy.stdin.end();
    equal((await once(busy, 'exit'))[0], 0);
    await cancelled;
  });

  it('ends with its client, even during a notification', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    try {
      const base = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
      const child = start([], { UTILITY_API_KEY: 'x', UTILITY_API_URL: base });
      child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
      await once(silent, 'request');
      child.stdin.end();
      equal((await once(child, 'exit', { signal: AbortSignal.timeout(30_000) }))[0], 0);
    } finally {
      silent.closeAllConnections();
      silent.close();
    }
  });

  it('explains its settings when one is missing or wrong', async () => {
    for (const [args, env, problem] of [
      [[], {}, /^UTILITY_API_KEY is not set: create an API key/],
      [[], { UTILITY_API_KEY: 'x', UTILITY_API_URL: 'api.example.com' }, /^UTILITY_API_URL is not an HTTP URL/],
      [['--serch'], { UTILITY_API_KEY: 'x' }, /^Unknown option '--serch'/],
    ] as const) {
      const child = start([...args], env);
      const [problems, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
      match(problems, problem);
      ok(problems.includes('Usage: utility-api-mcp'));
      equal(code, 1);
    }
    const help = start(['--help'], {});
    match(await text(help.stdout), /--search/);
  });
});
