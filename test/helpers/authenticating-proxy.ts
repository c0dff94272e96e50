import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stack } from './stack.js';

export interface AuthenticatingProxy {
  url: string;
  stop(): Promise<void>;
}

/** Stands before the platform for a client that cannot be given a key, and adds one to all that it sends. */
export async function startAuthenticatingProxy(key: string): Promise<AuthenticatingProxy> {
  const { host } = new URL((await stack()).platform.baseUrl);
  const proxy = createServer((asked, answer) => {
    // Whoever names the proxy means what stands behind it.
    const meant = (header = '') => header.replace(own, host);
    const { origin, ...rest } = asked.headers;
    const headers = { ...rest, host: meant(rest.host), ...(origin && { origin: meant(origin) }), 'x-api-key': key };
    const options = { method: asked.method, headers, agent: false };
    const sent = request(`http://${host}${asked.url}`, options, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    sent.on('error', () => answer.destroy());
    asked.pipe(sent);
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
