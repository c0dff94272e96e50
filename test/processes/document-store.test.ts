import { deepEqual, equal, ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nanoid } from 'nanoid';
import { projectFile } from '../../shared/process/project-file.js';
import { type Launch, launch, processesWith } from '../helpers/launch.js';
import { call, eventually } from '../helpers/stack.js';

const ACCOUNT = 'kept';
const BUYERS = 8;
/** So many purchases are acknowledged before the kill. */
const ENOUGH = 100;

describe('the document store of the one-command start', function () {
  this.timeout(600_000);
  let folder: string;
  const launched: Launch[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'utility-api-store-'));
  });

  afterEach(async () => {
    for (const { process: child } of launched.splice(0)) child.kill('SIGKILL');
    await nothingLeft();
    await rm(folder, { recursive: true, force: true });
  });

  const nothingLeft = async () =>
    deepEqual(
      await eventually(
        async () => processesWith(folder),
        (left) => left.length === 0,
      ),
      [],
    );

  /** Kills processes that may be ending just now. */
  function kill(pids: readonly number[]): void {
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {}
    }
  }

  /** Starts the platform on the folder and gives a way to its admin API. */
  async function start() {
    const started = launch('dist/embedded/main.js', [], { DATA_DIR: folder, PORT: '0' });
    launched.push(started);
    const baseUrl = await started.printed(/Base URL\s+(\S+)/);
    const token = await started.printed(/admin token (\w[\w-]*)/);
    const admin = (method: string, path: string, body: object = {}) =>
      call(`/v1/admin${path}`, body, { method, baseUrl, headers: { Authorization: `Bearer ${token}` } });
    return admin;
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
    kill(processesWith(folder));
    killed = true;
    await Promise.all(buyers);
    await nothingLeft();
    ok(acknowledged.length >= ENOUGH);

    const again = await start();
    const { body } = await again('GET', `/accounts/${ACCOUNT}`);
    const lots = new Set(body.lots.map(({ id }: { id: string }) => id));
    deepEqual(
      acknowledged.filter((id) => !lots.has(id)),
      [],
    );
    const audit = async () => (await again('GET', '/audit')).body.findings;
    deepEqual(await eventually(audit, (findings) => findings.length === 0), []);
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
