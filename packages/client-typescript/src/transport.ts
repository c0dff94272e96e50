import { ApiConnectionError, ConfigurationError, errorFrom, InvalidValueError, RequestTimeoutError } from './errors.js';
import { FileResponse } from './file-response.js';
import { readNumber, readSeconds } from './header-number.js';
import { IdleTimeout } from './idle-timeout.js';
import type { ApiResponse, ClientOptions, RequestOptions, ResponseMetadata } from './options.js';
import { pause } from './pause.js';
import { RateLimiter } from './rate-limiter.js';
import { pauseBeforeRetry } from './retry.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One request to the service. */
export interface ServiceRequest {
  /** Requests that share a rate limit. */
  group: string;
  method: Method;
  /** With its query, if it has one. */
  path: string;
  /** Sent as JSON, if there is one. */
  body?: object | undefined;
  /** Preferences of the header `Prefer`. */
  prefer?: readonly string[];
  /** True if it has an Idempotency-Key, the same for every attempt, so that it is charged once. */
  hasKey?: boolean;
}

/** Result of one attempt: a response to its last byte, or the reason why there is none. */
type Attempt = { response: Response; body: unknown } | { response?: undefined; failure: ApiConnectionError };

export const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 2;
/** Maximum time for which a request is sent again after 429 responses. */
const LONGEST_LIMITED_MS = 30_000;
const RATE_LIMITED = 429;

/** Methods that do no more when they are repeated. */
const REPEATABLE: ReadonlySet<Method> = new Set(['GET', 'PUT', 'DELETE']);

/** Sends requests, and sends them again where that is safe and may help. */
export class Transport {
  readonly #options: ClientOptions;
  readonly #baseUrl: string;
  readonly #apiKey: string | undefined;
  readonly #limiters = new Map<string, RateLimiter>();

  /** @throws ConfigurationError if the base URL is missing or invalid, or the API key is invalid */
  constructor(options: ClientOptions) {
    this.#options = options;
    this.#baseUrl = checkBaseUrl(options.baseUrl ?? readEnvironment('UTILITY_API_URL'));
    this.#apiKey = checkApiKey(
      options.apiKey ?? (options.token === undefined ? readEnvironment('UTILITY_API_KEY') : undefined),
    );
  }

  /**
   * Returns the service's response to a request: its JSON as a value, anything else as a file.
   *
   * @throws ApiError for any response but a success
   * @throws ApiConnectionError without a response
   * @throws ConfigurationError if the token function throws
   * @throws InvalidValueError if JSON cannot represent the request
   * @throws the reason of `options.signal` when that ended the request
   */
  async send(request: ServiceRequest, options: RequestOptions = {}): Promise<ApiResponse<unknown>> {
    const { hasKey = false } = request;
    const maxRetries = options.maxRetries ?? this.#options.maxRetries ?? DEFAULT_RETRIES;
    const limiter = this.#limiter(request.group);
    const json = request.body && toJson(request.body);
    const idempotencyKey = hasKey ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined;
    const isRepeatable = hasKey || REPEATABLE.has(request.method);
    let retries = 0;
    let limitedSince: number | undefined;
    for (let attempts = 1; ; attempts++) {
      await limiter.enter(options.signal, attempts > 1);
      const attempt = await this.#attempt(request, json, idempotencyKey, options);
      const { response } = attempt;
      if (response) limiter.read(response.headers);
      const retryAfterSeconds = response && readSeconds(response.headers, 'Retry-After');
      if (response?.status === RATE_LIMITED && retryAfterSeconds !== undefined && maxRetries > 0) {
        const now = performance.now();
        limitedSince ??= now;
        if (now - limitedSince + retryAfterSeconds * 1_000 <= LONGEST_LIMITED_MS) {
          limiter.hold(retryAfterSeconds * 1_000);
          continue;
        }
      } else if (!response?.ok && retries < maxRetries) {
        retries++;
        const outcome = { status: response?.status, retryAfterSeconds, attempts, isRepeatable, hasKey };
        const delayMs = pauseBeforeRetry(outcome);
        if (delayMs !== undefined) {
          await pause(delayMs, options.signal);
          continue;
        }
      }
      if (!attempt.response) throw attempt.failure;
      const metadata = readMetadata(request, attempt.response, attempts);
      this.#options.onResponse?.(metadata);
      if (attempt.response.ok) return { data: attempt.body, metadata };
      throw errorFrom(attempt.body, { ...metadata, statusText: attempt.response.statusText, retryAfterSeconds });
    }
  }

  /** All endpoints share one limit for test keys. */
  #limiter(group: string): RateLimiter {
    const name = this.#apiKey?.startsWith('ua_test_') ? 'test' : group;
    const limiter = this.#limiters.get(name) ?? new RateLimiter();
    this.#limiters.set(name, limiter);
    return limiter;
  }

  async #attempt(
    request: ServiceRequest,
    json: string | undefined,
    idempotencyKey: string | undefined,
    options: RequestOptions,
  ): Promise<Attempt> {
    const { signal } = options;
    signal?.throwIfAborted();
    const timeoutMs = options.timeoutMs ?? this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const headers = await this.#headers(request, idempotencyKey, options);
    const timeout = new IdleTimeout(timeoutMs);
    const { method, path } = request;
    try {
      const response = await (this.#options.fetch ?? globalThis.fetch)(this.#baseUrl + path, {
        method,
        headers,
        ...(json === undefined ? {} : { body: json }),
        // A redirect would show the key to another URL. Not every runtime has `error` for this.
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
      });
      return { response, body: await readBody(watchParts(response, () => timeout.restart())) };
    } catch (cause) {
      signal?.throwIfAborted();
      const failure = timeout.signal.aborted
        ? new RequestTimeoutError(`No response from ${path} within ${timeoutMs} ms`, { cause })
        : new ApiConnectionError(`No response from ${this.#baseUrl}${path}`, { cause });
      return { failure };
    } finally {
      timeout.stop();
    }
  }

  async #headers(
    { body, prefer = [] }: ServiceRequest,
    idempotencyKey: string | undefined,
    options: RequestOptions,
  ): Promise<Headers> {
    const token = await this.#token();
    return new Headers({
      ...(this.#apiKey ? { 'X-API-Key': this.#apiKey } : {}),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'Content-Type': 'application/json' } : {}),
      ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
      ...(prefer.length > 0 ? { Prefer: prefer.join(', ') } : {}),
      ...this.#options.headers,
      ...options.headers,
    });
  }

  async #token(): Promise<string | undefined> {
    const { token } = this.#options;
    if (typeof token !== 'function') return token;
    try {
      return await token();
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new ConfigurationError(`The token function failed: ${reason}`, { cause });
    }
  }
}

/** Returns a base URL without a slash or `/v1` at its end, with which the paths of the API begin. @throws ConfigurationError if it is missing or invalid */
function checkBaseUrl(baseUrl: string | undefined): string {
  if (!baseUrl) throw new ConfigurationError('baseUrl is missing: pass the URL of the service, or set UTILITY_API_URL');
  if (!/^https?:\/\/[^?#]+$/i.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new ConfigurationError(`baseUrl must be a URL such as https://api.example.com, not "${baseUrl}"`);
  }
  return baseUrl.replace(/(?:\/+v1)?\/*$/i, '');
}

/** Returns an API key without space around it. @throws ConfigurationError if it has characters that no key has */
function checkApiKey(apiKey: string | undefined): string | undefined {
  const trimmed = apiKey?.trim();
  if (trimmed && !/^[\x21-\x7e]+$/.test(trimmed)) {
    throw new ConfigurationError('apiKey has characters that no key has: copy the whole key again');
  }
  return trimmed;
}

/** Writes a request as JSON. @throws InvalidValueError for a value that JSON cannot represent, such as NaN */
function toJson(body: object): string {
  try {
    return JSON.stringify(body, (name, value) => {
      if (typeof value !== 'number' || Number.isFinite(value)) return value;
      throw new RangeError(`${name} is ${value}`);
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new InvalidValueError(`JSON cannot represent the request: ${reason}`, { cause });
  }
}

/** Returns an environment variable, in runtimes that have them. */
function readEnvironment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Partial<Record<string, string>> } };
  return process?.env?.[name] || undefined;
}

function readMetadata({ path }: ServiceRequest, response: Response, attempts: number): ResponseMetadata {
  const upstream = readHeader(response, 'X-Upstream');
  return {
    path,
    status: response.status,
    requestId: readHeader(response, 'X-Request-Id'),
    creditsCost: readNumber(response.headers, 'X-Credits-Cost'),
    creditsRemaining: readNumber(response.headers, 'X-Credits-Remaining'),
    mode: readHeader(response, 'X-Mode') === 'test' ? 'test' : 'live',
    upstream: upstream === 'live' || upstream === 'sandbox' ? upstream : undefined,
    unknownFields: readHeader(response, 'X-Unknown-Fields'),
    attempts,
    headers: response.headers,
  };
}

/** Returns a success's JSON as a value and anything else as a file; of a failure its JSON, if it has any. */
async function readBody(response: Response): Promise<unknown> {
  if (!response.ok) return parseJson(await response.text());
  if (JSON_TYPE.test(readHeader(response, 'Content-Type') ?? '')) return response.json();
  const [, name] = /filename="?([^";]+)/.exec(readHeader(response, 'Content-Disposition') ?? '') ?? [];
  return new FileResponse(await response.blob(), name);
}

/** Returns the response with a function that is called for each part of its content, in runtimes that stream. */
function watchParts(response: Response, onPart: () => void): Response {
  if (!response.body) return response;
  const parts = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      onPart();
      controller.enqueue(part);
    },
  });
  return new Response(response.body.pipeThrough(parts), response);
}

/** Media type of a JSON document; JSON lines (`application/x-ndjson`) are none. */
const JSON_TYPE = /[/+]json\b/i;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const readHeader = ({ headers }: Response, name: string): string | undefined => headers.get(name) ?? undefined;
