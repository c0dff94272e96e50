import type { Static, TSchema } from 'typebox';
import Type from 'typebox';
import { request } from 'undici';
import { conforms } from '../../../shared/contract/input.js';
import { traceHeaders } from '../../../shared/process/tracing.js';
import type { DialectName } from './dialects.js';
import { UnusableOutput } from './errors.js';
import { parseJson } from './strict-schema.js';

/** Azure's last API version that is not a preview, for base URLs that name none (`?api-version=…`). */
const AZURE_API_VERSION = '2024-10-21';

/** Maximum size of a response, in bytes. */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

/** An optional field: servers send null for what they do not have. */
const optional = <S extends TSchema>(schema: S) => Type.Optional(Type.Union([schema, Type.Null()]));

const completion = Type.Object({
  choices: Type.Array(
    Type.Object({
      finish_reason: optional(Type.String()),
      message: optional(Type.Object({ content: optional(Type.String()), refusal: optional(Type.String()) })),
    }),
  ),
  usage: optional(
    Type.Object({
      prompt_tokens: optional(Type.Integer()),
      completion_tokens: optional(Type.Integer()),
      prompt_tokens_details: optional(Type.Object({ cached_tokens: optional(Type.Integer()) })),
      completion_tokens_details: optional(Type.Object({ reasoning_tokens: optional(Type.Integer()) })),
    }),
  ),
});

/** Body of `POST /chat/completions`. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: 'system' | 'user'; readonly content: string }[];
  /** Parameters that not every server accepts. */
  readonly [parameter: string]: unknown;
}

/** Response of `POST /chat/completions`, as far as it is read. */
type ChatCompletion = Static<typeof completion>;

/** A response with a status other than 2xx. */
export class ModelApiError extends Error {
  override readonly name = 'ModelApiError';

  constructor(
    readonly status: number,
    message: string,
    /** The request's parameter that the server rejects, and its code for the error, where it names them. */
    readonly param: string | undefined,
    readonly code: string | undefined,
  ) {
    super(`${status} ${message}`);
  }
}

/** Requests to an OpenAI-compatible endpoint (platform.openai.com/docs/api-reference/chat), or to Azure's variant of it. */
export class ChatClient {
  readonly #base: string;
  readonly #apiVersion: string | undefined;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(baseUrl: string, apiKey: string, dialect: DialectName) {
    const url = new URL(baseUrl);
    const apiVersion = url.searchParams.get('api-version') ?? AZURE_API_VERSION;
    url.search = '';
    const base = url.href.replace(/\/$/, '');
    if (dialect === 'azure') {
      const root = base.replace(/\/deployments\/[^/]+$/, '');
      this.#base = root.endsWith('/openai') ? root : `${root}/openai`;
      this.#apiVersion = apiVersion;
      this.#headers = { 'api-key': apiKey };
    } else {
      this.#base = base;
      this.#headers = { authorization: `Bearer ${apiKey}` };
    }
  }

  /** @throws ModelApiError, UnusableOutput when the response is not a completion, or undici's errors */
  async complete(body: ChatRequest, signal: AbortSignal): Promise<ChatCompletion> {
    const deployment = this.#apiVersion === undefined ? '' : `/deployments/${encodeURIComponent(body.model)}`;
    const response = await this.#send('POST', `${deployment}/chat/completions`, signal, JSON.stringify(body));
    if (!conforms(completion, response)) throw new UnusableOutput('the response is not a chat completion');
    return response;
  }

  /** Returns the response of `GET /models`. @throws ModelApiError, UnusableOutput or undici's errors */
  listModels(signal: AbortSignal): Promise<unknown> {
    return this.#send('GET', '/models', signal);
  }

  async #send(method: 'GET' | 'POST', path: string, signal: AbortSignal, body: string | null = null): Promise<unknown> {
    const query = this.#apiVersion === undefined ? '' : `?api-version=${encodeURIComponent(this.#apiVersion)}`;
    const response = await request(`${this.#base}${path}${query}`, {
      method,
      headers: {
        'user-agent': 'utility-api',
        accept: 'application/json',
        ...(body !== null && { 'content-type': 'application/json' }),
        ...this.#headers,
        ...traceHeaders(),
      },
      body,
      signal,
    });
    const text = await readText(response.body);
    const content = parseJson(text);
    if (response.statusCode >= 200 && response.statusCode < 300) {
      if (content === undefined) throw new UnusableOutput('the response is not JSON');
      return content;
    }
    throw readError(response.statusCode, content, text);
  }
}

/** @throws UnusableOutput when the response is too large */
async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES) throw new UnusableOutput('the response is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Reads an error response: `{error: {message, param, code}}`, `{error: "…"}`, or any other body as its message. */
function readError(status: number, content: unknown, text: string): ModelApiError {
  const { error = content }: { error?: unknown } = Object(content);
  const { message, param, code }: Record<string, unknown> = Object(error);
  const words = [message, error, text].find((value) => typeof value === 'string') ?? '';
  const asText = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return new ModelApiError(status, String(words), asText(param), asText(code));
}
