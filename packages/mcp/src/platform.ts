import { isMessage, isObject, isRequest, type Message, parseJson, versionIn } from './message.js';

/** Maximum time in ms without a byte from the platform: longer than any call takes. */
const SILENCE_MS = 60_000;

/** Fields that name what a request is about, by method: the header `Mcp-Name` repeats them. */
const NAME_FIELDS = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

/** A refusal of the platform, with the details of its error. */
export class RefusalError extends Error {
  constructor(
    message: string,
    readonly details: Record<string, unknown>,
  ) {
    super(message);
  }
}

/** The MCP endpoint of a platform (streamable HTTP). */
export class Platform {
  constructor(
    private readonly url: URL,
    private readonly headers: Readonly<Record<string, string>>,
  ) {}

  /**
   * Sends a message and yields the messages of the response, of which the last is the response to a request.
   *
   * @param agreedVersion the protocol version of the handshake, for messages that name none
   * @throws RefusalError if the platform refuses the message
   * @throws Error if the platform cannot be reached, or stops responding
   */
  async *send(message: Message, agreedVersion: string | undefined, signal: AbortSignal): AsyncGenerator<Message> {
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(), SILENCE_MS);
    try {
      const response = await fetch(this.url, {
        method: 'POST',
        headers: { ...this.headers, ...createHeaders(message, agreedVersion) },
        body: JSON.stringify(message),
        // The key is for this platform alone.
        redirect: 'manual',
        signal: AbortSignal.any([signal, silence.signal]),
      });
      yield* this.#read(response, message, timer);
    } catch (error) {
      if (signal.aborted || error instanceof RefusalError) throw error;
      throw new Error(silence.signal.aborted ? this.#silent() : this.#unreachable(error), { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  async *#read(response: Response, message: Message, timer: NodeJS.Timeout): AsyncGenerator<Message> {
    const type = response.headers.get('Content-Type') ?? '';
    if (response.ok && type.startsWith('text/event-stream')) {
      for await (const data of readEvents(response, timer)) {
        const event = parseJson(data);
        if (isMessage(event)) yield event;
      }
      return;
    }
    const body = parseJson(await response.text());
    // Errors of the protocol may have an HTTP status as well, and no id.
    if (isMessage(body)) yield { ...body, id: body.id ?? message.id ?? null };
    else if (!response.ok) throw this.#refusal(response, body);
    else if (isRequest(message)) throw new RefusalError(this.#noMcp(response, type), { status: response.status });
  }

  #refusal(response: Response, body: unknown): RefusalError {
    const { status, headers } = response;
    const { error, ...details } = isObject(body) ? body : {};
    if (typeof error === 'string') return new RefusalError(error, { status, ...details });
    const target = headers.get('Location');
    if (target) return new RefusalError(this.#redirect(target), { status });
    return new RefusalError(this.#noMcp(response, headers.get('Content-Type') ?? ''), { status });
  }

  #unreachable(error: unknown): string {
    const { code } = Object(error instanceof Error ? error.cause : undefined);
    const reason = typeof code === 'string' ? ` (${code})` : '';
    return `Cannot reach ${this.url.origin}${reason}. Check that the platform is running and that UTILITY_API_URL is right.`;
  }

  #silent(): string {
    return `${this.url.origin} has not responded for ${SILENCE_MS / 1_000} s. Try again.`;
  }

  #redirect(target: string): string {
    const { origin } = new URL(target, this.url);
    return `${this.url.origin} redirects to ${origin}. If you trust it, set UTILITY_API_URL to ${origin}.`;
  }

  #noMcp({ status }: Response, type: string): string {
    return `${this.url.origin} responded with status ${status}${type && ` (${type})`} instead of MCP. Check UTILITY_API_URL.`;
  }
}

function createHeaders(message: Message, agreedVersion: string | undefined): Record<string, string> {
  const ownVersion = versionIn(message);
  const version = ownVersion ?? agreedVersion;
  return {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    ...(version !== undefined && { 'MCP-Protocol-Version': version }),
    ...(ownVersion !== undefined && createRoutingHeaders(message)),
  };
}

/** Headers that repeat the method and the name of a message, since revision 2026-07-28. */
function createRoutingHeaders({ method = '', params }: Message): Record<string, string> {
  const name = params?.[NAME_FIELDS.get(method) ?? ''];
  return { 'Mcp-Method': encodeHeader(method), ...(typeof name === 'string' && { 'Mcp-Name': encodeHeader(name) }) };
}

/** Encodes a text as the value of a header: what is not plain ASCII, or looks encoded, becomes Base64. */
const encodeHeader = (text: string): string =>
  /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?')
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`;

/** Yields the data of server-sent events. */
async function* readEvents({ body }: Response, timer: NodeJS.Timeout): AsyncGenerator<string> {
  let text = '';
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    timer.refresh();
    text += part;
    const events = text.split(/\r?\n\r?\n/);
    text = events.pop() ?? '';
    for (const event of events) {
      const lines = event.split(/\r?\n/).filter((line) => line.startsWith('data:'));
      if (lines.length > 0) yield lines.map((line) => line.slice(5)).join('\n');
    }
  }
}
