import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { eventually } from './stack.js';

/** A request that a receiver got. */
export interface Received {
  path: string;
  headers: Record<string, string>;
  /** As it came. */
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every kind, and fail when they are others
  event: any;
}

type Answer = (received: Received, response: ServerResponse) => void;

/** A local receiver of webhooks. */
export interface Receiver {
  url: string;
  received: Received[];
  /** Sets its response from now on. The default is 200. */
  answers(answer: Answer): void;
  /** Waits until `count` requests have arrived, and returns all. */
  got(count: number): Promise<Received[]>;
  close(): Promise<void>;
}

const well: Answer = (_, response) => response.end('thanks');

/** Answers with a status. */
export const withStatus =
  (status: number, text = ''): Answer =>
  (_, response) =>
    response.writeHead(status).end(text);

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let answer = well;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const one = { path: request.url ?? '', headers: plain(request.headers), body, event: JSON.parse(body) };
    received.push(one);
    answer(one, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answers(given) {
      answer = given;
    },
    async got(count) {
      await eventually(
        async () => received.length,
        (length) => length >= count,
      );
      return received;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const plain = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** True if a request is signed with a secret, according to the Standard Webhooks library. */
export function isSigned(secret: string, { body, headers }: Received): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}
