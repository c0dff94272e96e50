import { Client as Client2026, StreamableHTTPClientTransport as Transport2026 } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { stack } from './stack.js';

/** An agent with the protocol's official client, connected to the platform. */
export interface Agent extends AsyncDisposable {
  readonly client: Client;
  call(tool: string, fields?: object, meta?: object): Promise<CallToolResult>;
}

interface AgentOrder {
  headers: Record<string, string>;
  /** The query of the address that it connects to, e.g. `?groups=vat`. */
  query?: string;
  baseUrl?: string;
}

export async function agent({ headers, query = '', baseUrl }: AgentOrder): Promise<Agent> {
  const base = baseUrl ?? (await stack()).platform.baseUrl;
  const transport = new StreamableHTTPClientTransport(new URL(`${base}/mcp${query}`), { requestInit: { headers } });
  const client = new Client({ name: 'test', version: '1.0.0' });
  // The client's classes have optional fields that may also be undefined; ours may not.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return {
    client,
    async call(name, fields = {}, meta) {
      const called = await client.callTool({ name, arguments: { ...fields }, ...(meta ? { _meta: { ...meta } } : {}) });
      return called as CallToolResult;
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** The official client of revision 2026-07-28, connected to the platform without a handshake. */
export async function agent2026({ headers, query = '', baseUrl }: AgentOrder): Promise<Client2026 & AsyncDisposable> {
  const base = baseUrl ?? (await stack()).platform.baseUrl;
  const transport = new Transport2026(new URL(`${base}/mcp${query}`), { requestInit: { headers } });
  const pinned = { versionNegotiation: { mode: { pin: '2026-07-28' } } } as const;
  const client = new Client2026({ name: 'test', version: '1.0.0' }, pinned);
  await client.connect(transport);
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

/** The text of a result. */
export const textIn = ({ content }: CallToolResult): string =>
  content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
