import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen, type SandboxAnswer, send } from '../http.js';
import { answerApi, Replies } from './api.js';
import { type Controls, obey } from './control.js';
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
 * Starts a Stripe on the loopback interface: the part of its API that takes one-time payments, the pages on which they are made, and
 * its webhooks; `/_control` is for tests.
 *
 * @param port 0 lets the system choose
 * @param file where its objects are kept from one start to the next
 */
export async function startSandboxStripe(port = 0, file?: string): Promise<SandboxStripe> {
  const world: World = new World(
    (event) => webhooks.handIn(event, world.all('webhook_endpoint'), world.customerOf(event.data.object)),
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
  if (pathname === '/_control') return send(response, await obey(controls, body));
  const page = servePage(world, request.method ?? 'GET', pathname, body);
  const fails = !page && failing.times > 0;
  if (fails) failing.times -= 1;
  if (fails && !failing.after) return send(response, outage);
  const asked = { method: request.method ?? 'GET', path: pathname, query: searchParams.toString(), body };
  const answer = page ?? answerApi(controls, asked, request.headers);
  world.save();
  // The answer that is lost after the deed is done.
  if (fails) return void response.destroy();
  if (controls.slowMs) await sleep(controls.slowMs);
  send(response, answer, answer.headers);
}

const outage: SandboxAnswer = {
  status: 500,
  contentType: 'application/json',
  body: JSON.stringify({ error: { type: 'api_error', message: 'ordered by a test' } }),
};
