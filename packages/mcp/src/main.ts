#!/usr/bin/env node
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { ask } from './ask.js';
import { relay } from './relay.js';

const USAGE = 'usage: UTILITY_API_KEY=ua_live_… [UTILITY_API_URL=https://…] utility-api-mcp [group …]';

const { UTILITY_API_KEY: key, UTILITY_API_URL: base = 'http://127.0.0.1:3000' } = process.env;
const groups = process.argv.slice(2);

if (!key || !URL.canParse('/mcp', base) || groups.some((group) => group.startsWith('-'))) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(1);
}

const url = new URL('/mcp', base);
if (groups.length > 0) url.searchParams.set('groups', groups.join());
const headers = { 'X-API-Key': key };
// The client ends this process by closing its standard input, after which nothing keeps it alive.
await relay(
  new StdioServerTransport(),
  new StreamableHTTPClientTransport(url, { fetch: ask, requestInit: { headers } }),
);
