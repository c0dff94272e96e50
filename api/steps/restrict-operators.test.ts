import { deepEqual, equal, throws } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { ConfigError } from '../../shared/process/config.js';
import { startPrivateFronts } from '../../test/helpers/private-fronts.js';
import { ADMIN_TOKEN } from '../../test/helpers/test-platform.js';
import type { CallState } from '../call.js';
import { restrictOperators } from './restrict-operators.js';

const OPERATORS = ['/operator', '/operator/login', '/v1/admin/accounts', '/V1/Admin/accounts', '/metrics', '/METRICS/'];

/** Requests paths from a server with this step behind a number of proxies, and returns the paths that it serves. */
async function served(networks: string | undefined, proxies: number, forwarded: string, paths = OPERATORS) {
  const app = new Koa<CallState>({ proxy: proxies > 0, maxIpsCount: proxies });
  app.silent = true;
  app.use(restrictOperators(networks === undefined ? {} : { OPERATOR_NETWORKS: networks }));
  app.use((ctx) => {
    ctx.status = 204;
  });
  const server = createServer(app.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const responses = await Promise.all(
      paths.map((path) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'X-Forwarded-For': forwarded } })),
    );
    return paths.filter((_, index) => responses[index]?.status === 204);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('OPERATOR_NETWORKS', () => {
  it('serves the paths of operators to everybody if it is not set', async () => {
    deepEqual(await served(undefined, 1, '203.0.113.7'), OPERATORS);
  });

  it('serves them to its networks and addresses only', async () => {
    const networks = '10.0.0.0/8, 203.0.113.7,2001:db8::/32';
    for (const address of ['10.1.2.3', '203.0.113.7', '2001:db8::9', '::ffff:10.1.2.3'])
      deepEqual(await served(networks, 1, address), OPERATORS, address);
    for (const address of ['11.1.2.3', '203.0.113.8', '2001:db9::9', 'unknown', ''])
      deepEqual(await served(networks, 1, address), [], address);
  });

  it('serves everything else to all', async () => {
    const others = ['/healthz', '/docs', '/v1/vat', '/operators', '/v1/administration', '/metrics.json'];
    deepEqual(await served('none', 1, '203.0.113.7', others), others);
  });

  it('serves them to nobody if it is none', async () => {
    deepEqual(await served('none', 0, ''), []);
  });

  it('takes the address that the outermost proxy added, whatever a client claims', async () => {
    deepEqual(await served('10.0.0.0/8', 1, '10.1.2.3, 203.0.113.7'), []);
    deepEqual(await served('10.0.0.0/8', 2, '10.1.2.3, 203.0.113.7, 10.9.9.9'), []);
    deepEqual(await served('10.0.0.0/8', 2, '203.0.113.7, 10.1.2.3, 192.0.2.1'), OPERATORS);
    // Without a proxy, the address of the connection.
    deepEqual(await served('10.0.0.0/8', 0, '10.1.2.3'), []);
    deepEqual(await served('127.0.0.1', 0, '10.1.2.3'), OPERATORS);
  });

  it('ends the start if it is no list of networks', () => {
    for (const wrong of ['office', '10.0.0.0/33', '10.0.0.0/8,', ''])
      throws(() => restrictOperators({ OPERATOR_NETWORKS: wrong }), ConfigError, wrong);
  });

  it('is enforced by API servers', async () => {
    const fronts = await startPrivateFronts(1, { OPERATOR_NETWORKS: '203.0.113.0/24' });
    try {
      const status = async (path: string, address: string) => {
        const headers = { 'X-Forwarded-For': address, Authorization: `Bearer ${ADMIN_TOKEN}` };
        const response = await fetch(`${fronts.urls[0]}${path}`, { headers });
        await response.text();
        return response.status;
      };
      for (const path of ['/operator/login', '/v1/admin/accounts', '/metrics'])
        deepEqual(
          [await status(path, '203.0.113.9'), await status(path, '203.0.113.9, 198.51.100.1')],
          [200, 404],
          path,
        );
      equal(await status('/prices.json', '198.51.100.1'), 200);
    } finally {
      await fronts.close();
    }
  });
});
