import { equal, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Leftovers } from './leftovers.js';

const MiB = 1024 * 1024;
const [SENDERS, BYTES] = [8, MiB];
/** What node reads at a time at most, and how often something is read, in ms. */
const [PORTION, EVERY_MS] = [64 * 1024, 10];

describe('what is left of refused requests', () => {
  const leftovers = new Leftovers();
  let read = 0;
  const server = createServer((req, res) => {
    leftovers.read(req);
    res.writeHead(429).end('no');
    req.on('data', (chunk: Buffer) => {
      read += chunk.length;
    });
  });

  before(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  after(() => new Promise((resolve) => server.close(resolve)));

  /** Sends all of a request that is refused, and then another on the same connection, which is answered once the first was read. */
  async function send(): Promise<string> {
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    let answers = '';
    socket.on('data', (text) => {
      answers += text;
    });
    socket.write(`POST / HTTP/1.1\r\nHost: here\r\nContent-Length: ${BYTES}\r\n\r\n`);
    socket.write(Buffer.alloc(BYTES));
    socket.write('POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    await once(socket, 'close');
    return answers;
  }

  it('is read to its end, at one pace however many they are', async () => {
    const began = performance.now();
    const answers = await Promise.all(Array.from({ length: SENDERS }, send));
    for (const answer of answers) equal(answer.match(/^HTTP\/1.1 429 /gm)?.length, 2, answer);
    // The last portion of each has come with the request behind it, whose answer ends the connection.
    ok(read >= SENDERS * (BYTES - PORTION), `${read} bytes were read`);
    // The first of each is read at once. A timer may be early by less than a millisecond.
    const portions = read / PORTION - SENDERS;
    const tookMs = performance.now() - began;
    ok(tookMs > portions * (EVERY_MS - 1), `${tookMs.toFixed(0)} ms for ${portions} portions`);
  });
});
