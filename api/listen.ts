import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, Server } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { within } from '../shared/process/clock.js';
import { projectFile } from '../shared/process/project-file.js';

/** Connections that may wait to be accepted: those beyond are tried again by their systems, after a second and more. */
const CONNECTIONS_WAITING = 4_096;
/** How many connections may be accepted in one turn of the event loop. */
const ACCEPTED_AT_ONCE = 16;
const HANDLES_WITHIN_MS = 10_000;
/** A turn of the event loop in which less time went by, in ms, had nothing to do. */
const QUIET_MS = 0.05;
/** Where no turn is so quiet, the end does not wait longer for one, in ms. */
const QUIET_WITHIN_MS = 2_000;
/** Whoever has connected just before the end has so long to send a request, in ms. */
const SPEAKS_WITHIN_MS = 500;
/** How long idle connections are kept: longer than balancers use one (nginx: 60 s), so that none sends on one that is being closed here. */
export const KEEP_ALIVE_MS = 75_000;
/** How much longer than clients are told: one that is busy notices late that the time is over, and sends its next request before. */
const NOTICED_WITHIN_MS = 10_000;

/**
 * Keeps idle connections, and somewhat longer than clients are told.
 *
 * @param toldMs what clients are told, in ms; they are told whole seconds
 */
export function keepAlive(server: HttpServer, toldMs: number): void {
  server.keepAliveTimeout = toldMs;
  // The server's own listener is called before this one, and starts the time unless another request waits.
  server.on('request', ({ socket }, response) =>
    response.once('finish', () => {
      if (socket.timeout === toldMs) socket.setTimeout(toldMs + NOTICED_WITHIN_MS);
    }),
  );
}

/**
 * Listens, and accepts many connections in a turn of the event loop: libuv accepts one for each listening handle, and in a
 * front that is busy a turn takes so long that new connections would wait for seconds. So several handles of the same socket
 * listen. They are copies that the system makes when a handle is sent to another process and back.
 *
 * @param onError is told when there are no copies; then the server accepts one at a time
 * @returns the port, and what closes all handles; its promise is resolved when their connections have ended
 */
export async function listen(
  server: HttpServer,
  { PORT: port, HOST: host }: { PORT: number; HOST: string },
  onError: (error: unknown) => void,
): Promise<{ port: number; close(): Promise<void> }> {
  server.listen({ port, host, backlog: CONNECTIONS_WAITING });
  await once(server, 'listening');
  const others = await copiesOf(server, ACCEPTED_AT_ONCE - 1, onError);
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const handles = [...others, server];
      const closed = Promise.all(handles.map((each) => once(each, 'close')));
      // The socket closes with its last handle, and what waits to be accepted then is reset: there must be nothing between
      // the quiet turn and that, such as the idle connections that an HTTP server ends first.
      for (const each of others) each.close();
      await quietTurn();
      Server.prototype.close.call(server);
      await within(SPEAKS_WITHIN_MS, closed);
      server.closeIdleConnections();
      await closed;
    },
  };
}

/** Further handles of the socket that a server listens on; what connects to them is the server's. */
async function copiesOf(server: Server, count: number, onError: (error: unknown) => void): Promise<Server[]> {
  const copies: Server[] = [];
  const echo = fork(projectFile('dist/api/echo-handles.js'), { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  try {
    const limit = AbortSignal.timeout(HANDLES_WITHIN_MS);
    for (let copy = 0; copy < count; copy++) {
      // The native handle: a server would accept connections over there.
      echo.send({}, Reflect.get(server, '_handle'));
      const [, handle] = await once(echo, 'message', { signal: limit });
      // It accepts from the first moment.
      const listening = new Server((socket) => server.emit('connection', socket));
      // Of all handles of a socket the last to listen says how many may wait.
      listening.listen(handle, CONNECTIONS_WAITING);
      await once(listening, 'listening');
      copies.push(listening);
    }
  } catch (error) {
    onError(error);
  } finally {
    echo.kill();
  }
  return copies;
}

/**
 * Waits for a turn of the event loop without events: what has connected, or sent a request on an idle connection, has been taken in
 * then.
 */
async function quietTurn(): Promise<void> {
  const limit = performance.now() + QUIET_WITHIN_MS;
  for (let began = performance.now(); began < limit; began = performance.now()) {
    await turn();
    if (performance.now() - began < QUIET_MS) return;
  }
}
