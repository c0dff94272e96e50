import { deepEqual, equal, ok } from 'node:assert/strict';
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nanoid } from 'nanoid';
import { collections } from '../../features/collections.js';
import { reconcile } from '../../scheduler/reconcile-holds.js';
import { audit } from '../../shared/ledger/audit.js';
import { readConfig } from '../../shared/process/config.js';
import { projectFile } from '../../shared/process/project-file.js';
import { connectStore } from '../../shared/store/connect.js';
import { processesWith } from '../helpers/launch.js';
import { nightlyOrDaily } from '../helpers/scale.js';
import { ADMIN_TOKEN, call, eventually } from '../helpers/stack.js';

const ACCOUNT = 'kept';
const BUYERS = 8;
/** Number of purchases that are acknowledged before the kill. */
const ENOUGH = nightlyOrDaily(100, 40);

describe('the document store of the one-command start', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'utility-api-store-'));
  });

  afterEach(async () => {
    await killEverything();
    await rm(folder, { recursive: true, force: true });
  });

  /** Kills all that runs on the folder, at once, and waits until it is gone. */
  async function killEverything(): Promise<void> {
    const running = processesWith(folder);
    for (const pid of running) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has just ended.
      }
    }
    const gone = async () => processesWith(folder);
    deepEqual(await eventually(gone, (left) => left.length === 0), []);
  }

  let starts = 0;

  const socket = (name: string) => join(folder, `${name}-${starts}.sock`);

  async function run(module: string, args: string[], settings: Record<string, string> = {}) {
    const env = { ...process.env, DATA_DIR: folder, LOG_LEVEL: 'silent', ...settings };
    const [told] = await once(fork(projectFile(module), args, { env, detached: true }), 'message');
    return told as Record<string, string | number>;
  }

  /** Starts the store on the folder, and gives its address. */
  async function startStore(): Promise<string> {
    starts += 1;
    const args = ['--dir', join(folder, 'store'), '--socket', socket('store')];
    return String((await run('packages/document-store/dist/main.js', args)).url);
  }

  /** Starts what takes part in a purchase on the folder: the store, Redis and a front. */
  async function start() {
    const [MONGODB_URL, redis] = await Promise.all([
      startStore(),
      run('dist/embedded/redis.js', [join(folder, 'redis'), socket('redis')]),
    ]);
    const settings = { REDIS_URL: String(redis.url), MONGODB_URL };
    const { port } = await run('dist/api/main.js', [], { ...settings, PORT: '0', ADMIN_TOKEN });
    const baseUrl = `http://127.0.0.1:${port}`;
    return (method: string, path: string, body: object = {}) =>
      call(`/v1/admin${path}`, body, { method, baseUrl, headers: { Authorization: `Bearer ${ADMIN_TOKEN}` } });
  }

  it('keeps every purchase that was acknowledged when everything is killed at once', async () => {
    const admin = await start();
    equal((await admin('POST', '/accounts', { account: ACCOUNT, name: 'x' })).status, 200);
    const acknowledged: string[] = [];
    let killed = false;
    const buy = async () => {
      while (!killed) {
        const payment_id = nanoid();
        const { status } = await admin('POST', `/accounts/${ACCOUNT}/purchases`, { credits: 1, payment_id });
        if (status === 200) acknowledged.push(payment_id);
      }
    };
    const buyers = Array.from({ length: BUYERS }, () => buy().catch(() => {}));
    await eventually(
      async () => acknowledged.length,
      (count) => count >= ENOUGH,
    );
    const ended = killEverything();
    killed = true;
    await Promise.all([...buyers, ended]);
    ok(acknowledged.length >= ENOUGH);

    const { db, close } = connectStore(readConfig({ MONGODB_URL: await startStore() }));
    const store = collections(db);
    const wallet = await store.wallets.findOne({ _id: ACCOUNT });
    const lots = new Set(wallet?.lots.map(({ id }) => id));
    deepEqual(
      acknowledged.filter((id) => !lots.has(id)),
      [],
    );
    await reconcile(store, new Date());
    deepEqual((await audit(store)).findings, []);
    await close();
  });

  it('is started alone by `npm run store`, and ends with it', async () => {
    // Without what goes before it, which might install and build while other tests run from what is there.
    const args = ['run', '--silent', '--ignore-scripts', 'store', '--', '--dir', join(folder, 'alone'), '--port', '0'];
    const npm = spawn('npm', args, { cwd: projectFile('.'), stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(npm.stdout.setEncoding('utf8'), 'data', { signal: AbortSignal.timeout(60_000) });
    const [, port] = /^MONGODB_URL=mongodb:\/\/127\.0\.0\.1:(\d+)\//.exec(String(line)) ?? [];
    ok(port, String(line));
    const connection = connect(Number(port), '127.0.0.1');
    await once(connection, 'connect');
    const closed = once(connection, 'close', { signal: AbortSignal.timeout(20_000) });
    npm.kill('SIGTERM');
    await closed;
  });
});
