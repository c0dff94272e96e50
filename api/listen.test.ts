import { equal, match } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { keepAlive, listen } from './listen.js';

const HOST = '127.0.0.1';
const CONNECTIONS = 1_000;
const CONNECT_WITHIN_MS = 20_000;

/** Opens connections, and counts those that were established. */
const CLIENTS = `
const { workerData: { port, host, count, connected } } = require('node:worker_threads');
const { connect } = require('node:net');
for (let client = 0; client < count; client++)
  connect(port, host, () => {
    Atomics.add(connected, 0, 1);
    Atomics.notify(connected, 0);
  }).on('error', () => {});
`;

describe('listen', () => {
  it('keeps idle connections longer than it announces', async () => {
    const server = createServer((_, response) => response.end('here'));
    keepAlive(server, 1_000);
    const { port, close } = await listen(server, { PORT: 0, HOST });
    // A client of HTTP would close it when the announced time is over.
    const socket = connect(port, HOST);
    const ask = async () => {
      socket.write(`GET / HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`);
      const [answer] = await once(socket, 'data');
      return String(answer);
    };
    try {
      match(await ask(), /\r\nKeep-Alive: timeout=1\r\n/);
      await pause(1_500);
      match(await ask(), /here/);
    } finally {
      socket.destroy();
      await close();
    }
  });

  it('queues a thousand connections while the process is busy', async () => {
    const server = createServer((_, response) => response.end('here'));
    const { port, close } = await listen(server, { PORT: 0, HOST });
    const connected = new Int32Array(new SharedArrayBuffer(4));
    const clients = new Worker(CLIENTS, {
      eval: true,
      workerData: { port, host: HOST, count: CONNECTIONS, connected },
    });
    // Blocks this thread, which accepts no connection meanwhile.
    const limit = performance.now() + CONNECT_WITHIN_MS;
    for (let seen = 0; seen < CONNECTIONS && performance.now() < limit; seen = Atomics.load(connected, 0))
      Atomics.wait(connected, 0, seen, 100);
    const established = Atomics.load(connected, 0);
    await clients.terminate();
    server.closeAllConnections();
    await close();
    equal(established, CONNECTIONS);
  });
});
