import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import type { Agent } from 'undici';
import { RECEIVER_ANSWER } from '../../../shared/contract/bounds.js';
import { SigningSecrets } from '../signing-secrets.js';
import { Targets } from '../targets.js';
import { createGuardedAgent } from './guarded-agent.js';
import { post } from './post.js';

const secret = new SigningSecrets('tests:the-webhook-secret-of-the-tests').generate();
/** Long enough for a receiver that answers, however busy the machine is. */
const timeouts = { totalMs: 60_000, idleMs: 30_000, bodyMs: 30_000 };

describe('an attempt at a delivery', () => {
  let server: Server;
  let agent: Agent;
  let url: string;
  let answer: (response: ServerResponse) => void;

  before(async () => {
    server = createServer((request, response) => request.resume().on('end', () => answer(response)));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    agent = createGuardedAgent(new Targets('127.0.0.1,localhost'), undefined);
  });
  after(async () => {
    await agent.destroy();
    server.closeAllConnections();
    server.close();
  });

  const attempt = (to = url, given = timeouts) =>
    post(agent, { url: to, id: 'msg_1', payload: '{}', secrets: [secret] }, new Date(), given);

  it('times out without a response', async () => {
    answer = () => {};
    const { status, error, ms } = await attempt(url, { ...timeouts, idleMs: 300 });
    deepEqual([status, error], [null, 'no answer in time']);
    ok(ms >= 300, `${ms} ms`);
  });

  it('reads the beginning of endless and stalled responses, and decides by the status', async () => {
    let sent = 0;
    answer = (response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(1_000))) sent += 1_000;
        sent += 1_000;
        response.once('drain', more);
      };
      more();
    };
    const endless = await attempt();
    deepEqual([endless.status, endless.error, endless.answer], [200, null, 'x'.repeat(RECEIVER_ANSWER.kept)]);
    ok(sent < 64 * 1024 * 1024, `${sent} bytes`);
    answer = (response) => void response.writeHead(201).write('beginning');
    const stuck = await attempt(url, { ...timeouts, bodyMs: 1_000 });
    deepEqual([stuck.status, stuck.error, stuck.answer], [201, null, 'beginning']);
  });

  it('describes why there was no response', async () => {
    const none = createTcpServer();
    none.listen(0, '127.0.0.1');
    await once(none, 'listening');
    const { port } = none.address() as AddressInfo;
    none.close();
    await once(none, 'close');
    equal((await attempt(`http://127.0.0.1:${port}/`)).error, 'no answer: ECONNREFUSED');
    answer = (response) => response.destroy();
    match((await attempt()).error ?? '', /^no answer: /);
  });

  it('connects to no private address, literal or resolved', async () => {
    let asked = 0;
    answer = (response) => {
      asked += 1;
      response.end();
    };
    const { port } = new URL(url);
    const strict = createGuardedAgent(new Targets(undefined), undefined);
    const attemptAt = (host: string) =>
      post(strict, { url: `http://${host}:${port}/`, id: 'm', payload: '{}', secrets: [secret] }, new Date(), timeouts);
    for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', 'localhost', '2130706433'])
      match((await attemptAt(host)).error ?? '', /resolves to a private address$/, host);
    equal(asked, 0);
    equal((await attempt(`http://localhost:${port}/`)).status, 200, 'what operators allow');
    await strict.destroy();
  });
});
