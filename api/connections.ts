import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface ConnectionLimits {
  /** Open connections of the server. */
  readonly connections: number;
  /** Requests of one connection that have no response yet, the one in progress included. */
  readonly pipelined: number;
  /** Bytes of all responses that clients have not read yet. */
  readonly unreadBytes: number;
  /** Time within which a client must read part of a waiting response, in ms. */
  readonly readWithinMs: number;
}

interface Connection {
  /** The response in progress; undefined between two requests. */
  response: ServerResponse | undefined;
  /** Serves the requests that were pipelined behind it. */
  readonly waiting: (() => void)[];
}

/** Interval at which the unread bytes of all responses are checked, in ms. */
const CHECK_INTERVAL_MS = 250;

/**
 * Serves requests, and limits the memory that clients take that do not read their responses. The requests of a connection are
 * served one after the other, so that it never holds more than one response. A connection beyond a limit is closed.
 */
export function serveWithinLimits(limits: ConnectionLimits, server: Server, serve: RequestListener): void {
  const connections = new Map<Socket, Connection>();

  server.prependListener('connection', (socket: Socket) => {
    connections.set(socket, { response: undefined, waiting: [] });
    socket.once('close', () => connections.delete(socket));
    if (connections.size > limits.connections) socket.destroy();
  });

  server.on('request', (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    // The parser still emits requests that arrived together with the one that closed the connection.
    if (!connection || socket.destroyed) return;
    const start = () => {
      connection.response = response;
      response.once('close', () => {
        connection.response = undefined;
        // A connection that ends with this response is no longer writable.
        if (socket.writable) connection.waiting.shift()?.();
      });
      serve(request, response);
    };
    if (!connection.response) start();
    else if (connection.waiting.push(start) >= limits.pipelined) socket.destroy();
  });

  server.timeout = limits.readWithinMs;
  server.on('timeout', (socket: Socket) => {
    const response = connections.get(socket)?.response;
    const isBeingComputed = response !== undefined && response.writableLength === 0;
    if (!isBeingComputed) socket.destroy();
  });

  const timer = setInterval(() => closeLargest(connections, limits.unreadBytes), CHECK_INTERVAL_MS).unref();
  server.once('close', () => clearInterval(timer));
}

/** Closes the connections with the most unread bytes until all others together are within the limit. */
function closeLargest(connections: ReadonlyMap<Socket, Connection>, limit: number): void {
  const unread = [...connections]
    .map(([socket, { response }]) => ({ socket, bytes: response?.writableLength ?? 0 }))
    .filter(({ bytes }) => bytes > 0);
  let total = unread.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= limit) return;
  for (const { socket, bytes } of unread.sort((a, b) => b.bytes - a.bytes)) {
    if (total <= limit) return;
    socket.destroy();
    total -= bytes;
  }
}
