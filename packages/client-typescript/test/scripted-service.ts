import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Response of a scripted service to one request. */
export type Turn = (response: ServerResponse) => void;

/** A request that it received. */
export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface ScriptedService {
  baseUrl: string;
  received: ReceivedRequest[];
  stop(): void;
}

/** Starts a service that responds to its requests in the order of the turns; the last one is repeated. */
export async function scriptedService(...turns: Turn[]): Promise<ScriptedService> {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    turns[Math.min(received.length, turns.length) - 1]?.(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Turn =>
  (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

export const failed = (status: number, headers: Record<string, string> = {}): Turn =>
  json(status, { error: 'No luck', code: status }, headers);

/** Ends the connection instead of responding. */
export const hangUp: Turn = (response) => response.destroy();

/** Never responds. */
export const silence: Turn = () => {};
