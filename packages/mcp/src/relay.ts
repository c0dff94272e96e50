import type { Readable, Writable } from 'node:stream';
import { isMessage, isObject, isRequest, type Message, parseJson, type Request } from './message.js';
import { type Platform, RefusalError } from './platform.js';

/** Maximum length of a message in characters: the largest body of an endpoint, and its envelope. */
const LONGEST_MESSAGE = 16 * 1024 * 1024;

/** Error codes of JSON-RPC; the last is the first that it leaves to implementations. */
const CODES = { parseError: -32_700, invalidRequest: -32_600, notDelivered: -32_000 };

/**
 * Passes every message of a client to the platform, and every message of the platform back. If the platform refuses a request or cannot be
 * reached, the response is an error; other requests are not affected. It ends with its input.
 */
export async function relay(input: Readable, output: Writable, platform: Platform): Promise<void> {
  const inFlight = new Map<Request['id'], AbortController>();
  /** The protocol version of the handshake, which clients have made before revision 2026-07-28. */
  let agreedVersion: string | undefined;

  const write = (message: Message) => output.write(`${JSON.stringify(message)}\n`);
  const fail = (id: Message['id'], code: number, message: string, data?: object) =>
    write({ jsonrpc: '2.0', id: id ?? null, error: { code, message, ...(data && { data }) } });

  for await (const line of readLines(input)) {
    const message = parseJson(line);
    if (message === undefined) fail(null, CODES.parseError, 'The message is not JSON');
    else if (!isMessage(message)) fail(null, CODES.invalidRequest, 'The message is not a JSON-RPC 2.0 object');
    // Over HTTP, closing the connection cancels a request.
    else if (message.method === 'notifications/cancelled') inFlight.get(readRequestId(message))?.abort();
    else if (isRequest(message)) void passRequest(message);
    else void passNotification(message);
  }
  for (const controller of inFlight.values()) controller.abort();

  async function passRequest(request: Request): Promise<void> {
    const { id } = request;
    const controller = new AbortController();
    inFlight.set(id, controller);
    try {
      let hasResponse = false;
      for await (const message of platform.send(request, agreedVersion, controller.signal)) {
        hasResponse ||= message.id === id && message.method === undefined;
        if (request.method === 'initialize') agreedVersion = readAgreedVersion(message) ?? agreedVersion;
        write(message);
      }
      if (!hasResponse) fail(id, CODES.notDelivered, 'The platform ended its response early. Try again.');
    } catch (error) {
      // A client expects no response to a request that it has cancelled.
      if (controller.signal.aborted) return;
      fail(id, CODES.notDelivered, readMessage(error), error instanceof RefusalError ? error.details : undefined);
    } finally {
      if (inFlight.get(id) === controller) inFlight.delete(id);
    }
  }

  async function passNotification(message: Message): Promise<void> {
    try {
      for await (const { error } of platform.send(message, agreedVersion, new AbortController().signal)) {
        if (error) process.stderr.write(`${error.message}\n`);
      }
    } catch (error) {
      process.stderr.write(`${readMessage(error)}\n`);
    }
  }
}

const readRequestId = ({ params }: Message) => params?.requestId as Request['id'];

function readAgreedVersion({ result }: Message): string | undefined {
  const version = isObject(result) ? result.protocolVersion : undefined;
  return typeof version === 'string' ? version : undefined;
}

const readMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Yields the lines of a stream. @throws Error if one is too long */
async function* readLines(input: Readable): AsyncGenerator<string> {
  let line = '';
  for await (const part of input.setEncoding('utf8')) {
    const [first = '', ...others] = String(part).split('\n');
    line += first;
    for (const next of others) {
      if (line.trim() !== '') yield line;
      line = next;
    }
    if (line.length > LONGEST_MESSAGE) throw new Error(`A message has more than ${LONGEST_MESSAGE} characters`);
  }
  if (line.trim() !== '') yield line;
}
