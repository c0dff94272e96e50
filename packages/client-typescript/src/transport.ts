import { ConnectionError, errorFrom } from './errors.js';
import type { CallOptions, ClientOptions } from './options.js';
import { pause } from './pause.js';
import { pauseBeforeRetry } from './retry.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One request, as it goes to the service. */
export interface Asked {
  method: Method;
  /** With its query, if it has one. */
  path: string;
  /** Sent as JSON, if there is one. */
  body?: object | undefined;
  /** Wishes for the header `Prefer`. */
  prefer?: readonly string[];
  /** True if it has an Idempotency-Key, the same for every attempt, so that it is charged once. */
  hasKey?: boolean;
}

/** A successful answer: its JSON as a value, anything else as a Blob. */
export interface Answered {
  status: number;
  body: unknown;
}

interface Try {
  response?: Response;
  body?: unknown;
  cause?: unknown;
}

/** Methods that do no more when they are repeated. */
const REPEATABLE: ReadonlySet<Method> = new Set(['GET', 'PUT', 'DELETE']);

/** Sends requests, and sends them again where that is safe and may help. */
export class Transport {
  constructor(private readonly options: ClientOptions) {}

  /**
   * The service's answer to a request.
   *
   * @throws UtilityApiError for any answer but a success
   * @throws ConnectionError when there was no answer
   * @throws the reason of `options.signal` when that ended the call
   */
  async ask(asked: Asked, options: CallOptions = {}): Promise<Answered> {
    const { hasKey = false } = asked;
    const maxRetries = options.maxRetries ?? this.options.maxRetries ?? 2;
    const idempotencyKey = hasKey ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined;
    const isRepeatable = hasKey || REPEATABLE.has(asked.method);
    for (let tries = 1; ; tries++) {
      const { response, body, cause } = await this.#try(asked, idempotencyKey, options);
      const retryAfterSeconds = response && numberIn(response, 'Retry-After');
      const ended = { status: response?.status, retryAfterSeconds, tries, isRepeatable, hasKey };
      const restMs = tries > maxRetries || response?.ok ? undefined : pauseBeforeRetry(ended);
      if (restMs !== undefined) {
        await pause(restMs, options.signal);
        continue;
      }
      if (!response) throw new ConnectionError(`No response from ${asked.path}`, { cause });
      this.#tell(asked, response, tries);
      if (response.ok) return { status: response.status, body };
      throw errorFrom(body, {
        status: response.status,
        statusText: response.statusText,
        requestId: textIn(response, 'X-Request-Id'),
        retryAfterSeconds,
      });
    }
  }

  /** One try: its answer to the last byte, or why there is none. */
  async #try(asked: Asked, idempotencyKey: string | undefined, options: CallOptions): Promise<Try> {
    try {
      const response = await this.#send(asked, idempotencyKey, options);
      return { response, body: await bodyOf(response) };
    } catch (cause) {
      if (options.signal?.aborted) throw options.signal.reason;
      return { cause };
    }
  }

  async #send(asked: Asked, idempotencyKey: string | undefined, options: CallOptions): Promise<Response> {
    const { signal, timeoutMs = this.options.timeoutMs ?? 30_000 } = options;
    const { baseUrl, apiKey, token, fetch = globalThis.fetch } = this.options;
    const { method, path, body, prefer = [] } = asked;
    const bearer = typeof token === 'function' ? await token() : token;
    const timeout = AbortSignal.timeout(timeoutMs);
    // Node 20 and 22 may collect a timeout that nobody listens to before it fires: github.com/nodejs/node/issues/57736.
    timeout.addEventListener('abort', () => undefined);
    return fetch(baseUrl.replace(/\/+$/, '') + path, {
      method,
      headers: {
        ...(apiKey ? { 'X-API-Key': apiKey } : {}),
        ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
        ...(prefer.length > 0 ? { Prefer: prefer.join(', ') } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      // Whom another address belongs to is not known: it is not shown the key. Not every runtime has `error` for this.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  }

  #tell({ path }: Asked, response: Response, tries: number): void {
    this.options.onAnswer?.({
      path,
      status: response.status,
      requestId: textIn(response, 'X-Request-Id'),
      creditsCost: numberIn(response, 'X-Credits-Cost'),
      creditsRemaining: numberIn(response, 'X-Credits-Remaining'),
      unknownFields: textIn(response, 'X-Unknown-Fields'),
      tries,
    });
  }
}

/** A success's JSON as a value, anything else as a Blob; of a failure its JSON, if it has any. */
async function bodyOf(response: Response): Promise<unknown> {
  if (!response.ok) return parsed(await response.text());
  return JSON_TYPE.test(textIn(response, 'Content-Type') ?? '') ? response.json() : response.blob();
}

/** Media type of a JSON document; JSON lines (`application/x-ndjson`) are none. */
const JSON_TYPE = /[/+]json\b/i;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const textIn = ({ headers }: Response, name: string): string | undefined => headers.get(name) ?? undefined;

function numberIn(response: Response, name: string): number | undefined {
  const text = textIn(response, name);
  return text === undefined || Number.isNaN(Number(text)) ? undefined : Number(text);
}
