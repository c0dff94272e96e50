import type { IncomingMessage, ServerResponse } from 'node:http';
import { json as readJson, text as readText } from 'node:stream/consumers';
import { Control } from './control.js';
import type { ZoneEntry } from './dns/zone.js';
import { injectFault } from './faults.js';
import { json, type Listening, listen, type SandboxResponse, send } from './http.js';
import { Mailbox } from './mail/mailbox.js';
import { renderMailbox } from './mail/page.js';
import { sandboxUpstreams } from './upstreams.js';

export type Sandbox = Listening;

const upstreams = new Map(sandboxUpstreams.map((upstream) => [upstream.name, upstream]));

/**
 * Starts the sandbox on the loopback interface: each upstream under a path of its own (`/rates-primary/latest.json`),
 * `/mailbox` with the emails that were sent, and `/_control` for tests.
 *
 * @param port 0 lets the system choose
 * @param mailbox of the sandbox's mail server, where it has one
 * @param zone of the sandbox's DNS server, where it has one
 */
export function startSandbox(
  port = 0,
  mailbox = new Mailbox(),
  zone: Record<string, ZoneEntry> = {},
): Promise<Sandbox> {
  const control = new Control(zone);
  return listen(port, (request, response) => serve(control, mailbox, request, response));
}

async function serve(
  control: Control,
  mailbox: Mailbox,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://sandbox');
  const [, name = '', ...rest] = url.pathname.split('/');
  if (name === '_control') return send(response, await serveControl(control, request));
  if (name === 'mailbox') return send(response, renderMailbox(mailbox, url));

  const upstream = upstreams.get(name);
  if (!upstream) return send(response, json(404, { upstreams: [...upstreams.keys()] }));
  const path = rest.join('/');
  const headers = Object.fromEntries(Object.entries(request.headers).map(([key, value]) => [key, String(value)]));
  const query = Object.fromEntries(
    [...url.searchParams.keys()].map((key) => [key, url.searchParams.getAll(key).join()]),
  );
  const text = request.method === 'POST' ? await readText(request) : '';
  const body = parse(text);
  control.record({ upstream: name, path, query, headers, ...(body !== undefined && { body }) });

  const normal = upstream.respond({
    method: request.method ?? 'GET',
    path,
    body,
    query: url.searchParams,
    headers,
    now: control.now(),
    spend: (account, units) => control.spend(`${name}/${account}`, units),
  });
  const fault = control.faults.next(name, path + url.search + text);
  if (fault && (await injectFault(fault, normal, response))) return;
  send(response, normal);
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function serveControl(control: Control, request: IncomingMessage): Promise<SandboxResponse> {
  if (request.method === 'GET') return json(200, { received: control.received });
  const command = await readJson(request).catch(() => undefined);
  return control.run(command) ? json(200, {}) : json(400, { error: 'invalid command' });
}
