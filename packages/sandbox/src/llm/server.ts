import type { IncomingMessage, ServerResponse } from 'node:http';
import { json as readJson } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import Type, { type Static } from 'typebox';
import { Parse } from 'typebox/value';
import { json, listen, send } from '../http.js';
import { draftFor, draftModes, type Order } from './drafts.js';

/** How the model behaves: it answers with a draft of some quality, or as models do on bad days. */
export const modelModes = [
  ...draftModes,
  /** The JSON in a code fence between remarks. */
  'fenced',
  /** Prose instead of JSON. */
  'not-json',
  /** JSON with other fields. */
  'wrong-schema',
  /** No content at all. */
  'empty',
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

/** What the sandbox reads of a request for a chat completion. */
const chatRequest = Type.Object({
  model: Type.String(),
  messages: Type.Array(Type.Object({ role: Type.String(), content: Type.String() })),
  response_format: Type.Optional(Type.Unknown()),
});
type ChatRequest = Static<typeof chatRequest>;

/** The JSON Schema that the instructions give for the answer, after the word `Schema:`. */
const answerSchema = Type.Object({
  properties: Type.Optional(Type.Record(Type.String(), Type.Object({ type: Type.Optional(Type.String()) }))),
});

/** What the user's message says, in JSON. */
const question = Type.Object({ topic: Type.Optional(Type.String()) });

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
    const chat = Parse(chatRequest, await readJson(request));
    const [system, user] = [contentOf(chat, 'system'), contentOf(chat, 'user')];
    const hasSchema = chat.response_format !== undefined;
    received.push({ system, user, model: chat.model, hasSchema });
    const mode = (modes.length > 1 ? modes.shift() : modes[0]) ?? 'good';
    await act(mode, orderOf(system, user), hasSchema, delayMs, response);
  }

  const { url, close } = await listen(0, (request, response) => {
    mostInFlight = Math.max(mostInFlight, ++inFlight);
    response.once('close', () => inFlight--);
    return answer(request, response);
  });
  return {
    url: `${url}/v1`,
    received,
    get mostInFlight() {
      return mostInFlight;
    },
    behave: (...next) => {
      modes = [...next];
    },
    close,
  };
}

const contentOf = (chat: ChatRequest, role: string): string =>
  chat.messages.find((message) => message.role === role)?.content ?? '';

function orderOf(system: string, user: string): Order {
  const { properties = {} } = Parse(answerSchema, JSON.parse(/Schema: (\{.*\})/.exec(system)?.[1] ?? '{}'));
  const { topic = '' } = Parse(question, JSON.parse(user));
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
  send(response, json(status, { error: { message } }));
}

function complete(response: ServerResponse, content: string): void {
  const words = content.split(/\s+/).length;
  const completion = {
    id: 'chatcmpl-sandbox',
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model: 'sandbox',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    usage: { prompt_tokens: 300, completion_tokens: words, total_tokens: 300 + words },
  };
  send(response, json(200, completion));
}
