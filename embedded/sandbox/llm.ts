import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json as readJson } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { draftFor, type Order } from './llm-drafts.js';

/** How the model behaves: well, or as models do on bad days. */
export const modelModes = [
  'good',
  /** The right fields, the text full of markdown. */
  'markdown',
  /** The text in quotation marks. */
  'quotes',
  /** "Sure! Here is …" in front of the text and a farewell behind it. */
  'preamble',
  /** Emoji and hashtags that nobody asked for. */
  'decorated',
  /** The JSON in a code fence between remarks. */
  'fenced',
  /** Prose instead of JSON. */
  'not-json',
  /** JSON with other fields. */
  'wrong-schema',
  /** Another language than the one asked for. */
  'wrong-language',
  'over-long',
  /** Blank fields. */
  'blank',
  /** No content at all. */
  'empty',
  /** Does what the topic says instead of what it was told. */
  'obeys-topic',
  /** Tells its instructions. */
  'leaks',
  /** HTML, links and scripts. */
  'markup',
  'slow',
  'server-error',
  /** 429. */
  'throttled',
  /** 400 when a JSON schema is asked for. */
  'refuses-schema',
  /** Half an answer, then the connection breaks. */
  'truncated',
  /** Never answers. */
  'hang',
] as const;
export type ModelMode = (typeof modelModes)[number];

/** A request as the model got it. */
export interface ReceivedChat {
  readonly system: string;
  readonly user: string;
  readonly model: string;
  readonly hasSchema: boolean;
}

export interface SandboxModel {
  /** The base URL, for LLM_BASE_URL. */
  readonly url: string;
  readonly received: readonly ReceivedChat[];
  /** The most requests that were in flight at one time. */
  readonly mostInFlight: number;
  /** From now on the model behaves in these ways, one request each, the last for all that follow. */
  behave(...modes: readonly [ModelMode, ...ModelMode[]]): void;
  close(): Promise<void>;
}

interface Chat {
  model: string;
  messages: { role: string; content: string }[];
  response_format?: { json_schema?: { schema?: { properties?: Record<string, { type?: string }> } } };
}

/**
 * Starts a server that speaks the chat completions protocol on the loopback interface. Its texts are synthetic.
 *
 * @param delayMs how long a `slow` answer takes
 */
export async function startSandboxModel(delayMs = 2_000): Promise<SandboxModel> {
  const received: ReceivedChat[] = [];
  let modes: ModelMode[] = ['good'];
  let inFlight = 0;
  let mostInFlight = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chat = (await readJson(request)) as Chat;
    const contentOf = (role: string) => chat.messages.find((message) => message.role === role)?.content ?? '';
    const hasSchema = chat.response_format !== undefined;
    received.push({ system: contentOf('system'), user: contentOf('user'), model: chat.model, hasSchema });
    const mode = (modes.length > 1 ? modes.shift() : modes[0]) ?? 'good';
    await act(mode, orderOf(contentOf('system'), contentOf('user')), hasSchema, delayMs, response);
  }

  const server = createServer((request, response) => {
    mostInFlight = Math.max(mostInFlight, ++inFlight);
    response.once('close', () => inFlight--);
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    received,
    get mostInFlight() {
      return mostInFlight;
    },
    behave: (...next) => {
      modes = [...next];
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function orderOf(system: string, user: string): Order {
  const schema = /Schema: (\{.*\})/.exec(system)?.[1] ?? '{}';
  const { properties = {} } = JSON.parse(schema) as { properties?: Order['fields'] };
  const { topic = '' } = JSON.parse(user) as { topic?: string };
  return { fields: properties, topic, language: /Language: ([^.\n]+)\./.exec(system)?.[1] ?? 'English', system };
}

async function act(mode: ModelMode, order: Order, hasSchema: boolean, delayMs: number, response: ServerResponse) {
  switch (mode) {
    case 'hang':
      return;
    case 'slow':
      await sleep(delayMs);
      return complete(response, JSON.stringify(draftFor(order, 'good')));
    case 'server-error':
      return refuse(response, 500, 'the model crashed');
    case 'throttled':
      return refuse(response, 429, 'slow down');
    case 'refuses-schema':
      if (hasSchema) return refuse(response, 400, 'response_format is not supported');
      return complete(response, JSON.stringify(draftFor(order, 'good')));
    case 'truncated':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 10_000 });
      response.write('{"choices": [{"message": {"content": "{\\"title\\": ');
      await sleep(20);
      return void response.destroy();
    case 'empty':
      return complete(response, '');
    case 'not-json':
      return complete(response, `I would call it: all about ${order.topic}. Hope this helps!`);
    case 'wrong-schema':
      return complete(response, JSON.stringify({ result: { text: `All about ${order.topic}` } }));
    case 'fenced':
      return complete(
        response,
        `Sure, here you go:\n\`\`\`json\n${JSON.stringify(draftFor(order, 'good'))}\n\`\`\`\nEnjoy!`,
      );
    default:
      return complete(response, JSON.stringify(draftFor(order, mode)));
  }
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }));
}

function complete(response: ServerResponse, content: string): void {
  const words = content.split(/\s+/).length;
  const body = {
    id: 'chatcmpl-sandbox',
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model: 'sandbox',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    usage: { prompt_tokens: 300, completion_tokens: words, total_tokens: 300 + words },
  };
  response.writeHead(200, { 'content-type': 'application/json', 'x-sandbox': 'synthetic' }).end(JSON.stringify(body));
}
