#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Platform } from './platform.js';
import { relay } from './relay.js';

const DEFAULT_URL = 'http://127.0.0.1:3000';

const USAGE = `Usage: utility-api-mcp [options] [group …]

Connects an MCP client to a utility-api platform, over standard input and output. The client starts it.

Arguments:
  group             Offer only the tools of these groups, e.g. vat currency

Options:
  --groups <list>   The same, separated by commas
  --search          Offer a tool that finds tools and one that calls them, instead of all tools:
                    for models with little room
  --version         Show the version
  --help            Show this help

Environment:
  UTILITY_API_KEY   API key that pays for tool calls (required)
  UTILITY_API_URL   URL of the platform (default: ${DEFAULT_URL})
`;

const { values, positionals } = readArguments();
if (values.help) finish(USAGE);
if (values.version) finish(`${readVersion()}\n`);

const { UTILITY_API_KEY: key, UTILITY_API_URL } = process.env;
if (!key) failWithUsage('UTILITY_API_KEY is not set: create an API key in the portal of the platform');

const url = createUrl(UTILITY_API_URL || DEFAULT_URL);
const groups = [...positionals, ...(values.groups ?? [])];
if (groups.length > 0) url.searchParams.set('groups', groups.join());
if (values.search) url.searchParams.set('tools', 'search');

// A client may close its end at any time.
process.stdout.on('error', () => process.exit(0));
try {
  const headers = { 'X-API-Key': key, 'User-Agent': `utility-api-mcp/${readVersion()}` };
  await relay(process.stdin, process.stdout, new Platform(url, headers));
  // A notification may still be on its way.
  process.exit(0);
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        groups: { type: 'string', multiple: true },
        search: { type: 'boolean' },
        version: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    failWithUsage(error instanceof Error ? error.message : String(error));
  }
}

/** Returns the URL of the MCP endpoint, below the path of the platform if it has one. */
function createUrl(base: string): URL {
  if (!/^https?:\/\//.test(base) || !URL.canParse(base)) failWithUsage(`UTILITY_API_URL is not an HTTP URL: ${base}`);
  return new URL(`${base.replace(/\/+$/, '')}/mcp`);
}

/** Reads the version of the package that this file is in: its own, or that of the platform. */
function readVersion(): string {
  let folder = new URL('.', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) folder = new URL('..', folder);
  return JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')).version;
}

function finish(text: string): never {
  process.stdout.write(text);
  process.exit(0);
}

function fail(problem: string): never {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}

function failWithUsage(problem: string): never {
  fail(`${problem}\n\n${USAGE}`);
}
