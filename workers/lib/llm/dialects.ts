/**
 * How the servers differ that speak OpenAI's chat completions, each by its own documentation:
 * OpenAI (platform.openai.com/docs: API reference, Structured outputs, Reasoning), Azure OpenAI (learn.microsoft.com: reference of
 * the REST API, Structured outputs), Ollama (docs.ollama.com: OpenAI compatibility), llama.cpp (tools/server/README.md), vLLM
 * (docs.vllm.ai: OpenAI-compatible server), LM Studio (lmstudio.ai/docs: OpenAI compatibility, Structured output).
 */
interface Dialect {
  /** How the shape of an answer is asked for at most. */
  readonly format: Format;
  /** The parameter that bounds an answer. Servers ignore the other one, and write without end then, or refuse it. */
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  /** What `GET /models` names as the owner of models there. */
  readonly owners: readonly string[];
  /** Whether a base URL is one of this kind, where that can be seen. */
  isAt?(url: URL): boolean;
}

/** From what binds the model most to what does least: a JSON Schema, JSON of any shape, nothing. */
const FORMATS = ['schema', 'json', 'none'] as const;
export type Format = (typeof FORMATS)[number];

export const dialects = {
  openai: {
    format: 'schema',
    limit: 'max_completion_tokens',
    owners: ['openai', 'openai-internal', 'system'],
    isAt: ({ hostname }) => hostname === 'api.openai.com',
  },
  /** By deployment and `api-version`, with the key in `api-key`; its newer `/openai/v1` is OpenAI's own dialect. */
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
  /** Newer ones prefer `max_completion_tokens`, older ones know only the other, all take that. */
  vllm: { format: 'schema', limit: 'max_tokens', owners: ['vllm'] },
  /** Refuses JSON without a schema. */
  lmstudio: { format: 'schema', limit: 'max_tokens', owners: ['organization_owner'] },
  /** A gateway, or a server that is not known here: what it takes is found out by asking. */
  other: { format: 'schema', limit: 'max_tokens', owners: [] },
} as const satisfies Record<string, Dialect>;

export type DialectName = keyof typeof dialects;
export const dialectNames = Object.keys(dialects) as [DialectName, ...DialectName[]];

const rows = Object.entries(dialects) as [DialectName, Dialect][];

/** The dialect that a base URL tells, if it does. */
export const dialectAt = (url: string): DialectName | undefined =>
  rows.find(([, { isAt }]) => isAt?.(new URL(url)))?.[0];

/** The dialect of a server whose list of models names this owner, if it is one that is known. */
export const dialectOfOwner = (owner: string): DialectName | undefined =>
  rows.find(([, { owners }]) => owners.includes(owner))?.[0];

/** How one model at one endpoint is asked, as far as is known. */
export interface Manner {
  readonly dialect: DialectName;
  readonly format: Format;
  readonly limit: Dialect['limit'];
  /** Whether it takes a temperature other than its own. */
  readonly takesTemperature: boolean;
  readonly takesEffort: boolean;
  /** Whether it thinks before it writes, which uses up the same budget of tokens. */
  readonly thinks: boolean;
  /** The most tokens that the answer to this question may have, where the server allows fewer than were asked for. */
  readonly most?: number;
}

/**
 * How many tokens a request allows.
 *
 * @param wanted for the answer, and as room on top for a model that thinks
 */
export function allowed(wanted: { readonly tokens: number; readonly room: number }, { thinks, most }: Manner): number {
  const all = wanted.tokens + (thinks ? wanted.room : 0);
  return Math.min(all, most ?? all);
}

/** OpenAI's names of models that think. Elsewhere, and for names of deployments, answers and refusals tell. */
const THINKING = /(?:^|\/)(?:o\d|gpt-5(?!.*chat))/;

/** How a model is asked before anything is known but its dialect and name. */
export function mannerOf(dialect: DialectName, model: string): Manner {
  const { format, limit } = dialects[dialect];
  const thinks = THINKING.test(model) && (dialect === 'openai' || dialect === 'azure' || dialect === 'other');
  return {
    ...{ dialect, format, thinks, takesTemperature: !thinks, takesEffort: true },
    limit: thinks ? 'max_completion_tokens' : limit,
  };
}

/** What a server says when it refuses a question (400, 422). */
export interface Refusal {
  /** The parameter that it does not take, where it names one. */
  readonly param?: string | undefined;
  readonly message: string;
}

/** The fewest tokens that are worth asking for. */
const FEWEST = 200;

/**
 * How to ask after a refusal.
 *
 * @param tokens that the refused question was to be answered with at most
 * @returns undefined when the refusal says nothing about the manner, but perhaps about the question
 */
export function adapt(manner: Manner, { param, message }: Refusal, tokens: number): Manner | undefined {
  const isAbout = (name: string): boolean => param === name || (!param && message.includes(name));
  if (/maximum context length|context size|context window/i.test(message)) {
    const most = Math.floor(tokens / 2);
    return most < FEWEST ? undefined : { ...manner, most };
  }
  if (isAbout(manner.limit)) {
    // OpenAI itself does so for models that think, and for no others.
    return manner.limit === 'max_tokens'
      ? { ...manner, limit: 'max_completion_tokens', thinks: true }
      : { ...manner, limit: 'max_tokens' };
  }
  if (isAbout('temperature') && manner.takesTemperature) return { ...manner, takesTemperature: false, thinks: true };
  if (isAbout('reasoning_effort') && manner.takesEffort) return { ...manner, takesEffort: false };
  if (isAbout('response_format') || /schema|grammar|json_object/i.test(message)) {
    const weaker = FORMATS[FORMATS.indexOf(manner.format) + 1];
    return weaker && { ...manner, format: weaker };
  }
  return undefined;
}

/** OpenAI refuses like this what only ended too early: so the question itself was taken. */
export const wasOnlyTooShort = ({ message }: Refusal): boolean =>
  /could not finish the message|output limit was reached/i.test(message);
