import { type ChatClient, ModelApiError } from './chat-client.js';
import { type Capabilities, type Format, type Rejection, tokenLimit } from './dialects.js';
import { ContentFiltered, TruncatedOutput, UnusableOutput } from './errors.js';
import type { Effort } from './plan.js';

/** Prompt and parameters of one request, for any dialect. */
export interface Prompt {
  readonly model: string;
  readonly system: string;
  readonly user: string;
  /** Name of the schema: letters and underscores. */
  readonly name: string;
  /** Strict form of the schema. Undefined requests JSON of any shape. */
  readonly schema: object | undefined;
  /** True to request no response format, as the prompt describes the schema. */
  readonly isPlain?: boolean;
  /** Maximum tokens of the output. */
  readonly tokens: number;
  /** Tokens in addition to them for a reasoning model. */
  readonly reasoningTokens: number;
  readonly temperature?: number | undefined;
  readonly effort?: Effort | undefined;
}

/** Tokens of a request, as the endpoint counts them. */
export interface Usage {
  readonly read: number;
  /** Tokens among those read that came from the endpoint's cache, which cost less. */
  readonly cached: number;
  /** Tokens of the output, reasoning included. */
  readonly written: number;
  readonly reasoning: number;
}

export interface Completion {
  readonly text: string;
  /** Undefined when the endpoint reports none. */
  readonly usage: Usage | undefined;
  /** Reason why the text cannot be used, if any. */
  readonly failure: Error | undefined;
}

/** Sends one request. @throws the client's errors, which `readRejection` can interpret */
export async function complete(
  client: ChatClient,
  prompt: Prompt,
  capabilities: Capabilities,
  signal: AbortSignal,
): Promise<Completion> {
  const { model, system, user, name, schema, isPlain, temperature, effort } = prompt;
  const { choices, usage } = await client.complete(
    {
      model,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
      [capabilities.limit]: tokenLimit(prompt, capabilities),
      ...(temperature !== undefined && capabilities.takesTemperature && { temperature }),
      ...(effort !== undefined && capabilities.takesEffort && { reasoning_effort: effort }),
      ...createResponseFormat(isPlain ? 'none' : capabilities.format, name, schema),
    },
    signal,
  );
  const choice = choices[0];
  const text = removeReasoning(choice?.message?.content ?? '');
  return {
    text,
    usage: usage
      ? {
          read: usage.prompt_tokens ?? 0,
          cached: usage.prompt_tokens_details?.cached_tokens ?? 0,
          written: usage.completion_tokens ?? 0,
          reasoning: usage.completion_tokens_details?.reasoning_tokens ?? 0,
        }
      : undefined,
    failure: findFailure(text, choice?.finish_reason, choice?.message?.refusal),
  };
}

function createResponseFormat(format: Format, name: string, schema: object | undefined) {
  if (format === 'none') return {};
  if (format === 'json' || !schema) return { response_format: { type: 'json_object' } };
  const strict = { name, strict: true, schema: { ...schema } };
  return { response_format: { type: 'json_schema', json_schema: strict } };
}

/** Removes the reasoning that some models put before their output. Some servers drop its opening tag. */
const removeReasoning = (content: string): string =>
  content
    .replace(/<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/g, '')
    .replace(/^[\s\S]*<\/think(?:ing)?>/, '')
    .trim();

function findFailure(
  text: string,
  reason: string | null | undefined,
  refusal: string | null | undefined,
): Error | undefined {
  if (reason === 'length') return new TruncatedOutput('the answer used up its tokens before it was whole');
  if (reason === 'content_filter') return new ContentFiltered('the endpoint filtered the answer');
  if (refusal) return new ContentFiltered('the model declined');
  return text === '' ? new UnusableOutput('the answer was empty') : undefined;
}

/** Returns the endpoint's objection to a request. Undefined for errors of another kind. */
export function readRejection(error: unknown): Rejection | undefined {
  if (!(error instanceof ModelApiError) || (error.status !== 400 && error.status !== 422)) return undefined;
  return { param: error.param, message: error.message };
}

/** True if Azure's content filter stopped the request (learn.microsoft.com: Content filtering). */
export const isFiltered = (error: unknown): boolean =>
  error instanceof ModelApiError && error.code === 'content_filter';
