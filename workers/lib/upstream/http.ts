import { Agent, request as sendRequest } from 'undici';
import { traceHeaders } from '../../../shared/process/tracing.js';
import { UpstreamFailure } from './failure.js';

/** A request that is safe to repeat: a GET, or a POST that changes nothing. */
export interface HttpRequest {
  /** Relative to the upstream's base URL, without a leading slash. */
  readonly path: string;
  /** A list is sent as a repeated parameter. */
  readonly query?: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Body of a POST. */
  readonly json?: Readonly<Record<string, unknown>>;
}

export interface HttpResponse {
  readonly contentType: string;
  readonly bytes: Buffer;
}

interface HttpClientOptions {
  /** Name of the upstream in failures. */
  readonly name: string;
  readonly baseUrl: string;
  readonly connections: number;
  readonly connectMs: number;
  /** Maximum size of a response, in bytes. */
  readonly maxBytes: number;
}

/** The connections of a process to one upstream. */
export class HttpClient {
  readonly #options: HttpClientOptions;
  readonly #agent: Agent;

  constructor(options: HttpClientOptions) {
    this.#options = options;
    this.#agent = new Agent({ connections: options.connections, connect: { timeout: options.connectMs } });
  }

  /**
   * Sends a request once and reads the whole response. Redirects are not followed, so that a key is not sent elsewhere.
   *
   * @throws UpstreamFailure if there is no complete 2xx response
   */
  async send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    const { name, baseUrl, maxBytes } = this.#options;
    try {
      const { json } = request;
      const { statusCode, headers, body } = await sendRequest(buildUrl(baseUrl, request), {
        ...(json && { method: 'POST', body: JSON.stringify(json) }),
        headers: {
          ...{ 'user-agent': 'utility-api', 'accept-encoding': 'identity' },
          ...(json && { 'content-type': 'application/json' }),
          ...traceHeaders(),
          ...request.headers,
        },
        dispatcher: this.#agent,
        signal,
      });
      const isSuccess = statusCode >= 200 && statusCode < 300;
      const bytes = await readBounded(name, body, maxBytes);
      if (isSuccess) return { contentType: String(headers['content-type'] ?? ''), bytes };
      throw new UpstreamFailure(name, 'status', {
        upstreamStatus: statusCode,
        upstreamBody: bytes.subarray(0, 2_000).toString('utf8'),
      });
    } catch (error) {
      if (error instanceof UpstreamFailure) throw error;
      const reason = signal.aborted || isTimeout(error) ? 'timeout' : 'network';
      throw new UpstreamFailure(name, reason, { cause: error });
    }
  }
}

/** Builds the URL of a request under a base URL that may have a path. */
function buildUrl(baseUrl: string, { path, query = {} }: HttpRequest): URL {
  const url = new URL(path, baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
  for (const [name, value = []] of Object.entries(query)) {
    for (const one of typeof value === 'object' ? value : [value]) url.searchParams.append(name, String(one));
  }
  return url;
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /TIMEOUT$/.test(String(error.code));

async function readBounded(upstream: string, body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new UpstreamFailure(upstream, 'unreadable', { cause: `more than ${maxBytes} bytes` });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
