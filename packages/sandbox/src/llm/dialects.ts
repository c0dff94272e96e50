import Type, { type Static } from 'typebox';
import { findGrammarProblem, findStrictProblem, type SchemaLimits } from './openai-schema.js';

/** Fields of a chat completion request that the sandbox reads. */
export const chatRequest = Type.Object({
  model: Type.String(),
  messages: Type.Array(Type.Object({ role: Type.String(), content: Type.String() })),
  max_tokens: Type.Optional(Type.Integer()),
  max_completion_tokens: Type.Optional(Type.Integer()),
  temperature: Type.Optional(Type.Number()),
  reasoning_effort: Type.Optional(Type.String()),
  response_format: Type.Optional(
    Type.Object({
      type: Type.String(),
      json_schema: Type.Optional(
        Type.Object({ name: Type.Optional(Type.String()), schema: Type.Optional(Type.Unknown()) }),
      ),
    }),
  ),
});
export type ChatRequest = Static<typeof chatRequest>;

/** A request with its headers and query. */
export interface Received {
  readonly chat: ChatRequest;
  /** Every field of the body. */
  readonly fields: readonly string[];
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: URLSearchParams;
}

export interface Refusal {
  readonly status: number;
  readonly body: unknown;
}

/** Differences between servers of chat completions. */
interface Dialect {
  /** Base path on the sandbox's server. */
  readonly base: string;
  /** Fields of a model in `GET /models` besides its id; undefined if there is no such list. */
  readonly listed: Readonly<Record<string, unknown>> | undefined;
  /** Fields that limit the tokens of a response; others are ignored. */
  readonly limits: readonly ('max_tokens' | 'max_completion_tokens')[];
  /** Returns the error response of the original server to unsupported parameters. */
  refuse(received: Received): Refusal | undefined;
}

const openaiError = (status: number, message: string, param: string | null, code: string | null = null): Refusal => ({
  status,
  body: { error: { message, type: 'invalid_request_error', param, code } },
});

const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'];

/** Fields of a request to OpenAI, of those that the platform may send. */
const KNOWN_FIELDS =
  `model messages max_tokens max_completion_tokens temperature reasoning_effort response_format top_p seed stop
  n stream stream_options user metadata store`.split(/\s+/);

/** True for reasoning models: by OpenAI's names, and deployments that tests name `thinker`. */
export const isReasoningModel = (model: string): boolean => /^(?:o\d|gpt-5)|thinker/.test(model);

/** platform.openai.com/docs: API reference (Create chat completion), Structured outputs, Reasoning models. */
function refuseAsOpenai({ chat, fields }: Received, limits: SchemaLimits): Refusal | undefined {
  const unknown = fields.find((field) => !KNOWN_FIELDS.includes(field));
  if (unknown) return openaiError(400, `Unrecognized request argument supplied: ${unknown}`, null);
  const { model, temperature, reasoning_effort: effort } = chat;
  if (isReasoningModel(model)) {
    if (chat.max_tokens !== undefined) {
      const message =
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
      return openaiError(400, message, 'max_tokens', 'unsupported_parameter');
    }
    if (temperature !== undefined && temperature !== 1) {
      const message = `Unsupported value: 'temperature' does not support ${temperature} with this model. Only the default (1) value is supported.`;
      return openaiError(400, message, 'temperature', 'unsupported_value');
    }
    if (effort !== undefined && !EFFORTS.includes(effort)) {
      return openaiError(400, `Invalid value: '${effort}'.`, 'reasoning_effort', 'invalid_value');
    }
  } else if (effort !== undefined) {
    return openaiError(400, 'Unrecognized request argument supplied: reasoning_effort', null);
  }
  return refuseFormat(chat, limits);
}

function refuseFormat({ messages, response_format: format }: ChatRequest, limits: SchemaLimits): Refusal | undefined {
  if (format?.type === 'json_object' && !messages.some(({ content }) => /json/i.test(content))) {
    const message =
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.";
    return openaiError(400, message, 'messages');
  }
  if (format?.type !== 'json_schema') return undefined;
  const { name = '', schema } = format.json_schema ?? {};
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
    const message =
      "Invalid 'response_format.json_schema.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.";
    return openaiError(400, message, 'response_format.json_schema.name', 'invalid_value');
  }
  const refusal = findStrictProblem(schema, limits);
  return refusal
    ? openaiError(400, `Invalid schema for response_format '${name}': ${refusal}`, 'response_format')
    : undefined;
}

/** learn.microsoft.com: Azure OpenAI REST API reference. */
function refuseAsAzure(received: Received): Refusal | undefined {
  const { headers, query } = received;
  const version = query.get('api-version');
  if (version === null || !/^20\d\d-\d\d-\d\d(?:-preview)?$/.test(version)) {
    return { status: 404, body: { error: { code: '404', message: 'Resource not found' } } };
  }
  if (!headers['api-key']) {
    const message =
      'Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active ' +
      'subscription and use a correct regional API endpoint for your resource.';
    return { status: 401, body: { error: { code: '401', message } } };
  }
  if (received.chat.response_format?.type === 'json_schema' && version < '2024-08-01') {
    const message =
      'response_format value as json_schema is enabled only for api versions 2024-08-01-preview and later';
    return openaiError(400, message, 'response_format', 'BadRequest');
  }
  return refuseAsOpenai(received, { properties: 100, levels: 5 });
}

/** Context length of the sandbox's vLLM in tokens. */
const VLLM_CONTEXT = 8_192;

/** docs.vllm.ai: OpenAI-compatible server. */
function refuseAsVllm({ chat }: Received): Refusal | undefined {
  const read = countTokens(chat.messages.map(({ content }) => content).join('\n'));
  const asked = chat.max_completion_tokens ?? chat.max_tokens ?? 0;
  if (read + asked <= VLLM_CONTEXT) return undefined;
  const message =
    `This model's maximum context length is ${VLLM_CONTEXT} tokens. However, you requested ${read + asked} tokens ` +
    `(${read} in the messages, ${asked} in the completion). Please reduce the length of the messages or completion.`;
  return { status: 400, body: { error: { message, type: 'BadRequestError', param: null, code: 400 } } };
}

/** Estimates the number of tokens of a text. */
export const countTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4);

const getSchema = ({ response_format: format }: ChatRequest): unknown => format?.json_schema?.schema;

export const dialects = {
  /** Accepts everything, under any path without another dialect. */
  lenient: { base: '/v1', listed: { owned_by: 'sandbox' }, limits: [], refuse: () => undefined },
  openai: {
    base: '/openai/v1',
    listed: { owned_by: 'system' },
    limits: ['max_tokens', 'max_completion_tokens'],
    refuse: (received) => refuseAsOpenai(received, { properties: 5_000, levels: 10 }),
  },
  azure: {
    base: '/azure/openai',
    listed: undefined,
    limits: ['max_tokens', 'max_completion_tokens'],
    refuse: refuseAsAzure,
  },
  /** docs.ollama.com: OpenAI compatibility. Unknown fields are ignored. */
  ollama: {
    base: '/ollama/v1',
    listed: { owned_by: 'library' },
    limits: ['max_tokens'],
    refuse: () => undefined,
  },
  /** llama.cpp: tools/server/README.md. */
  llamacpp: {
    base: '/llamacpp/v1',
    listed: { owned_by: 'llamacpp', meta: { n_ctx_train: 8_192 } },
    limits: ['max_tokens'],
    refuse({ chat }) {
      const message = findGrammarProblem(getSchema(chat));
      return message === undefined
        ? undefined
        : { status: 400, body: { error: { code: 400, message, type: 'invalid_request_error' } } };
    },
  },
  vllm: {
    base: '/vllm/v1',
    listed: { owned_by: 'vllm', max_model_len: VLLM_CONTEXT },
    limits: ['max_tokens', 'max_completion_tokens'],
    refuse: refuseAsVllm,
  },
  /** lmstudio.ai/docs: Structured output. */
  lmstudio: {
    base: '/lmstudio/v1',
    listed: { owned_by: 'organization_owner' },
    limits: ['max_tokens'],
    refuse({ chat: { response_format: format } }) {
      if (!format || format.type === 'text' || format.type === 'json_schema') return undefined;
      return { status: 400, body: { error: "'response_format.type' must be 'json_schema' or 'text'" } };
    },
  },
  /** A gateway with JSON mode but no schemas, and OpenAI's legacy name of the limit. */
  gateway: {
    base: '/gateway/v1',
    listed: { owned_by: 'somebody' },
    limits: ['max_tokens'],
    refuse({ chat: { response_format: format, max_completion_tokens: newer } }) {
      if (newer !== undefined) {
        return openaiError(400, 'Unrecognized request argument supplied: max_completion_tokens', null);
      }
      if (format?.type !== 'json_schema') return undefined;
      return openaiError(400, 'This response_format type is unavailable now', null);
    },
  },
} as const satisfies Record<string, Dialect>;

export type SandboxDialect = keyof typeof dialects;
export const sandboxDialects = Object.keys(dialects) as SandboxDialect[];

/** Returns the dialect of a path, and the rest of it. */
export function findDialect(path: string): { name: SandboxDialect; dialect: Dialect; rest: string } | undefined {
  for (const name of sandboxDialects) {
    const dialect: Dialect = dialects[name];
    if (path.startsWith(`${dialect.base}/`)) return { name, dialect, rest: path.slice(dialect.base.length + 1) };
  }
  return undefined;
}
