import { equal, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Child } from '../../embedded/child.js';
import { nightlyOrDaily } from '../helpers/scale.js';
import { call } from '../helpers/stack.js';
import { engines } from './harness/engine.js';
import { faultyPlatform } from './harness/platform.js';
import { show } from './harness/table.js';

const CONNECTIONS = nightlyOrDaily(333, 50);
const DRIBBLE_MS = 100;
/** On a machine with much to do a call may take a second to arrive. */
const REQUEST_WITHIN_MS = 3_000;
const CUT_WITHIN_MS = 30_000;
const [embedded] = engines;

describe('clients that send their bodies byte by byte', () => {
  it('are disconnected after the request timeout, and others are served meanwhile', async () => {
    const { platform, newAccount } = await faultyPlatform(embedded);
    const { key } = await newAccount();
    const settings = { REQUEST_WITHIN_MS: String(REQUEST_WITHIN_MS), PORT: '0' };
    const env = { ...platform.environment, ...settings };
    const front = new Child({ name: 'api', module: 'dist/api/main.js', env }, () => {});
    const { port } = await front.start();
    const baseUrl = `http://127.0.0.1:${port}`;
    const head = `POST /v1/vat HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n`;
    const began = performance.now();
    const dribble = async (): Promise<number> => {
      const socket: Socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => {}).resume();
      socket.write(`${head}Content-Length: 100000\r\n\r\n{`);
      const dribbling = setInterval(() => socket.write(' '), DRIBBLE_MS);
      try {
        await once(socket, 'close', { signal: AbortSignal.timeout(CUT_WITHIN_MS) });
      } catch (error) {
        if (error instanceof Error && error.name === 'AbortError') throw error;
      } finally {
        clearInterval(dribbling);
        socket.destroy();
      }
      return performance.now() - began;
    };
    const cut = Promise.all(Array.from({ length: CONNECTIONS }, dribble));
    const { status } = await call('/v1/vat', { action: 'list-countries' }, { key, baseUrl });
    equal(status, 200);
    const times = await cut;
    await front.stop(5_000);
    ok(Math.min(...times) >= REQUEST_WITHIN_MS, 'cut too early');
    show(
      `${CONNECTIONS} dribbling bodies`,
      `cut after REQUEST_WITHIN_MS (${REQUEST_WITHIN_MS} ms here, 30 s by default)`,
      `all cut, the last after ${Math.round(Math.max(...times))} ms`,
    );
  });
});
