import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stack } from './stack.js';

export interface AuthenticatingProxy {
  url: string;
  stop(): Promise<void>;
}

/** Starts a proxy before the platform for a client that cannot send a key. It adds one to every request. */
export async function startAuthenticatingProxy(key: string): Promise<AuthenticatingProxy> {
  const { host } = new URL((await stack()).platform.baseUrl);
  const proxy = createServer((received, response) => {
    // Host and Origin name the platform instead of the proxy.
    const rename = (header = '') => header.replace(own, host);
    const { origin, ...rest } = received.headers;
    const headers = { ...rest, host: rename(rest.host), ...(origin && { origin: rename(origin) }), 'x-api-key': key };
    const options = { method: received.method, headers, agent: false };
    const sent = request(`http://${host}${received.url}`, options, (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      upstream.pipe(response);
    });
    sent.on('error', () => response.destroy());
    received.pipe(sent);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const own = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    url: `http://${own}`,
    async stop() {
      proxy.close();
      proxy.closeAllConnections();
      await once(proxy, 'close');
    },
  };
}
