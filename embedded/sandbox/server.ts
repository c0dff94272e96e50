import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json as readJson } from 'node:stream/consumers';
import { Control } from './control.js';
import { befall } from './faults.js';
import { json, type SandboxAnswer } from './upstream.js';
import { sandboxUpstreams } from './upstreams.js';

export interface Sandbox {
  readonly url: string;
  close(): Promise<void>;
}

const upstreams = new Map(sandboxUpstreams.map((upstream) => [upstream.name, upstream]));

/**
 * Starts the sandbox on the loopback interface: each upstream under a path of its own (`/rates-primary/latest.json`),
 * and `/_control` for tests.
 *
 * @param port 0 lets the system choose
 */
export async function startSandbox(port = 0): Promise<Sandbox> {
  const control = new Control();
  const server = createServer((request, response) => {
    serve(control, request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error(String(error)));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const { port: chosen } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${chosen}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(control: Control, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://sandbox');
  const [, name = '', ...rest] = url.pathname.split('/');
  if (name === '_control') return send(response, await obey(control, request));

  const upstream = upstreams.get(name);
  if (!upstream) return send(response, json(404, { upstreams: [...upstreams.keys()] }));
  const path = rest.join('/');
  const headers = Object.fromEntries(Object.entries(request.headers).map(([key, value]) => [key, String(value)]));
  const query = Object.fromEntries(
    [...url.searchParams.keys()].map((key) => [key, url.searchParams.getAll(key).join()]),
  );
  control.note({ upstream: name, path, query, headers });

  const answer = upstream.answer({
    path,
    query: url.searchParams,
    headers,
    now: control.now(),
    spend: (account, units) => control.spend(`${name}/${account}`, units),
  });
  const fault = control.faults.next(name, path + url.search);
  if (fault && (await befall(fault, answer, response))) return;
  send(response, answer);
}

async function obey(control: Control, request: IncomingMessage): Promise<SandboxAnswer> {
  if (request.method === 'GET') return json(200, { received: control.received });
  const order = await readJson(request).catch(() => undefined);
  return control.obey(order) ? json(200, {}) : json(400, { error: 'not an order of the sandbox' });
}

function send(response: ServerResponse, { status, contentType, body }: SandboxAnswer): void {
  response.writeHead(status, { 'content-type': contentType, 'x-sandbox': 'synthetic' }).end(body);
}
