import type { IncomingMessage, ServerResponse } from 'node:http';
import { json as readJson } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import Type from 'typebox';
import { Parse } from 'typebox/value';
import { json, listen, send } from '../http.js';
import {
  type ChatRequest,
  chatRequest,
  countTokens,
  dialects,
  findDialect,
  isReasoningModel,
  type SandboxDialect,
} from './dialects.js';
import { createDraft, type DraftRequest, draftModes } from './drafts.js';

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
  /** No content, as reasoning used all tokens, unless there are very many. */
  'overthinks',
  /** OpenAI: the model declines, in the field `refusal`. */
  'declines',
  /** Azure: the content filter stops the request. */
  'filtered',
  'slow',
  'server-error',
  /** 429. */
  'throttled',
  /** 400 for a request with a JSON schema. */
  'refuses-schema',
  /** Half a response, then the connection closes. */
  'truncated',
  /** Never responds. */
  'hang',
] as const;
export type ModelMode = (typeof modelModes)[number];

/** A request that the model received. */
export interface ReceivedChat {
  readonly dialect: SandboxDialect;
  readonly system: string;
  readonly user: string;
  readonly model: string;
  readonly hasSchema: boolean;
  readonly temperature: number | undefined;
  readonly effort: string | undefined;
  /** Maximum tokens of the response, if the dialect supports the field. */
  readonly limit: number | undefined;
}

export interface SandboxModel {
  /** Base URL of the dialect that accepts everything, for LLM_BASE_URL. */
  readonly url: string;
  /** Returns the base URL of a dialect, which is as strict as the original server. */
  findUrl(dialect: SandboxDialect): string;
  /** Requests that were not refused for their format. */
  readonly received: readonly ReceivedChat[];
  /** Requests refused for their format, as `dialect: message`, without probes. */
  readonly refused: readonly string[];
  /** Number of probes: lists of models, and requests for one token. */
  readonly probes: number;
  /** Maximum number of concurrent requests. */
  readonly mostInFlight: number;
  /** Sets the behaviour of the next requests, one each. The last one remains. */
  behave(...modes: readonly [ModelMode, ...ModelMode[]]): void;
  /** Sets a draft that the model returns for every request; undefined to end this. */
  returnDraft(draft: object | undefined): void;
  /** Sets whether health probes get an error. */
  failProbes(fails: boolean): void;
  /** Adds sentences in further languages, by the English name of each; `%` is the topic. */
  learn(sentences: Readonly<Record<string, string>>): void;
  close(): Promise<void>;
}

/** JSON Schema of the draft, which the instructions contain after the word `Schema:`. */
const draftSchema = Type.Object({
  properties: Type.Optional(Type.Record(Type.String(), Type.Object({ type: Type.Optional(Type.String()) }))),
});

/** JSON of the user message. */
const userMessage = Type.Object({
  topic: Type.Optional(Type.String()),
  outline: Type.Optional(Type.Array(Type.Object({ part: Type.String(), words: Type.Number() }))),
});

/** Tokens of a request that only probes which parameters are supported. */
const PROBE_TOKENS = 1;

/** Reasoning tokens by effort. */
const REASONING_TOKENS: Readonly<Record<string, number>> = {
  none: 0,
  minimal: 200,
  low: 1_000,
  medium: 3_000,
  high: 9_000,
};
/** Reasoning tokens of the mode `overthinks`. */
const OVERTHINKING_TOKENS = 20_000;

/**
 * Starts a server of the chat completions protocol, in all of its dialects, on the loopback interface. Its texts are synthetic.
 *
 * @param delayMs delay of a `slow` response
 */
export async function startSandboxModel(delayMs = 2_000): Promise<SandboxModel> {
  const received: ReceivedChat[] = [];
  const refused: string[] = [];
  const learned: Record<string, string> = {};
  let modes: ModelMode[] = ['good'];
  let fixedDraft: object | undefined;
  let [inFlight, mostInFlight, probes, probesFail] = [0, 0, 0, false];

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://sandbox');
    const found = findDialect(pathname);
    if (!found) return send(response, json(404, { error: { message: `no model at ${pathname}` } }));
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
    const isProbe = (chat.max_tokens ?? chat.max_completion_tokens) === PROBE_TOKENS;
    if (isProbe) probes++;
    if (isProbe && probesFail) return fail(response, 503, 'Loading model');
    const refusal = dialect.refuse({ chat, fields: Object.keys(Object(body)), headers, query });
    if (refusal) {
      if (!isProbe) refused.push(`${name}: ${JSON.stringify(refusal.body)}`);
      return send(response, json(refusal.status, refusal.body));
    }
    const receivedChat = readChat(name, chat);
    if (isProbe) return respondToProbe(response, receivedChat);
    received.push(receivedChat);
    if (fixedDraft) return complete(response, receivedChat, JSON.stringify(fixedDraft));
    const mode = (modes.length > 1 ? modes.shift() : modes[0]) ?? 'good';
    await applyMode(
      mode,
      { ...readDraftRequest(receivedChat, chat), sentences: learned },
      receivedChat,
      delayMs,
      response,
    );
  }

  const { url, close } = await listen(0, (request, response) => {
    mostInFlight = Math.max(mostInFlight, ++inFlight);
    response.once('close', () => inFlight--);
    return respond(request, response);
  });
  return {
    url: `${url}/v1`,
    findUrl: (dialect) => `${url}${dialects[dialect].base}`,
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
    returnDraft: (draft) => {
      fixedDraft = draft;
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

function readDraftRequest({ system, user }: ReceivedChat, chat: ChatRequest): DraftRequest {
  const schema = chat.response_format?.json_schema?.schema ?? JSON.parse(/Schema: (\{.*\})/.exec(system)?.[1] ?? '{}');
  const { properties = {} } = Parse(draftSchema, schema);
  const { topic = '', outline = [] } = Parse(userMessage, JSON.parse(user));
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
    texts: listTexts(JSON.parse(user)).join('\n'),
    words,
    sentences: {},
  };
}

const listTexts = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(Object(value)).flatMap(listTexts);

async function applyMode(
  mode: ModelMode,
  draftRequest: DraftRequest,
  receivedChat: ReceivedChat,
  delayMs: number,
  response: ServerResponse,
) {
  const good = () => JSON.stringify(createDraft(draftRequest, 'good'));
  switch (mode) {
    case 'hang':
      return;
    case 'slow':
      await sleep(delayMs);
      return complete(response, receivedChat, good());
    case 'server-error':
      return fail(response, 500, 'the model crashed');
    case 'throttled':
      return fail(response, 429, 'slow down');
    case 'refuses-schema':
      if (receivedChat.hasSchema) return fail(response, 400, 'response_format is not supported');
      return complete(response, receivedChat, good());
    case 'filtered':
      return send(response, json(400, FILTERED));
    case 'declines':
      return complete(response, receivedChat, '', { refusal: "I'm sorry, I can't help with that." });
    case 'truncated':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 10_000 });
      response.write('{"choices": [{"message": {"content": "{\\"title\\": ');
      await sleep(20);
      return void response.destroy();
    case 'empty':
      return complete(response, receivedChat, '');
    case 'overthinks':
      return complete(response, receivedChat, good(), { thought: OVERTHINKING_TOKENS });
    case 'thinks-aloud':
      return complete(response, receivedChat, `<think>Let me see: {"title": 1} or {}?</think>\n${good()}`);
    case 'not-json':
      return complete(response, receivedChat, `I would call it: all about ${draftRequest.topic}. Hope this helps!`);
    case 'wrong-schema':
      return complete(response, receivedChat, JSON.stringify({ result: { text: `All about ${draftRequest.topic}` } }));
    case 'fenced':
      return complete(response, receivedChat, `Sure, here you go:\n\`\`\`json\n${good()}\n\`\`\`\nEnjoy!`);
    default:
      return complete(response, receivedChat, JSON.stringify(createDraft(draftRequest, mode)));
  }
}

/** learn.microsoft.com: Content filtering, of a filtered prompt. */
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

/** Responds to a probe: OpenAI's reasoning models refuse it, as they cannot finish with one token; others return the one token. */
function respondToProbe(response: ServerResponse, receivedChat: ReceivedChat): void {
  if (!isReasoningModel(receivedChat.model)) {
    complete(response, receivedChat, '{');
    return;
  }
  const message =
    'Could not finish the message because max_tokens or model output limit was reached. Please try again with higher max_tokens.';
  send(response, json(400, { error: { message, type: 'invalid_request_error', param: null, code: null } }));
}

/** Sends a completion, cut at the maximum tokens, which include reasoning. */
function complete(
  response: ServerResponse,
  { model, limit = Number.POSITIVE_INFINITY, effort = 'medium', system, user }: ReceivedChat,
  content: string,
  { thought = isReasoningModel(model) ? (REASONING_TOKENS[effort] ?? 0) : 0, refusal = null as string | null } = {},
): void {
  const left = Math.max(0, limit - thought);
  const isCut = countTokens(content) > left;
  const text = isCut ? content.slice(0, left * 4) : content;
  const written = Math.min(limit, thought + countTokens(text));
  const read = countTokens(system + user);
  const completion = {
    id: 'chatcmpl-sandbox',
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model,
    choices: [
      {
        index: 0,
        finish_reason: isCut ? 'length' : 'stop',
        message: { role: 'assistant', content: refusal ? null : text, refusal },
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
