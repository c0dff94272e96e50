import { type ChatClient, ModelApiError } from './chat-client.js';
import { allowed, type Format, type Manner, type Refusal } from './dialects.js';
import type { Effort } from './plan.js';
import { CutShort, Filtered, unusable } from './unusable.js';

/** What one request asks. */
export interface Asked {
  readonly model: string;
  readonly system: string;
  readonly user: string;
  /** Letters and underscores: it names the schema. */
  readonly name: string;
  /** In its strict form; without one JSON of any shape is asked for. */
  readonly schema: object | undefined;
  /** Whether nothing of the shape is asked for but in words. */
  readonly isPlain?: boolean;
  /** For the answer at most. */
  readonly tokens: number;
  /** To think with on top, for a model that thinks. */
  readonly room: number;
  readonly temperature?: number | undefined;
  readonly effort?: Effort | undefined;
}

/** The tokens of a request, as the endpoint counts them. */
export interface Usage {
  readonly read: number;
  /** Those among the read ones that it had read before, which cost less. */
  readonly cached: number;
  /** What it thought included. */
  readonly written: number;
  readonly thought: number;
}

export interface Completion {
  readonly text: string;
  /** Undefined when the endpoint does not tell. */
  readonly usage: Usage | undefined;
  /** Why the text is no answer, where it is none. */
  readonly failure: Error | undefined;
}

/** Asks once, in a manner. @throws what the client throws; a refusal can be read with `refusalOf` */
export async function complete(
  client: ChatClient,
  asked: Asked,
  manner: Manner,
  signal: AbortSignal,
): Promise<Completion> {
  const { model, system, user, name, schema, isPlain, temperature, effort } = asked;
  const { choices, usage } = await client.complete(
    {
      model,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
      [manner.limit]: allowed(asked, manner),
      ...(temperature !== undefined && manner.takesTemperature && { temperature }),
      ...(effort !== undefined && manner.takesEffort && { reasoning_effort: effort }),
      ...formatOf(isPlain ? 'none' : manner.format, name, schema),
    },
    signal,
  );
  const choice = choices[0];
  const text = withoutThoughts(choice?.message?.content ?? '');
  return {
    text,
    usage: usage
      ? {
          read: usage.prompt_tokens ?? 0,
          cached: usage.prompt_tokens_details?.cached_tokens ?? 0,
          written: usage.completion_tokens ?? 0,
          thought: usage.completion_tokens_details?.reasoning_tokens ?? 0,
        }
      : undefined,
    failure: failureOf(text, choice?.finish_reason, choice?.message?.refusal),
  };
}

function formatOf(format: Format, name: string, schema: object | undefined) {
  if (format === 'none') return {};
  if (format === 'json' || !schema) return { response_format: { type: 'json_object' } };
  const strict = { name, strict: true, schema: { ...schema } };
  return { response_format: { type: 'json_schema', json_schema: strict } };
}

/** Models that think aloud put that before their answer, or the server does not know where it ends. */
const withoutThoughts = (content: string): string =>
  content
    .replace(/<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/g, '')
    .replace(/^[\s\S]*<\/think(?:ing)?>/, '')
    .trim();

function failureOf(
  text: string,
  reason: string | null | undefined,
  refusal: string | null | undefined,
): Error | undefined {
  if (reason === 'length') return new CutShort('the answer used up its tokens before it was whole');
  if (reason === 'content_filter') return new Filtered('the endpoint filtered the answer');
  if (refusal) return new Filtered('the model declined');
  return text === '' ? unusable('the answer was empty') : undefined;
}

/** What an endpoint says against a question; undefined for errors of another kind. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof ModelApiError) || (error.status !== 400 && error.status !== 422)) return undefined;
  return { param: error.param ?? undefined, message: error.message };
}

/** Azure: responses to what its content filter stops have this code (learn.microsoft.com: Content filtering). */
export const isFiltered = (error: unknown): boolean =>
  error instanceof ModelApiError && error.code === 'content_filter';
