import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Longer than its callers keep idle connections, so that none sends on one that is being closed here. */
const KEEP_ALIVE_MS = 75_000;

/** A request that arrived at a sandbox upstream; the path is relative to the upstream's own address. */
export interface SandboxRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Parsed body, if it is JSON. */
  readonly body?: unknown;
  /** Current time in the sandbox. */
  readonly now: Date;
  /** Books so many units on an account of the upstream; false when its quota does not allow them. */
  spend(account: string, units: number): boolean;
}

export interface SandboxAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Buffer;
}

/** One service that the sandbox imitates. */
export interface SandboxUpstream {
  /** The name of the upstream, and the first part of its path in the sandbox. */
  readonly name: string;
  /** The settings that point an application at it; `{url}` stands for its address. */
  readonly settings: Readonly<Record<string, string>>;
  answer(request: SandboxRequest): SandboxAnswer;
}

export const json = (status: number, body: unknown): SandboxAnswer => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

/** Sends an answer, marked as a sandbox's. */
export function send(
  response: ServerResponse,
  { status, contentType, body }: SandboxAnswer,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': contentType, 'x-sandbox': 'synthetic', ...headers }).end(body);
}

/** A server of the sandbox, listening. */
export interface Listening {
  /** Its address without a path, e.g. http://127.0.0.1:4010 */
  readonly url: string;
  /** Ends it, together with the connections that are open. */
  close(): Promise<void>;
}

/**
 * Listens on the loopback interface. A request whose handler throws has its connection broken.
 *
 * @param port 0 lets the system choose
 */
export async function listen(
  port: number,
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Listening> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error(String(error)));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const { port: chosen } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${chosen}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
