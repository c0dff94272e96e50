import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadSecrets } from '../../embedded/demo-account.js';
import { lockDataFolder } from '../../embedded/run-folder.js';
import { StartError } from '../../shared/process/run-process.js';
import { agent } from '../helpers/agent.js';
import { type Launch, launch, processesWith } from '../helpers/launch.js';
import { nightlyOrDaily } from '../helpers/scale.js';
import { call, eventually } from '../helpers/stack.js';
import { unusedPort } from '../helpers/unused-port.js';

const LAUNCHER = 'dist/embedded/main.js';
const BASE_URL = /Base URL\s+(\S+)/;
const DEMO_KEY = /Demo API key\s+(\S+)/;
/** From the start to the first answer of a tool; 5 s are usual. */
const FIRST_TOOL_WITHIN_MS = 120_000;

/** Everything in a folder, itself included, and what of it any other user could read or change. */
async function openToOthers(folder: string): Promise<{ all: string[]; open: string[] }> {
  const all = [folder, ...(await readdir(folder, { recursive: true })).map((path) => join(folder, path))];
  const modes = await Promise.all(all.map(async (path) => (await stat(path)).mode));
  return { all, open: all.filter((_, index) => (modes[index] ?? 0) & 0o077) };
}

describe('the one-command start', function () {
  this.timeout(600_000);
  let folder: string;
  const launched: Launch[] = [];
  const start = (settings: Record<string, string> = {}) => {
    const started = launch(LAUNCHER, [], { DATA_DIR: folder, PORT: '0', ...settings });
    launched.push(started);
    return started;
  };
  const creditsLeft = async (key: string, baseUrl: string) => {
    const { status, headers } = await call('/v1/vat', { action: 'list-countries' }, { key, baseUrl });
    equal(status, 200);
    return headers.get('x-credits-remaining');
  };
  const nothingLeft = async () =>
    deepEqual(
      await eventually(
        async () => processesWith(folder),
        (left) => left.length === 0,
      ),
      [],
    );

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'utility-api-start-'));
  });
  afterEach(async () => {
    for (const { process: child } of launched.splice(0)) child.kill('SIGKILL');
    await nothingLeft();
    await rm(folder, { recursive: true, force: true });
  });

  it('prints what a user needs, serves, has its folder to itself, and leaves nothing when it is killed', async () => {
    await chmod(folder, 0o755);
    const began = Date.now();
    const first = start({
      DEMO_CREDITS: '2',
      LOG_LEVEL: 'info',
      PORT: String(await unusedPort()),
      METRICS_PORT: String(await unusedPort()),
    });
    const [baseUrl, key] = [await first.printed(BASE_URL), await first.printed(DEMO_KEY)];
    for (const line of [/Docs\s+http/, /Console\s+http:\S+\/operator /, /Redis\s+unix:/, /MongoDB\s+mongodb:/])
      match(first.output(), line);
    const address = new URL(await first.printed(/MCP\s+(\S+)/));
    equal(address.pathname, '/mcp');
    await using firstAgent = await agent({ headers: { 'X-API-Key': key }, baseUrl: address.origin });
    const told = await firstAgent.call('vat', { action: 'list-countries' });
    const tookMs = Date.now() - began;
    equal(told._meta?.credits_remaining, 1.999);
    ok(tookMs < FIRST_TOOL_WITHIN_MS, `${tookMs} ms to an agent's first tool call`);
    match(await first.printed(/(.*INFO.*call.*"endpoint":"vat".*)\n/), /"status":200/, 'its log is for people');
    for (const name of ['worker:compute', 'worker:deliver', 'scheduler', 'api']) {
      const port = await first.printed(new RegExp(`^${name} +ready, metrics on port (\\d+)$`, 'm'));
      match(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text(), /^process_cpu_seconds_total /m);
    }

    const socket = await first.printed(/Redis\s+unix:\/\/(\S+)/);
    equal((await stat(dirname(socket))).mode & 0o077, 0, 'only its user can reach the sockets');
    const saved = await call('/v1/qr-code/generate', { qr_code_text: 'mine', save: 1 }, { key, baseUrl });
    const kept = await openToOthers(folder);
    deepEqual(kept.open, [], 'only its user can read what is kept');
    for (const of of ['redis/appendonlydir/', 'store/journal-', 'secrets.json', saved.body.file_path])
      ok(
        kept.all.some((path) => path.includes(of)),
        `${of} in ${kept.all}`,
      );

    const another = start();
    equal(await another.ended(), 1);
    equal(
      another.output(),
      `The data folder ${folder} is in use by another running platform: stop it, or set another folder with DATA_DIR\n`,
    );

    const settled = () => call('/v1/usage?group_by=key', undefined, { key, baseUrl, method: 'GET' });
    equal((await eventually(settled, ({ body }) => body.rows[0]?.calls === 2)).body.rows.length, 1);
    first.process.kill('SIGKILL');
    await nothingLeft();
    const { adminToken, demoApiKey } = (await loadSecrets(folder)).secrets;
    equal(demoApiKey, key);
    match(first.output(), new RegExp(`Admin token +${adminToken}$`, 'm'));
    if (nightlyOrDaily(true, false)) await keepsKeysAndBalances(key);
  });

  it("refuses a folder that is everybody's", async () => {
    await chmod(folder, 0o1777);
    await rejects(
      lockDataFolder(folder),
      new StartError(`Every user can write to ${folder}: set another folder with DATA_DIR`),
    );
    equal((await stat(folder)).mode & 0o7777, 0o1777);
  });

  /** The next start on the folder, with a demo key of the operator's choice. */
  async function keepsKeysAndBalances(key: string): Promise<void> {
    const chosen = 'ua_live_ChosenByTheOperator000000000';
    const second = start({ DEMO_API_KEY: chosen });
    const baseUrl = await second.printed(BASE_URL);
    await second.printed(/Demo API key +in the setting DEMO_API_KEY/);
    ok(!second.output().includes(chosen));
    equal(await creditsLeft(key, baseUrl), '1.988');
    equal(await creditsLeft(chosen, baseUrl), '1.987');

    second.process.kill('SIGTERM');
    const told = Date.now();
    equal(await second.ended(), 0);
    ok(Date.now() - told < 30_000, `it took ${Date.now() - told} ms`);
    deepEqual(processesWith(folder), []);
  }

  it('says in one line that its port is in use, and ends with 1', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    ok(address && typeof address === 'object');
    const started = start({ PORT: String(address.port) });
    equal(await started.ended(), 1);
    equal(
      started.output(),
      `Port ${address.port} on 127.0.0.1 is in use: set another with PORT, e.g. PORT=3001 npm start\n`,
    );
    taken.close();
  });

  it('names the setting that makes no sense', async () => {
    const started = start({ PORT: 'three thousand' });
    equal(await started.ended(), 1);
    equal(started.output(), 'PORT must be a whole number from 0 to 65535\n');
  });

  it('says in one line what to do when redis-server is missing and cannot be installed', async () => {
    const onlyNode = await mkdtemp(join(tmpdir(), 'only-node-'));
    const prepared = launch('embedded/prepare.mjs', [], { PATH: onlyNode });
    equal(await prepared.ended(), 1);
    equal(
      prepared.output(),
      'redis-server is missing and could not be installed. Install it (Debian: sudo apt-get install redis-server), or set REDIS_URL to a Redis that is running.\n',
    );
    await rm(onlyNode, { recursive: true });
  });
});
