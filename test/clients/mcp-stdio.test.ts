import { deepEqual, equal, rejects } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { projectFile } from '../../shared/process/project-file.js';
import { newAccount, stack } from '../helpers/stack.js';

describe('npm run mcp, for desktop clients', () => {
  /** A client that starts what the script starts. */
  async function connected<T>(key: string, groups: string, use: (client: Client) => Promise<T>): Promise<T> {
    const { baseUrl } = (await stack()).platform;
    const { scripts } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as { scripts: { mcp: string } };
    const transport = new StdioClientTransport({
      command: 'sh',
      args: ['-c', `${scripts.mcp} ${groups}`],
      cwd: projectFile('.'),
      env: { PATH: process.env.PATH ?? '', UTILITY_API_KEY: key, UTILITY_API_URL: baseUrl },
    });
    const client = new Client({ name: 'desktop', version: '1.0.0' });
    try {
      await client.connect(transport);
      return await use(client);
    } finally {
      await client.close();
    }
  }

  it('offers the tools of the platform, and their results', async () => {
    const { key } = await newAccount();
    await connected(key, 'vat currency', async (client) => {
      const { tools } = await client.listTools();
      deepEqual([...new Set(tools.map(({ name }) => name.split('_')[0]))], ['vat', 'currency', 'find']);
      const fields = { action: 'calculate', net: 100, country_code: 'DE' };
      const { structuredContent, _meta } = await client.callTool({ name: 'vat', arguments: fields });
      deepEqual([Object(structuredContent).gross, _meta?.credits_remaining], [119, 0.999]);
    });
  });

  it('reports why a key is refused', () =>
    rejects(
      connected('ua_live_00000000000000000000000000000000', '', async () => equal(true, false)),
      /Invalid API key/,
    ));
});
