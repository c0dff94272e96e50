/**
 * Differences between servers of OpenAI's chat completions, by their own documentation:
 * OpenAI (platform.openai.com/docs: API reference, Structured outputs, Reasoning), Azure OpenAI (learn.microsoft.com: reference of
 * the REST API, Structured outputs), Ollama (docs.ollama.com: OpenAI compatibility), llama.cpp (tools/server/README.md), vLLM
 * (docs.vllm.ai: OpenAI-compatible server), LM Studio (lmstudio.ai/docs: OpenAI compatibility, Structured output).
 */
interface Dialect {
  /** Strongest response format that the server supports. */
  readonly format: Format;
  /** Parameter that bounds the output. Servers reject the other one, or ignore it and write without end. */
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  /** Owners of models in the response to `GET /models`. */
  readonly owners: readonly string[];
  /** True if a base URL is certainly one of this dialect. */
  isAt?(url: URL): boolean;
}

/** Response formats, strictest first: a JSON Schema, JSON of any shape, none. */
const FORMATS = ['schema', 'json', 'none'] as const;
export type Format = (typeof FORMATS)[number];

export const dialects = {
  openai: {
    format: 'schema',
    limit: 'max_completion_tokens',
    owners: ['openai', 'openai-internal', 'system'],
    isAt: ({ hostname }) => hostname === 'api.openai.com',
  },
  /** Azure's dialect: deployments, `api-version` and `api-key`. Its newer `/openai/v1` is OpenAI's own dialect. */
  azure: {
    format: 'schema',
    limit: 'max_completion_tokens',
    owners: [],
    isAt: ({ hostname, pathname }) =>
      (/\.(?:openai|cognitiveservices|services\.ai)\.azure\.com$/.test(hostname) && !/\/v1\/?$/.test(pathname)) ||
      /\/openai(?:\/deployments\/[^/]+)?\/?$/.test(pathname),
  },
  ollama: { format: 'schema', limit: 'max_tokens', owners: ['library'] },
  llamacpp: { format: 'schema', limit: 'max_tokens', owners: ['llamacpp'] },
  /** New versions prefer `max_completion_tokens`, all accept `max_tokens`. */
  vllm: { format: 'schema', limit: 'max_tokens', owners: ['vllm'] },
  /** Rejects JSON without a schema. */
  lmstudio: { format: 'schema', limit: 'max_tokens', owners: ['organization_owner'] },
  /** A gateway or an unknown server: its capabilities are learned from its rejections. */
  other: { format: 'schema', limit: 'max_tokens', owners: [] },
} as const satisfies Record<string, Dialect>;

export type DialectName = keyof typeof dialects;
export const dialectNames = Object.keys(dialects) as [DialectName, ...DialectName[]];

const rows = Object.entries(dialects) as [DialectName, Dialect][];

/** Detects the dialect by the base URL. */
export const detectDialect = (url: string): DialectName | undefined =>
  rows.find(([, { isAt }]) => isAt?.(new URL(url)))?.[0];

/** Finds the dialect of a server by the owner of its models. */
export const findDialectByOwner = (owner: string): DialectName | undefined =>
  rows.find(([, { owners }]) => owners.includes(owner))?.[0];

/** Parameters that a model at an endpoint accepts, as far as is known. */
export interface Capabilities {
  readonly dialect: DialectName;
  readonly format: Format;
  readonly limit: Dialect['limit'];
  /** True if it accepts a temperature other than its default. */
  readonly takesTemperature: boolean;
  readonly takesEffort: boolean;
  /** True for a reasoning model, whose reasoning counts towards the token limit. */
  readonly isReasoning: boolean;
  /** Maximum tokens for the current request, if the server allows fewer than requested. */
  readonly maxTokens?: number;
}

/** Returns the token limit to send with a request. */
export function tokenLimit(
  { tokens, reasoningTokens }: { readonly tokens: number; readonly reasoningTokens: number },
  { isReasoning, maxTokens }: Capabilities,
): number {
  const all = tokens + (isReasoning ? reasoningTokens : 0);
  return Math.min(all, maxTokens ?? all);
}

/** Names of OpenAI's reasoning models. Others, and deployments, are recognised by their responses. */
const REASONING = /(?:^|\/)(?:o\d|gpt-5(?!.*chat))/;

/** Returns the capabilities to assume for a dialect and a model's name. */
export function assumeCapabilities(dialect: DialectName, model: string): Capabilities {
  const { format, limit } = dialects[dialect];
  const isReasoning = REASONING.test(model) && (dialect === 'openai' || dialect === 'azure' || dialect === 'other');
  return {
    ...{ dialect, format, isReasoning, takesTemperature: !isReasoning, takesEffort: true },
    limit: isReasoning ? 'max_completion_tokens' : limit,
  };
}

/** A server's objection to a request (400, 422). */
export interface Rejection {
  /** Parameter that it does not accept, if it names one. */
  readonly param?: string | undefined;
  readonly message: string;
}

/** Minimum number of tokens that is worth a request. */
const MIN_TOKENS = 200;

/**
 * Adapts the capabilities to a rejection.
 *
 * @param tokens token limit of the rejected request
 * @returns undefined when the rejection is not about a parameter that can change
 */
export function adapt(
  capabilities: Capabilities,
  { param, message }: Rejection,
  tokens: number,
): Capabilities | undefined {
  const isAbout = (name: string): boolean => param === name || (!param && message.includes(name));
  if (/maximum context length|context size|context window/i.test(message)) {
    const maxTokens = Math.floor(tokens / 2);
    return maxTokens < MIN_TOKENS ? undefined : { ...capabilities, maxTokens };
  }
  if (isAbout(capabilities.limit)) {
    // OpenAI rejects `max_tokens` for reasoning models, and for no others.
    return capabilities.limit === 'max_tokens'
      ? { ...capabilities, limit: 'max_completion_tokens', isReasoning: true }
      : { ...capabilities, limit: 'max_tokens' };
  }
  if (isAbout('temperature') && capabilities.takesTemperature)
    return { ...capabilities, takesTemperature: false, isReasoning: true };
  if (isAbout('reasoning_effort') && capabilities.takesEffort) return { ...capabilities, takesEffort: false };
  if (isAbout('response_format') || /schema|grammar|json_object/i.test(message)) {
    const weaker = FORMATS[FORMATS.indexOf(capabilities.format) + 1];
    return weaker && { ...capabilities, format: weaker };
  }
  return undefined;
}

/** True if OpenAI accepted the request and rejects only that its output reached the limit. */
export const isTruncation = ({ message }: Rejection): boolean =>
  /could not finish the message|output limit was reached/i.test(message);
