import { deepEqual, equal, rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { runOverHttp } from '../../admin/run-operation.js';
import { listKeys } from '../../features/keys/operations.js';
import { call, newAccount, stack } from '../helpers/stack.js';

/** Sends a request whose path is as it is written, which `fetch` would normalise. */
async function fetchStatus(method: string, path: string, key: string): Promise<number | undefined> {
  const { hostname, port } = new URL((await stack()).platform.baseUrl);
  const sent = request({ hostname, port, method, path, headers: { 'X-API-Key': key } }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

describe('an id in a path that holds slashes or dots', () => {
  it('reaches no other route', async () => {
    const { key } = await newAccount({ scopes: ['*', 'billing'] });
    const webhook = { url: 'http://127.0.0.1:9/', events: ['job.completed'] };
    const { body } = await call('/v1/webhooks', webhook, { key });
    const ids = ['..', '.', '../webhooks', `../webhooks/${body.webhook}`, `../../v1/webhooks/${body.webhook}`];
    const spellings = (id: string) => [
      id,
      encodeURIComponent(id),
      id.replaceAll('.', '%2e'),
      encodeURIComponent(id).replaceAll('.', '%2E'),
      encodeURIComponent(encodeURIComponent(id)),
      id.replaceAll('/', '\\'),
      id.replaceAll('/', '//'),
    ];
    for (const id of ids)
      for (const spelled of spellings(id))
        for (const method of ['GET', 'DELETE'])
          equal(await fetchStatus(method, `/v1/jobs/${spelled}`, key), 404, `${method} ${spelled}`);
    const { body: kept } = await call('/v1/webhooks', {}, { key, method: 'GET' });
    deepEqual(
      kept.webhooks.map(({ webhook: id }: { webhook: string }) => id),
      [body.webhook],
    );
  });
  it('is not sent by the command line of operators', async () => {
    const run = runOverHttp('http://127.0.0.1:9', 'token');
    for (const account of ['', '.', '..'])
      await rejects(
        run(listKeys, { account }, async () => {}),
        /must be an id/,
      );
  });
});

describe('a path with dot segments', () => {
  it('is not found, as a proxy resolves it to another', async () => {
    const { key } = await newAccount();
    for (const path of [
      '/operator/../docs',
      '/operator/login/../../x',
      '/operator/.',
      '/operator/%2e%2E/x',
      '/operator/..%2fx?next=/docs',
      '/operator#/../x',
      '/v1/admin/accounts/..%2f..%2f..%2f..%2fz',
      '/docs/./quick-start',
    ])
      equal(await fetchStatus('GET', path, key), 404, path);
  });

  it('is one in its path only, and not in a name or a query', async () => {
    const { key } = await newAccount();
    for (const path of ['/docs?next=/../operator', '/operator/login?next=..%2Fx', '/prices.json'])
      equal(await fetchStatus('GET', path, key), 200, path);
  });
});
