import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Connections that may wait to be accepted; systems retry those beyond after a second or more. */
const BACKLOG = 4_096;
/** Keep-alive timeout of idle connections, in ms: longer than load balancers use one (nginx: 60 s), so that none is closed while it is in use. */
export const KEEP_ALIVE_MS = 75_000;
/** Time added to the announced timeout, in ms, since a busy client may send its next request late. */
const KEEP_ALIVE_BUFFER_MS = 10_000;

/**
 * Keeps idle connections somewhat longer than `Keep-Alive` announces (`keepAliveTimeoutBuffer` of later versions of Node).
 *
 * @param announcedMs whole seconds, in ms
 */
export function keepAlive(server: Server, announcedMs: number): void {
  server.keepAliveTimeout = announcedMs;
  // The server's own listener runs before this one and sets the timeout, unless another request waits.
  server.on('request', ({ socket }, response) =>
    response.once('finish', () => {
      if (socket.timeout === announcedMs) socket.setTimeout(announcedMs + KEEP_ALIVE_BUFFER_MS);
    }),
  );
}

/**
 * Listens on a port.
 *
 * @returns the port, and a function that stops accepting connections, closes idle ones and resolves when all have ended
 */
export async function listen(
  server: Server,
  { PORT: port, HOST: host }: { PORT: number; HOST: string },
): Promise<{ port: number; close(): Promise<void> }> {
  server.listen({ port, host, backlog: BACKLOG });
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}
