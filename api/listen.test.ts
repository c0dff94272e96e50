import { deepEqual, equal, ok } from 'node:assert/strict';
import { createServer } from 'node:http';
import { acceptsConnections } from '../embedded/ports.js';
import { listen } from './listen.js';

const CONNECTIONS = 200;
const HOST = '127.0.0.1';

describe('a server that listens', () => {
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
});
