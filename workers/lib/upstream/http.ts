import { Agent, request } from 'undici';
import { traceHeaders } from '../../../shared/process/tracing.js';
import { UpstreamFailure } from './failure.js';

/** A GET, so that asking it again changes nothing. */
export interface HttpQuestion {
  /** Relative to the upstream's base URL, without a leading slash. */
  readonly path: string;
  /** A list is sent as a parameter that is repeated. */
  readonly query?: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface HttpAnswer {
  readonly contentType: string;
  readonly bytes: Buffer;
}

interface HttpClientOptions {
  /** The name of the upstream that failures are told by. */
  readonly name: string;
  readonly baseUrl: string;
  readonly connections: number;
  readonly connectMs: number;
  /** The largest answer that is read, in bytes. */
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
   * Asks once and reads the whole answer, at most `maxBytes` of it. Redirects are not followed: an API does not move
   * from one call to the next, and a key must not travel to where an answer points.
   *
   * @throws UpstreamFailure when there is no whole 2xx answer
   */
  async ask(question: HttpQuestion, signal: AbortSignal): Promise<HttpAnswer> {
    const { name, baseUrl, maxBytes } = this.#options;
    try {
      const { statusCode, headers, body } = await request(addressOf(baseUrl, question), {
        headers: { 'user-agent': 'utility-api', 'accept-encoding': 'identity', ...traceHeaders(), ...question.headers },
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

/** The address of a question under a base URL that may itself have a path. */
function addressOf(baseUrl: string, { path, query = {} }: HttpQuestion): URL {
  const address = new URL(path, baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
  for (const [name, value = []] of Object.entries(query)) {
    for (const one of typeof value === 'object' ? value : [value]) address.searchParams.append(name, String(one));
  }
  return address;
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
