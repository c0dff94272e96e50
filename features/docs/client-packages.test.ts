import { deepEqual, equal, match } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { request } from 'undici';
import { stack } from '../../test/helpers/stack.js';

const send = async (path: string, init: RequestInit = {}) =>
  fetch((await stack()).platform.baseUrl + path, { redirect: 'manual', ...init });

describe('the packages of the clients', () => {
  /** Names of the files, with their published checksums. */
  let files: Map<string, string>;

  before(async () => {
    const sums = await (await send('/clients/SHA256SUMS')).text();
    files = new Map(sums.split('\n').flatMap((line) => (line ? [[line.slice(66), line.slice(0, 64)] as const] : [])));
  });

  it('are served to everybody with their published checksums, and are cached for good', async () => {
    deepEqual(
      [...files.keys()].map((file) => file.replace(/\d+\.\d+\.\d+/, '*')),
      [
        'utility-api-client-*.tgz',
        'utility-api-cli-*.tgz',
        'utility-api-mcp-*.tgz',
        'n8n-nodes-utility-api-*.tgz',
        'utility_api_client-*-py3-none-any.whl',
      ],
    );
    for (const [file, sha256] of files) {
      const response = await send(`/clients/${file}`);
      const bytes = Buffer.from(await response.arrayBuffer());
      equal(createHash('sha256').update(bytes).digest('hex'), sha256, file);
      equal(response.headers.get('content-type'), file.endsWith('.whl') ? 'application/zip' : 'application/gzip');
      equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable');
      equal(response.headers.get('content-encoding'), null);
      const head = await send(`/clients/${file}`, { method: 'HEAD' });
      deepEqual([head.status, head.headers.get('content-length')], [200, String(bytes.length)]);
      // fetch adds `Cache-Control: no-cache`.
      const headers = { 'If-None-Match': response.headers.get('etag') ?? '' };
      equal((await request(response.url, { headers })).statusCode, 304);
    }
  });

  it('have names without a version that redirect to the current one', async () => {
    for (const name of ['utility-api-client', 'utility-api-cli', 'utility-api-mcp', 'n8n-nodes-utility-api']) {
      const { status, headers } = await send(`/clients/${name}.tgz`);
      const target = headers.get('location') ?? '';
      deepEqual([status, headers.get('cache-control')], [302, 'no-cache']);
      match(target, new RegExp(`^/clients/${name}-[\\d.]+\\.tgz$`));
      equal((await send(target)).status, 200);
    }
  });

  it('are all on the page that says how to install them', async () => {
    const page = await (await send('/clients/')).text();
    for (const [file, sha256] of files)
      for (const shown of [`/clients/${file}</code>`, `href="/clients/${file}"`, sha256])
        equal(page.includes(shown), true, shown);
  });

  it('are refused like other paths where there are none, and to other methods', async () => {
    equal((await (await send('/clients/utility-api-client-0.0.1.tgz')).json()).type, 'path_unknown');
    const refused = await send('/clients/utility-api-client.tgz', { method: 'POST' });
    deepEqual([refused.status, refused.headers.get('allow')], [405, 'GET, HEAD, OPTIONS']);
  });
});
