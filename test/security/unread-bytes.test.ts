import { equal, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { serveWithinLimits } from '../../api/connections.js';
import { eventually } from '../helpers/stack.js';

const MIB = 2 ** 20;
const CONNECTIONS = 10;
/** More than the kernel buffers of an unread response. */
const LARGE = 24 * MIB;
const LIMITS = { connections: 100, pipelined: 16, unreadBytes: 100 * MIB, readWithinMs: 60_000 };

describe('unread bytes of all responses together', () => {
  it('are limited: the connections with the most are closed, and small responses arrive', async () => {
    let accepted = 0;
    const open = new Set<Socket>();
    const server = createServer();
    serveWithinLimits(LIMITS, server, ({ url }, response) => {
      response.end(url === '/large' ? Buffer.alloc(LARGE) : 'small');
    });
    server.on('connection', (socket: Socket) => {
      accepted += 1;
      open.add(socket);
      socket.once('close', () => open.delete(socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const sockets = Array.from({ length: CONNECTIONS }, () => {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      socket.pause();
      socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
      return socket;
    });
    try {
      await eventually(
        async () => accepted,
        (count) => count === CONNECTIONS,
      );
      const left = await eventually(
        async () => open.size,
        (count) => count * LARGE <= LIMITS.unreadBytes,
      );
      equal(left, Math.floor(LIMITS.unreadBytes / LARGE));
      equal(await (await fetch(`http://127.0.0.1:${port}/`)).text(), 'small');
      ok(open.size >= left);
    } finally {
      for (const socket of sockets) socket.destroy();
      server.close();
      server.closeAllConnections();
    }
  });
});
