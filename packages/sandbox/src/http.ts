import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Longer than clients keep idle connections, so that none sends a request on a connection that is being closed. */
const KEEP_ALIVE_MS = 75_000;

/** A request that arrived at a sandbox upstream; the path is relative to the upstream's URL. */
export interface SandboxRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Parsed body, if it is JSON. */
  readonly body?: unknown;
  /** Current time in the sandbox. */
  readonly now: Date;
  /** Charges units to an account of the upstream. @returns false if that would exceed its quota */
  spend(account: string, units: number): boolean;
}

export interface SandboxResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Buffer;
}

/** One service that the sandbox imitates. */
export interface SandboxUpstream {
  /** Name of the upstream, and first part of its path in the sandbox. */
  readonly name: string;
  /** Settings that point an application at it; `{url}` stands for its URL. */
  readonly settings: Readonly<Record<string, string>>;
  respond(request: SandboxRequest): SandboxResponse;
}

export const json = (status: number, body: unknown): SandboxResponse => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

/** Sends a response, marked as synthetic. */
export function send(
  response: ServerResponse,
  { status, contentType, body }: SandboxResponse,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': contentType, 'x-sandbox': 'synthetic', ...headers }).end(body);
}

/** A listening server of the sandbox. */
export interface Listening {
  /** URL without a path, e.g. http://127.0.0.1:4010 */
  readonly url: string;
  /** Closes the server and its open connections. */
  close(): Promise<void>;
}

/**
 * Listens on the loopback interface. If the handler of a request throws, its connection is destroyed.
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
