#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { ask } from './ask.js';
import { relay } from './relay.js';

const USAGE = `Usage: utility-api-mcp [group …] | --version

Connects an MCP client to a utility-api platform. The client starts it.

  group             only the tools of these groups, e.g. vat currency
  UTILITY_API_KEY   API key that pays for tool calls (required)
  UTILITY_API_URL   URL of the platform (default: http://127.0.0.1:3000)`;

const { UTILITY_API_KEY: key, UTILITY_API_URL: base = 'http://127.0.0.1:3000' } = process.env;
const groups = process.argv.slice(2);

if (groups[0] === '--version') {
  process.stdout.write(`${readVersion()}\n`);
  process.exit(0);
}
if (groups.some((group) => group.startsWith('-'))) exit(USAGE);
if (!key) exit(`UTILITY_API_KEY is not set\n\n${USAGE}`);
if (!URL.canParse('/mcp', base)) exit(`UTILITY_API_URL is not a URL: ${base}\n\n${USAGE}`);

/** Reads the version of the package that this file is in: its own, or that of the platform. */
function readVersion(): string {
  let folder = new URL('.', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) folder = new URL('..', folder);
  return JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')).version;
}

function exit(problem: string): never {
  process.stderr.write(`${problem}\n`);
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
