import { deepEqual, equal, rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGuardedAgent, Targets } from '../webhooks/index.js';
import { MetadataDocuments } from './metadata-documents.js';

/** Serves a document on this machine while a test runs. @param allowed true if addresses of this machine are allowed */
async function serving(
  handle: RequestListener,
  run: (documents: MetadataDocuments, origin: string) => Promise<void>,
  allowed = '127.0.0.1',
) {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const targets = new Targets(allowed);
  const agent = createGuardedAgent(targets, undefined);
  try {
    await run(new MetadataDocuments(targets, () => agent), `http://127.0.0.1:${port}`);
  } finally {
    await agent.destroy();
    server.closeAllConnections();
    server.close();
  }
}

const document = (url: string, more: object = {}) =>
  JSON.stringify({ client_id: url, client_name: 'An app', redirect_uris: ['https://app.example/cb'], ...more });

describe('the metadata document of an app', () => {
  it('is read once for many requests', async () => {
    let requests = 0;
    await serving(
      ({ headers, url }, response) => {
        requests++;
        response.end(document(`http://${headers.host}${url}`));
      },
      async (documents, origin) => {
        const id = `${origin}/client.json`;
        const all = await Promise.all(Array.from({ length: 5 }, () => documents.read(id)));
        deepEqual(all[4], { id, name: 'An app', redirect_uris: ['https://app.example/cb'] });
        await documents.read(id);
        equal(requests, 1);
      },
    );
  });

  it('is refused if it names another app, a secret, no redirect URI, or a script', async () => {
    const bad: Record<string, (url: string) => string> = {
      '/other': (url) => document(`${url}/other`),
      '/secret': (url) => document(url, { client_secret: 'x' }),
      '/nothing': (url) => JSON.stringify({ client_id: url }),
      '/script': (url) => document(url, { redirect_uris: ['javascript:alert(1)'] }),
      '/html': () => '<html>',
      '/null': () => 'null',
      '/large': (url) => document(url, { padding: 'x'.repeat(40_000) }),
    };
    await serving(
      ({ headers, url = '' }, response) => {
        response.end(bad[url]?.(`http://${headers.host}${url}`));
      },
      async (documents, origin) => {
        for (const path of Object.keys(bad)) await rejects(documents.read(origin + path), { name: 'OAuthError' }, path);
      },
    );
  });

  it('is not read from a redirect, an error or a server that does not finish', async () => {
    await serving(
      ({ headers, url }, response) => {
        const id = `http://${headers.host}${url}`;
        if (url === '/moved') response.writeHead(302, { location: '/client.json' }).end();
        else if (url === '/gone') response.writeHead(404).end(document(id));
        else if (url === '/slow') response.write('{');
        else response.end(document(id));
      },
      async (documents, origin) => {
        for (const path of ['/moved', '/gone', '/slow'])
          await rejects(documents.read(origin + path), { code: 'invalid_client' }, path);
        await documents.read(`${origin}/client.json`);
      },
    );
  });

  it('is refused while many others are fetched', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await serving(
      async ({ headers, url }, response) => {
        await released;
        response.end(document(`http://${headers.host}${url}`));
      },
      async (documents, origin) => {
        const others = Array.from({ length: 100 }, (_, id) => documents.read(`${origin}/${id}`));
        const all = Promise.allSettled(others);
        await rejects(documents.read(`${origin}/client.json`), { code: 'temporarily_unavailable', status: 503 });
        release();
        await all;
        await documents.read(`${origin}/client.json`);
      },
    );
  });

  it('is not requested from an address that is not public', async () => {
    let requests = 0;
    await serving(
      (_, response) => {
        requests++;
        response.end();
      },
      async (documents, origin) => {
        const { port } = new URL(origin);
        for (const url of [`${origin}/client.json`, `https://localhost:${port}/client.json`])
          await rejects(documents.read(url), { code: 'invalid_client' }, url);
        equal(requests, 0);
      },
      '',
    );
  });
});
