import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { acceptsConnections } from '../embedded/ports.js';
import { unusedPort } from '../test/helpers/unused-port.js';
import { keepAlive, listen } from './listen.js';

const CONNECTIONS = 200;
const CALLERS = 20;
const HOST = '127.0.0.1';
const WAITING = 1_000;
const CONNECT_WITHIN_MS = 20_000;

/** Connects so many times, and counts how often that was taken. */
const COMERS = `
const { workerData: { port, host, count, connected } } = require('node:worker_threads');
const { connect } = require('node:net');
for (let comer = 0; comer < count; comer++)
  connect(port, host, () => {
    Atomics.add(connected, 0, 1);
    Atomics.notify(connected, 0);
  }).on('error', () => {});
`;

describe('a server that listens', () => {
  it('keeps connections longer than it tells', async () => {
    const server = createServer((_, response) => response.end('here'));
    keepAlive(server, 1_000);
    const { port, close } = await listen(server, { PORT: 0, HOST }, (error) => {
      throw error;
    });
    // As it is: a client of HTTP would go by what it is told.
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

  it('accepts many connections in a turn of the event loop, answers all, and none when it is closed', async () => {
    let accepted = 0;
    let most = 0;
    let isOver = false;
    const server = createServer((_, response) => response.end('here')).on('connection', () => {
      accepted += 1;
      // As long as a front takes over a call: meanwhile others come.
      const until = performance.now() + 1;
      while (performance.now() < until);
    });
    const turn = () => {
      most = Math.max(most, accepted);
      accepted = 0;
      if (!isOver) setImmediate(turn);
    };
    const { port, close } = await listen(server, { PORT: 0, HOST }, (error) => {
      throw error;
    });
    turn();
    const ask = async () =>
      (await fetch(`http://${HOST}:${port}`, { method: 'POST', headers: { Connection: 'close' } })).text();
    const answers = await Promise.all(Array.from({ length: CONNECTIONS }, ask));
    isOver = true;
    deepEqual(new Set(answers), new Set(['here']));
    equal(answers.length, CONNECTIONS);
    ok(most > 1, 'one by one');
    await close();
    equal(await acceptsConnections({ port, host: HOST }), false);
  });

  it('keeps a thousand waiting while it is busy', async () => {
    const server = createServer((_, response) => response.end('here'));
    const { port, close } = await listen(server, { PORT: 0, HOST }, (error) => {
      throw error;
    });
    const connected = new Int32Array(new SharedArrayBuffer(4));
    const comers = new Worker(COMERS, { eval: true, workerData: { port, host: HOST, count: WAITING, connected } });
    // This thread accepts nobody meanwhile.
    const limit = performance.now() + CONNECT_WITHIN_MS;
    for (let seen = 0; seen < WAITING && performance.now() < limit; seen = Atomics.load(connected, 0))
      Atomics.wait(connected, 0, seen, 100);
    const taken = Atomics.load(connected, 0);
    await comers.terminate();
    server.closeAllConnections();
    await close();
    equal(taken, WAITING);
  });

  it('answers whoever connects while it begins to', async () => {
    const port = await unusedPort();
    let knocking = true;
    const knock = async (): Promise<number> => {
      let answered = 0;
      while (knocking) {
        const text = await fetch(`http://${HOST}:${port}`, { headers: { Connection: 'close' } }).then(
          (response) => response.text(),
          () => undefined,
        );
        if (text === 'here') answered += 1;
        else await pause(1);
      }
      return answered;
    };
    const callers = Array.from({ length: CALLERS }, knock);
    const server = createServer((_, response) => response.end('here'));
    const { close } = await listen(server, { PORT: port, HOST }, (error) => {
      throw error;
    });
    knocking = false;
    // One that nobody has taken over would be waited for in vain.
    const answered = (await Promise.all(callers)).reduce((sum, calls) => sum + calls, 0);
    ok(answered > 0, 'nobody came');
    await close();
  });
});
