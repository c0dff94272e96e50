import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { nanoid } from 'nanoid';
import { Child } from '../../../embedded/child.js';
import { PIPELINED_REQUESTS } from '../../../shared/contract/bounds.js';
import { jsonReply } from '../../../shared/queue/job.js';
import { describeNightly } from '../../helpers/scale.js';
import { type ScriptedFront, scriptedFront } from '../../helpers/scripted-workers.js';
import { call, eventually, newAccount, stack } from '../../helpers/stack.js';

const MIB = 2 ** 20;
const CONNECTIONS = 100;
const MOST_CONNECTIONS = 120;
const MOST_GROWTH = 100 * MIB;
const READ_WITHIN_MS = 1_000;
const LARGE_FILE = '/openapi.json';

const formatRequest = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: front\r\n\r\n`;

/** The memory of a process, in bytes. */
const residentBytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

const toHex = (port = 0): string => port.toString(16).toUpperCase().padStart(4, '0');

/** True while a server on this machine has the other end of a connection open. */
const isServed = ({ localPort, remotePort }: Socket): boolean =>
  new RegExp(`:${toHex(remotePort)} \\w+:${toHex(localPort)} 01 `).test(readFileSync('/proc/net/tcp', 'utf8'));

describe('responses that are not read', () => {
  const sockets: Socket[] = [];
  let front: Child;
  let port: number;
  let baseUrl: string;

  before(async () => {
    const { platform } = await stack();
    const limits = { READ_WITHIN_MS: String(READ_WITHIN_MS), MAX_CONNECTIONS: String(MOST_CONNECTIONS) };
    const env = { ...platform.environment, ...limits, PORT: '0' };
    front = new Child({ name: 'api', module: 'dist/api/main.js', env }, () => {});
    port = Number((await front.start()).port);
    baseUrl = `http://127.0.0.1:${port}`;
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  after(() => front.stop(5_000));

  /** Connects and sends requests, and reads nothing until the test does. */
  async function send(requests: string): Promise<Socket> {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.pause();
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(requests);
    return socket;
  }

  for (const requests of [30, PIPELINED_REQUESTS])
    it(`take next to no memory when each of ${CONNECTIONS} connections pipelines ${requests} requests`, async () => {
      const { key } = await newAccount();
      await (await fetch(baseUrl + LARGE_FILE)).text();
      const resident = () => residentBytes(front.pid ?? 0);
      const before = resident();
      let most = before;
      const measuring = setInterval(() => {
        most = Math.max(most, resident());
      }, 20);
      await Promise.all(Array.from({ length: CONNECTIONS }, () => send(formatRequest(LARGE_FILE).repeat(requests))));
      const { status } = await call('/v1/vat', { action: 'list-countries' }, { key, baseUrl });
      clearInterval(measuring);
      equal(status, 200, 'another client is served meanwhile');
      const growth = Math.max(most, resident()) - before;
      ok(growth < MOST_GROWTH, `${Math.round(growth / MIB)} MiB`);
    });

  it('have their connection closed when nothing of them is read in time, unlike one that is idle', async () => {
    const idle = await send(formatRequest('/healthz'));
    await once(idle.resume(), 'data');
    const unread = await send(formatRequest(LARGE_FILE).repeat(PIPELINED_REQUESTS));
    equal(
      await eventually(
        async () => isServed(unread),
        (served) => !served,
      ),
      false,
    );
    equal(isServed(idle), true);
  });

  it('arrive in full when the client is slow but reads', async () => {
    const { length } = Buffer.from(await (await fetch(baseUrl + LARGE_FILE)).arrayBuffer());
    const wanted = PIPELINED_REQUESTS * length;
    const socket = await send(formatRequest(LARGE_FILE).repeat(PIPELINED_REQUESTS));
    let received = 0;
    socket.on('data', (part: Buffer) => {
      received += part.length;
      socket.pause();
      setTimeout(() => socket.resume(), 10);
    });
    socket.resume();
    await eventually(
      async () => received,
      (bytes) => bytes >= wanted || socket.destroyed,
      60_000,
    );
    ok(received >= wanted, `${received} of ${wanted} bytes`);
  });

  it('do not keep a client from pipelining ten requests, whose responses come in order', async () => {
    const paths = Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? '/healthz' : `/nowhere/${at}`));
    const socket = await send(paths.map(formatRequest).join(''));
    let text = '';
    socket.on('data', (part) => (text += part)).resume();
    const statuses = () => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
    await eventually(
      async () => statuses().length,
      (responses) => responses === paths.length,
    );
    deepEqual(
      statuses(),
      paths.map((path) => (path === '/healthz' ? 200 : 404)),
    );
  });

  it('are limited to the connections that a front may have: further ones are closed at once', async () => {
    for (let opened = 0; opened < MOST_CONNECTIONS; opened++) await send(formatRequest('/healthz'));
    const refused = await send(formatRequest('/healthz'));
    equal(
      await eventually(
        async () => isServed(refused),
        (served) => !served,
      ),
      false,
    );
    for (const socket of sockets.splice(0)) socket.destroy();
    const status = () =>
      fetch(`${baseUrl}/healthz`).then(
        (response) => response.status,
        () => 0,
      );
    equal(await eventually(status, (found) => found === 200), 200);
  });
});

describeNightly('large stored responses that are not read', () => {
  const RESULT = { text: 'x'.repeat(2.5 * MIB) };
  const FILE = randomBytes(400_001);
  const QR = ['/v1/qr-code/generate', { qr_code_text: 'x' }] as const;
  const HOROSCOPE = ['/v1/horoscope/daily-horoscope', { sign: 'leo' }] as const;
  const MANY_CONNECTIONS = 300;
  const REQUESTS = 12;
  const MOST_GROWTH_OF_MANY = 200 * MIB;
  const sockets: Socket[] = [];
  let front: ScriptedFront;
  let computed = 0;

  before(async () => {
    front = await scriptedFront(async ({ endpoint }) => {
      computed += 1;
      if (endpoint === 'qr-code/generate')
        return { ...jsonReply(200, {}), body: FILE.toString('base64'), encoding: 'base64' };
      return jsonReply(200, endpoint === 'vat' ? { done: true } : RESULT);
    });
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  after(() => front.stop());

  /** Sends requests over many connections without reading, and measures the memory of the front while another client is served. */
  async function flood(request: string): Promise<void> {
    const { baseUrl } = front;
    const other = await newAccount();
    const resident = () => residentBytes(front.front.pid ?? 0);
    const vat = () => call('/v1/vat', { action: 'calculate', net: 100, vat_rate: 20 }, { key: other.key, baseUrl });
    await vat();
    const before = resident();
    let most = before;
    const measuring = setInterval(() => {
      most = Math.max(most, resident());
    }, 20);
    try {
      for (let left = MANY_CONNECTIONS; left > 0; left--) {
        const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1').on('error', () => {});
        sockets.push(socket.pause());
        socket.write(request.repeat(REQUESTS));
      }
      await Promise.all(sockets.map((socket) => socket.connecting && once(socket, 'connect')));
      for (let left = 10; left > 0; left--) equal((await vat()).status, 200, 'another client is served meanwhile');
    } finally {
      clearInterval(measuring);
    }
    const growth = Math.max(most, resident()) - before;
    ok(growth < MOST_GROWTH_OF_MANY, `grew by ${Math.round(growth / MIB)} MiB`);
  }

  it('take little memory when they are results of asynchronous requests', async () => {
    const { key } = await newAccount();
    const { baseUrl } = front;
    const { body } = await call(...HOROSCOPE, { key, baseUrl, headers: { Prefer: 'respond-async' } });
    const path = `/v1/jobs/${body.job_id}`;
    const result = await eventually(
      () => call(path, undefined, { method: 'GET', key, baseUrl }),
      (answer) => answer.body.state === 'finished',
    );
    deepEqual(result.body, { job_id: body.job_id, state: 'finished', status: 200, body: RESULT });
    await flood(`GET ${path} HTTP/1.1\r\nHost: front\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  });

  it('arrive byte for byte when they are files', async () => {
    const { key } = await newAccount();
    const { baseUrl } = front;
    const { body } = await call(...QR, { key, baseUrl, headers: { Prefer: 'respond-async' } });
    const result = await eventually(
      () => call(`/v1/jobs/${body.job_id}`, undefined, { method: 'GET', key, baseUrl }),
      (answer) => answer.body.state === 'finished',
    );
    equal(result.body.body, FILE.toString('base64'));
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Idempotency-Key': nanoid() };
    const send = () => fetch(baseUrl + QR[0], { method: 'POST', headers, body: JSON.stringify(QR[1]) });
    const first = await send();
    const repeated = await eventually(send, ({ status }) => status === 200);
    equal(repeated.headers.get('idempotent-replayed'), 'true');
    for (const response of [first, repeated]) ok(FILE.equals(Buffer.from(await response.arrayBuffer())));
  });

  it('take little memory when they are repeated for an Idempotency-Key', async () => {
    const { key } = await newAccount();
    const { baseUrl } = front;
    const headers = { 'Idempotency-Key': nanoid() };
    const send = () => call(...HOROSCOPE, { key, baseUrl, headers });
    const first = await send();
    const before = computed;
    const repeated = await eventually(send, ({ status }) => status === 200);
    deepEqual([repeated.body, repeated.headers.get('idempotent-replayed')], [RESULT, 'true']);
    deepEqual(repeated.body, first.body);
    equal(computed, before);
    const [path, input] = HOROSCOPE;
    const sent = JSON.stringify(input);
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: front',
      `Authorization: Bearer ${key}`,
      'Content-Type: application/json',
      `Idempotency-Key: ${headers['Idempotency-Key']}`,
      `Content-Length: ${sent.length}`,
    ];
    await flood(`${head.join('\r\n')}\r\n\r\n${sent}`);
  });
});
