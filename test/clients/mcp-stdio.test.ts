import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Client as Client2026 } from '@modelcontextprotocol/client';
import { StdioClientTransport as Transport2026 } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { projectFile } from '../../shared/process/project-file.js';
import { newAccount, stack } from '../helpers/stack.js';

const VAT = { name: 'vat', arguments: { action: 'calculate', net: 100, country_code: 'DE' } };

/** The official clients: one that makes a handshake, and one without. */
const clients = {
  '2025-11-25': () => new Client({ name: 'desktop', version: '1.0.0' }),
  '2026-07-28': () => new Client2026({ name: 'desktop', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } }),
};

for (const revision of ['2025-11-25', '2026-07-28'] as const) {
  describe(`npm run mcp, for desktop clients of ${revision}`, () => {
    type AnyClient = Pick<Client, 'connect' | 'close'> & Pick<Client2026, 'listTools' | 'callTool' | 'getInstructions'>;

    /** A client that starts what the script starts. */
    async function withClient<T>(key: string, args: string, use: (client: AnyClient) => Promise<T>): Promise<T> {
      const { baseUrl } = (await stack()).platform;
      const { scripts } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as { scripts: { mcp: string } };
      const Transport = revision === '2026-07-28' ? Transport2026 : StdioClientTransport;
      const transport = new Transport({
        command: 'sh',
        args: ['-c', `${scripts.mcp} ${args}`],
        cwd: projectFile('.'),
        env: { PATH: process.env.PATH ?? '', UTILITY_API_KEY: key, UTILITY_API_URL: baseUrl },
      });
      const client = clients[revision]() as AnyClient;
      try {
        await client.connect(transport as Parameters<AnyClient['connect']>[0]);
        return await use(client);
      } finally {
        await client.close();
      }
    }

    it('offers the tools of the platform, and their results', async () => {
      const { key } = await newAccount();
      await withClient(key, 'vat currency', async (client) => {
        if (client instanceof Client2026) equal(client.getNegotiatedProtocolVersion(), revision);
        match(client.getInstructions() ?? '', /credits/);
        const { tools } = await client.listTools();
        const groups = new Set(tools.map(({ name }) => name.split('_')[0]));
        deepEqual([...groups].sort(), ['currency', 'find', 'vat']);
        const { structuredContent, _meta } = await client.callTool(VAT);
        deepEqual([Object(structuredContent).gross, _meta?.credits_remaining], [119, 0.999]);
      });
    });

    it('offers a tool that finds tools and one that calls them', async () => {
      const { key } = await newAccount();
      await withClient(key, '--search', async (client) => {
        const { tools } = await client.listTools();
        deepEqual(tools.map(({ name }) => name).sort(), ['call_tool', 'find_tool']);
        const { isError } = await client.callTool({ name: 'find_tool', arguments: { query: 'VAT of a country' } });
        ok(!isError);
      });
    });

    it('reports why a key is refused', () =>
      rejects(
        withClient('ua_live_00000000000000000000000000000000', '', async () => equal(true, false)),
        /Invalid API key/,
      ));
  });
}
