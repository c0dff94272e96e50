import type { IncomingMessage, ServerResponse } from 'node:http';
import { json as readJson } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import Type from 'typebox';
import { Parse } from 'typebox/value';
import { json, listen, send } from '../http.js';
import {
  type ChatRequest,
  chatRequest,
  dialects,
  findDialect,
  isThinker,
  type SandboxDialect,
  tokensIn,
} from './dialects.js';
import { draftFor, draftModes, type Order } from './drafts.js';

export { type SandboxDialect, sandboxDialects } from './dialects.js';

/** Behaviour of the model: a draft of some quality, or a failure. */
export const modelModes = [
  ...draftModes,
  /** The JSON in a code fence between remarks. */
  'fenced',
  /** Reasoning before the JSON. */
  'thinks-aloud',
  /** Prose instead of JSON. */
  'not-json',
  /** JSON with other fields. */
  'wrong-schema',
  /** No content at all. */
  'empty',
  /** No content either, because all tokens went into thinking, unless there are very many. */
  'overthinks',
  /** OpenAI: it declines, and says so beside the content. */
  'declines',
  /** Azure: the content filter stops the question. */
  'filtered',
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
  readonly dialect: SandboxDialect;
  readonly system: string;
  readonly user: string;
  readonly model: string;
  readonly hasSchema: boolean;
  readonly temperature: number | undefined;
  readonly effort: string | undefined;
  /** The most tokens of the answer, as far as this dialect understands it. */
  readonly limit: number | undefined;
}

export interface SandboxModel {
  /** The base URL of the server that takes everything, for LLM_BASE_URL. */
  readonly url: string;
  /** The base URL of a server that speaks a dialect as strictly as the original. */
  urlOf(dialect: SandboxDialect): string;
  /** Questions, as far as they were not refused for their form. */
  readonly received: readonly ReceivedChat[];
  /** Requests refused for their form, as `dialect: message`, those that only try what is taken (one token) apart. */
  readonly refused: readonly string[];
  /** Requests that only try what is taken: lists of models, and questions of one token. */
  readonly probes: number;
  /** The most requests that were in flight at one time. */
  readonly mostInFlight: number;
  /** From now on the model behaves in these ways, one request each, the last for all that follow. */
  behave(...modes: readonly [ModelMode, ...ModelMode[]]): void;
  /** From now on it gives this draft, whatever it is asked; as it behaves, without one. */
  say(draft: object | undefined): void;
  /** True if health probes get an error. */
  failProbes(fails: boolean): void;
  /** Texts that it writes in further languages, by the English name of each; `%` is the topic. */
  learn(sentences: Readonly<Record<string, string>>): void;
  close(): Promise<void>;
}

/** The JSON Schema that the instructions give for the answer, after the word `Schema:`. */
const answerSchema = Type.Object({
  properties: Type.Optional(Type.Record(Type.String(), Type.Object({ type: Type.Optional(Type.String()) }))),
});

/** JSON of the user's message. */
const question = Type.Object({
  topic: Type.Optional(Type.String()),
  outline: Type.Optional(Type.Array(Type.Object({ part: Type.String(), words: Type.Number() }))),
});

/** A question of so few tokens wants no answer: it tries what is taken. */
const FEW_TOKENS = 1;

/** Tokens that models which think need for that, by effort. */
const THOUGHT: Readonly<Record<string, number>> = { none: 0, minimal: 200, low: 1_000, medium: 3_000, high: 9_000 };
/** Tokens that the mode `overthinks` needs. */
const MUCH_THOUGHT = 20_000;

/**
 * Starts a server that speaks the chat completions protocol, in each of its dialects, on the loopback interface. Its texts are
 * synthetic.
 *
 * @param delayMs how long a `slow` answer takes
 */
export async function startSandboxModel(delayMs = 2_000): Promise<SandboxModel> {
  const received: ReceivedChat[] = [];
  const refused: string[] = [];
  const learned: Record<string, string> = {};
  let modes: ModelMode[] = ['good'];
  let told: object | undefined;
  let [inFlight, mostInFlight, probes, probesFail] = [0, 0, 0, false];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://sandbox');
    const found = findDialect(pathname);
    if (!found) return send(response, json(404, { error: { message: `no model speaks at ${pathname}` } }));
    const { name, dialect, rest } = found;
    if (request.method === 'GET') {
      probes++;
      const ids = ['sandbox', 'sandbox-small'];
      const isListed = rest === 'models' && dialect.listed && !probesFail;
      const data = ids.map((id) => ({ id, object: 'model', created: 1_700_000_000, ...dialect.listed }));
      return send(
        response,
        isListed ? json(200, { object: 'list', data }) : json(404, { error: { message: 'not found' } }),
      );
    }
    if (!isChat(name, rest))
      return send(response, json(404, { error: { code: '404', message: 'Resource not found' } }));
    const body: unknown = await readJson(request);
    const chat = Parse(chatRequest, body);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([key, value]) => [key, String(value)]));
    const isProbe = (chat.max_tokens ?? chat.max_completion_tokens) === FEW_TOKENS;
    if (isProbe) probes++;
    if (isProbe && probesFail) return fail(response, 503, 'Loading model');
    const refusal = dialect.refuse({ chat, fields: Object.keys(Object(body)), headers, query });
    if (refusal) {
      if (!isProbe) refused.push(`${name}: ${JSON.stringify(refusal.body)}`);
      return send(response, json(refusal.status, refusal.body));
    }
    const asked = readChat(name, chat);
    if (isProbe) return tried(response, asked);
    received.push(asked);
    if (told) return complete(response, asked, JSON.stringify(told));
    const mode = (modes.length > 1 ? modes.shift() : modes[0]) ?? 'good';
    await act(mode, { ...readOrder(asked, chat), sentences: learned }, asked, delayMs, response);
  }

  const { url, close } = await listen(0, (request, response) => {
    mostInFlight = Math.max(mostInFlight, ++inFlight);
    response.once('close', () => inFlight--);
    return answer(request, response);
  });
  return {
    url: `${url}/v1`,
    urlOf: (dialect) => `${url}${dialects[dialect].base}`,
    received,
    refused,
    get probes() {
      return probes;
    },
    get mostInFlight() {
      return mostInFlight;
    },
    behave: (...next) => {
      modes = [...next];
    },
    say: (draft) => {
      told = draft;
    },
    failProbes: (fails) => {
      probesFail = fails;
    },
    learn: (sentences) => void Object.assign(learned, sentences),
    close,
  };
}

/** True if a path is that of chat completions. With Azure it names the deployment. */
const isChat = (dialect: SandboxDialect, rest: string): boolean =>
  dialect === 'azure' ? /^deployments\/[^/]+\/chat\/completions$/.test(rest) : rest === 'chat/completions';

function readChat(name: SandboxDialect, chat: ChatRequest): ReceivedChat {
  const understood: readonly ('max_tokens' | 'max_completion_tokens')[] = dialects[name].limits;
  const limits = understood.map((limit) => chat[limit]).filter((limit) => limit !== undefined);
  return {
    dialect: name,
    system: readContent(chat, 'system'),
    user: readContent(chat, 'user'),
    model: chat.model,
    hasSchema: chat.response_format?.type === 'json_schema',
    temperature: chat.temperature,
    effort: chat.reasoning_effort,
    limit: limits[0],
  };
}

const readContent = (chat: ChatRequest, role: string): string =>
  chat.messages.find((message) => message.role === role)?.content ?? '';

function readOrder({ system, user }: ReceivedChat, chat: ChatRequest): Order {
  const told = chat.response_format?.json_schema?.schema ?? JSON.parse(/Schema: (\{.*\})/.exec(system)?.[1] ?? '{}');
  const { properties = {} } = Parse(answerSchema, told);
  const { topic = '', outline = [] } = Parse(question, JSON.parse(user));
  const words = Object.fromEntries(
    Object.keys(properties).flatMap((field) => {
      const part = outline.find((one) => one.part === field.replace(/\b\d+\b/g, '*'));
      return part ? [[field, part.words]] : [];
    }),
  );
  const language = /Language: ([^.,\n]+)[.,]/.exec(system)?.[1] ?? 'English';
  return {
    fields: properties,
    topic,
    language,
    system,
    given: textsIn(JSON.parse(user)).join('\n'),
    words,
    sentences: {},
  };
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(Object(value)).flatMap(textsIn);

async function act(mode: ModelMode, order: Order, asked: ReceivedChat, delayMs: number, response: ServerResponse) {
  const good = () => JSON.stringify(draftFor(order, 'good'));
  switch (mode) {
    case 'hang':
      return;
    case 'slow':
      await sleep(delayMs);
      return complete(response, asked, good());
    case 'server-error':
      return fail(response, 500, 'the model crashed');
    case 'throttled':
      return fail(response, 429, 'slow down');
    case 'refuses-schema':
      if (asked.hasSchema) return fail(response, 400, 'response_format is not supported');
      return complete(response, asked, good());
    case 'filtered':
      return send(response, json(400, FILTERED));
    case 'declines':
      return complete(response, asked, '', { refusal: "I'm sorry, I can't help with that." });
    case 'truncated':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 10_000 });
      response.write('{"choices": [{"message": {"content": "{\\"title\\": ');
      await sleep(20);
      return void response.destroy();
    case 'empty':
      return complete(response, asked, '');
    case 'overthinks':
      return complete(response, asked, good(), { thought: MUCH_THOUGHT });
    case 'thinks-aloud':
      return complete(response, asked, `<think>Let me see: {"title": 1} or {}?</think>\n${good()}`);
    case 'not-json':
      return complete(response, asked, `I would call it: all about ${order.topic}. Hope this helps!`);
    case 'wrong-schema':
      return complete(response, asked, JSON.stringify({ result: { text: `All about ${order.topic}` } }));
    case 'fenced':
      return complete(response, asked, `Sure, here you go:\n\`\`\`json\n${good()}\n\`\`\`\nEnjoy!`);
    default:
      return complete(response, asked, JSON.stringify(draftFor(order, mode)));
  }
}

/** learn.microsoft.com: Content filtering, for a prompt that is filtered. */
const FILTERED = {
  error: {
    message: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
    type: null,
    param: 'prompt',
    code: 'content_filter',
    status: 400,
  },
};

function fail(response: ServerResponse, status: number, message: string): void {
  send(response, json(status, { error: { message } }));
}

/** OpenAI's models that think refuse what cannot be thought to its end; the others end after the one token. */
function tried(response: ServerResponse, asked: ReceivedChat): void {
  if (!isThinker(asked.model)) {
    complete(response, asked, '{');
    return;
  }
  const message =
    'Could not finish the message because max_tokens or model output limit was reached. Please try again with higher max_tokens.';
  send(response, json(400, { error: { message, type: 'invalid_request_error', param: null, code: null } }));
}

/** Ends the answer where its tokens end, thought included. */
function complete(
  response: ServerResponse,
  { model, limit = Number.POSITIVE_INFINITY, effort = 'medium', system, user }: ReceivedChat,
  content: string,
  { thought = isThinker(model) ? (THOUGHT[effort] ?? 0) : 0, refusal = null as string | null } = {},
): void {
  const left = Math.max(0, limit - thought);
  const isCut = tokensIn(content) > left;
  const said = isCut ? content.slice(0, left * 4) : content;
  const written = Math.min(limit, thought + tokensIn(said));
  const read = tokensIn(system + user);
  const completion = {
    id: 'chatcmpl-sandbox',
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model,
    choices: [
      {
        index: 0,
        finish_reason: isCut ? 'length' : 'stop',
        message: { role: 'assistant', content: refusal ? null : said, refusal },
      },
    ],
    usage: {
      prompt_tokens: read,
      completion_tokens: written,
      total_tokens: read + written,
      ...(thought > 0 && { completion_tokens_details: { reasoning_tokens: Math.min(thought, limit) } }),
    },
  };
  send(response, json(200, completion));
}
