import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

interface RawRequest {
  method?: string;
  headers?: Record<string, string>;
  /** Sent with the headers; more of it may be announced than ever comes. */
  body?: string | Buffer;
}

interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Sends a request with just these headers, be it one that no browser and no `fetch` would send, and ends it once it is answered. */
export async function rawRequest(url: string, { method = 'POST', headers = {}, body }: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, async (answer) => {
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) });
      sent.destroy();
    });
    sent.on('error', reject);
    if (body === undefined) sent.flushHeaders();
    else sent.write(body);
    if (method === 'GET') sent.end();
  });
}

/**
 * Sends a body in chunks, without its length.
 *
 * @param rest number of bytes sent after its start, until they are refused or a response arrives; the request ends after them
 * @returns the answer, and how many bytes were handed to the connection
 */
export async function sendChunked(
  url: string,
  start: string,
  rest: number,
  headers: Record<string, string>,
): Promise<{ answer: RawAnswer; sent: number }> {
  return new Promise((resolve, reject) => {
    const chunk = Buffer.alloc(64 * 1024, 'x');
    let [sent, isAnswered] = [start.length, false];
    const more = () => {
      while (!isAnswered && sent < start.length + rest) {
        sent += chunk.length;
        if (!outgoing.write(chunk)) return void outgoing.once('drain', more);
      }
      if (!isAnswered) outgoing.end();
    };
    // A connection closed with the response may lose it: unread bytes reset the connection.
    const kept = { Connection: 'keep-alive', ...headers };
    const outgoing = request(url, { method: 'POST', headers: kept, agent: false }, async (answer) => {
      isAnswered = true;
      resolve({ answer: { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) }, sent });
      outgoing.destroy();
    });
    // Data sent after the response is discarded.
    outgoing.on('error', (error) => isAnswered || reject(error));
    outgoing.write(start);
    more();
  });
}

/** A POST as it goes over a connection. */
const onTheWire = (url: string, headers: Record<string, string>, length: number): string =>
  [
    `POST /v1/vat HTTP/1.1`,
    ...Object.entries({ Host: new URL(url).host, ...headers, 'Content-Length': length }).map((pair) => pair.join(': ')),
    '\r\n',
  ].join('\r\n');

const open = (url: string) => connect({ host: new URL(url).hostname, port: Number(new URL(url).port) });

const STATUS_LINE = /HTTP\/1\.1 (\d+)/g;

/**
 * Sends a body until its end or the end of the connection, whatever the response is.
 *
 * @returns the status, and the bytes that were handed to the connection
 */
export async function sendUnread(
  url: string,
  headers: Record<string, string>,
  bytes: number,
): Promise<{ status: number; taken: number }> {
  const socket = open(url).on('error', () => {});
  const chunk = Buffer.alloc(64 * 1024, 'x');
  let taken = 0;
  let response = '';
  const more = () => {
    while (taken < bytes && !socket.destroyed) {
      taken += chunk.length;
      if (!socket.write(chunk)) return void socket.once('drain', more);
    }
  };
  socket.on('data', (text) => {
    response += text;
  });
  socket.write(onTheWire(url, headers, bytes));
  more();
  await new Promise((resolve) => socket.once('close', resolve));
  return { status: Number([...response.matchAll(STATUS_LINE)][0]?.[1]), taken };
}

/** Sends requests over one connection, each whole and without waiting for an answer. @returns the status of each */
export async function sendPipelined(
  url: string,
  requests: readonly { headers: Record<string, string>; body: string }[],
): Promise<number[]> {
  const socket = open(url);
  for (const { headers, body } of requests) socket.write(onTheWire(url, headers, body.length) + body);
  let answered = '';
  const statuses = () => [...answered.matchAll(STATUS_LINE)].map(([, status]) => Number(status));
  for await (const part of socket) {
    answered += part;
    if (statuses().length === requests.length) break;
  }
  return statuses();
}
