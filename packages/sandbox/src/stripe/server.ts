import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen, type SandboxResponse, send } from '../http.js';
import { Replies, respondToApi } from './api.js';
import { type Controls, runCommand } from './control.js';
import { servePage } from './serve-page.js';
import { Webhooks } from './webhooks.js';
import { World } from './world.js';

export { SANDBOX_KEY } from './api.js';

export interface SandboxStripe {
  /** The base URL of the API, for STRIPE_URL. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts an imitation of Stripe on the loopback interface: the API for payments and subscriptions, the pages for payers, and webhooks.
 * `/_control` is for tests.
 *
 * @param port 0 lets the system choose
 * @param file in which its objects are stored for the next start
 */
export async function startSandboxStripe(port = 0, file?: string): Promise<SandboxStripe> {
  const world: World = new World(
    (event) => webhooks.dispatch(event, world.all('webhook_endpoint'), world.findCustomer(event.data.object)),
    file,
  );
  const webhooks = new Webhooks(() => world.now());
  const controls: Controls = { world, webhooks, replies: new Replies(), failing: { times: 0, after: false } };
  const listening = await listen(port, (request, response) => serve(controls, request, response));
  world.servePagesAt(listening.url);
  return {
    url: listening.url,
    async close() {
      webhooks.close();
      await listening.close();
    },
  };
}

async function serve(controls: Controls, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { world, failing } = controls;
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sandbox');
  const body = await readText(request);
  if (pathname === '/_control') return send(response, await runCommand(controls, body));
  const page = servePage(world, request.method ?? 'GET', pathname, body);
  const fails = !page && failing.times > 0;
  if (fails) failing.times -= 1;
  if (fails && !failing.after) return send(response, outage);
  const apiRequest = { method: request.method ?? 'GET', path: pathname, query: searchParams.toString(), body };
  const result = page ?? respondToApi(controls, apiRequest, request.headers);
  world.save();
  // The request was carried out, but its response is lost.
  if (fails) return void response.destroy();
  if (controls.slowMs) await sleep(controls.slowMs);
  send(response, result, result.headers);
}

const outage: SandboxResponse = {
  status: 500,
  contentType: 'application/json',
  body: JSON.stringify({ error: { type: 'api_error', message: 'requested by a test' } }),
};
