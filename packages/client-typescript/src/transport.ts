import { ConnectionError, errorFrom } from './errors.js';
import type { CallOptions, ClientOptions } from './options.js';

/** One request, as it goes to the service. */
export interface Asked {
  method: 'GET' | 'POST' | 'PATCH';
  /** With its query, if it has one. */
  path: string;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}

const RETRIED = new Set([429, 500, 502, 503, 504]);
/** The first try of this call is still running: only we can have made it. */
const STILL_RUNNING = 409;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;

/** Sends requests, and sends them again where that is safe and may help. */
export class Transport {
  constructor(private readonly options: ClientOptions) {}

  /**
   * The service's answer to a request: JSON read, anything else as a Blob.
   *
   * A POST carries an Idempotency-Key, the same for every try, so that it is done and charged once.
   *
   * @throws UtilityApiError for any answer but a success
   * @throws ConnectionError when there was no answer
   * @throws the reason of `options.signal` when that ended the call
   */
  async ask<Answer>(asked: Asked, options: CallOptions = {}): Promise<Answer> {
    const maxRetries = options.maxRetries ?? this.options.maxRetries ?? 2;
    const idempotencyKey = options.idempotencyKey ?? crypto.randomUUID();
    for (let tries = 1; ; tries++) {
      const isLast = tries > maxRetries;
      let response: Response;
      try {
        response = await this.#send(asked, idempotencyKey, options);
      } catch (cause) {
        if (options.signal?.aborted) throw options.signal.reason;
        if (isLast) throw new ConnectionError(`No answer from ${asked.path}`, { cause });
        await wait(pauseBefore(tries), options.signal);
        continue;
      }
      const retryAfter = numberIn(response, 'Retry-After');
      if (!isLast && (RETRIED.has(response.status) || (response.status === STILL_RUNNING && tries > 1))) {
        await response.body?.cancel();
        await wait(retryAfter === undefined ? pauseBefore(tries) : retryAfter * 1_000, options.signal);
        continue;
      }
      this.#tell(asked, response, tries);
      // The service promises the shape of its answers; checking it again here would take a library.
      if (response.ok) return (isJson(response) ? response.json() : response.blob()) as Promise<Answer>;
      throw errorFrom(await response.json().catch(() => undefined), {
        status: response.status,
        statusText: response.statusText,
        requestId: textIn(response, 'X-Request-Id'),
        retryAfterSeconds: retryAfter,
      });
    }
  }

  async #send(asked: Asked, idempotencyKey: string, { signal, timeoutMs }: CallOptions): Promise<Response> {
    const { baseUrl, apiKey, token, fetch = globalThis.fetch } = this.options;
    const bearer = typeof token === 'function' ? await token() : token;
    const timeout = AbortSignal.timeout(timeoutMs ?? this.options.timeoutMs ?? 30_000);
    // Node 20 and 22 may collect a timeout that nobody listens to before it fires: github.com/nodejs/node/issues/57736.
    timeout.addEventListener('abort', () => undefined);
    return fetch(baseUrl.replace(/\/+$/, '') + asked.path, {
      method: asked.method,
      headers: {
        ...(apiKey ? { 'X-API-Key': apiKey } : {}),
        ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
        ...(asked.method !== 'GET' ? { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey } : {}),
        ...asked.headers,
      },
      ...(asked.method !== 'GET' ? { body: JSON.stringify(asked.body ?? {}) } : {}),
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
      tries,
    });
  }
}

/** A path with those of the fields that are given as its query. */
export function withQuery(path: string, fields: object): string {
  const given = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

const isJson = (response: Response): boolean => textIn(response, 'Content-Type')?.includes('json') ?? false;

const textIn = ({ headers }: Response, name: string): string | undefined => headers.get(name) ?? undefined;

function numberIn(response: Response, name: string): number | undefined {
  const text = textIn(response, name);
  return text === undefined || Number.isNaN(Number(text)) ? undefined : Number(text);
}

/** Doubles with each try, and is spread at random so that clients do not return all at once. */
const pauseBefore = (tries: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1)) * (0.5 + Math.random() / 2);

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}
