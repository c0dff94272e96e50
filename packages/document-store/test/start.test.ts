import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { eventually, STORE_MAIN, startProcess, stopStores, temporaryFolder } from './store-process.js';

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));

describe('the store starts and ends', () => {
  const folder = temporaryFolder();

  afterEach(stopStores);
  after(() => folder.remove());

  /** Runs the store with some arguments until it ends of itself. */
  async function outcome(...args: string[]): Promise<{ code: number; errors: string }> {
    const child = spawn(process.execPath, [STORE_MAIN, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    const [code] = await once(child, 'exit', { signal: AbortSignal.timeout(60_000) });
    return { code, errors };
  }

  it('says where it listens, on a socket that only its owner can open', async () => {
    const store = await startProcess(folder.path);
    const socket = join(folder.path, 's', 'store.sock');
    assert.equal(store.url, `mongodb://${encodeURIComponent(socket)}/?directConnection=true`);
    assert.equal(statSync(join(folder.path, 's')).mode & 0o777, 0o700);
    assert.equal(statSync(socket).mode & 0o777, 0o600);
    assert.equal(statSync(join(folder.path, 'data')).mode & 0o777, 0o700);
    await store.stop();
  });

  it('ends promptly at SIGTERM or SIGINT, with connections open, and exits with 0', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const store = await startProcess(folder.path);
      const client = await new MongoClient(store.url).connect();
      await client.db('test').collection('rows').insertOne({});
      const from = Date.now();
      assert.equal(await store.stop(signal), 0);
      assert.ok(Date.now() - from < 20_000, `${Date.now() - from} ms`);
      await client.close();
    }
  });

  it('ends with the npm that ran it', async () => {
    // Without the build that goes before it: the tests run from what is built.
    const args = ['start', '--silent', '--ignore-scripts', '--', '--dir', join(folder.path, 'npm'), '--port', '0'];
    const npm = spawn('npm', args, { cwd: PACKAGE, stdio: ['ignore', 'pipe', 'ignore'] });
    const [line] = await once(npm.stdout.setEncoding('utf8'), 'data', { signal: AbortSignal.timeout(60_000) });
    const port = Number(/127\.0\.0\.1:(\d+)/.exec(String(line))?.[1]);
    const connection = connect(port, '127.0.0.1');
    await once(connection, 'connect');
    const closed = once(connection, 'close', { signal: AbortSignal.timeout(20_000) });
    npm.kill('SIGTERM');
    await closed;
  });

  /** Starts a store as a launcher does, with a channel, and gives what it sends through it first. */
  async function launch(...args: string[]): Promise<{ child: ChildProcess; output: () => string; message: unknown }> {
    const child = spawn(process.execPath, [STORE_MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
    const [message] = await once(child, 'message', { signal: AbortSignal.timeout(60_000) });
    return { child, output: () => output, message };
  }

  it('tells the process that started it where it listens, or why it cannot, and prints nothing', async () => {
    const socket = join(folder.path, 's', 'launched.sock');
    const { child, output, message } = await launch('--dir', join(folder.path, 'launched'), '--socket', socket);
    assert.deepEqual(message, { ready: true, url: `mongodb://${encodeURIComponent(socket)}/?directConnection=true` });
    const refused = await launch('--dir', join(folder.path, 'launched'), '--port', '0');
    const reason = `the data folder ${join(folder.path, 'launched')} is in use by another document store`;
    assert.deepEqual(refused.message, { failed: reason });
    await eventually(() => refused.child.exitCode !== null);
    assert.equal(refused.child.exitCode, 1);
    child.kill('SIGTERM');
    await eventually(() => child.exitCode !== null);
    assert.equal(child.exitCode, 0);
    assert.equal(output() + refused.output(), '');
  });

  it('ends when the process that started it is gone, after those that use it had time to end', async () => {
    const socket = join(folder.path, 's', 'left.sock');
    const { child, message } = await launch('--dir', join(folder.path, 'left'), '--socket', socket);
    assert.ok(message !== null && typeof message === 'object' && 'url' in message);
    const client = await new MongoClient(String(message.url)).connect();
    const from = Date.now();
    child.disconnect();
    await client.db('test').collection('rows').insertOne({});
    await eventually(() => child.exitCode !== null);
    assert.equal(child.exitCode, 0);
    assert.ok(Date.now() - from > 2_000, `${Date.now() - from} ms`);
    await client.close();
  });

  it('takes over the socket that a killed store left behind', async () => {
    const first = await startProcess(folder.path);
    await first.stop('SIGKILL');
    const second = await startProcess(folder.path);
    assert.equal(await second.stop(), 0);
  });

  it('listens on loopback when asked for a port', async () => {
    const store = await startProcess(folder.path, ['--port', '0']);
    const url = store.lines()[1]?.replace('MONGODB_URL=', '') ?? '';
    assert.match(url, /^mongodb:\/\/127\.0\.0\.1:\d+\/\?directConnection=true$/);
    const client = await new MongoClient(url).connect();
    assert.deepEqual(await client.db('admin').command({ ping: 1 }), { ok: 1 });
    await client.close();
    await store.stop();
  });

  it('refuses in one clear line', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const dir = join(folder.path, 'other');
    const long = join(folder.path, 'x'.repeat(120));
    const cases: [string[], number, RegExp][] = [
      [
        ['--dir', dir, '--socket', long],
        1,
        /^the socket path is \d+ bytes long, and a unix socket can have 1\d\d: .*\n$/,
      ],
      [['--dir', dir, '--port', String(port)], 1, /^the port \d+ on 127\.0\.0\.1 is in use\n$/],
      [['--dir', dir], 1, /^--dir and either --socket or --port are required\nusage: .*\n$/],
      [['--dir', dir, '--port', 'x'], 1, /^x is not a number\n/],
    ];
    for (const [args, code, errors] of cases) {
      const ended = await outcome(...args);
      assert.equal(ended.code, code);
      assert.match(ended.errors, errors);
    }
    taken.close();
  });
});
