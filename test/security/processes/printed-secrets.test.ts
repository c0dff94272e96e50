import { equal, match, ok } from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Launch, launch, processesWith } from '../../helpers/launch.js';
import { eventually } from '../../helpers/stack.js';

describe('the one-command start', function () {
  this.timeout(600_000);
  const launched: Launch[] = [];
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'utility-api-secrets-'));
  });
  after(async () => {
    for (const { process: child } of launched) child.kill('SIGKILL');
    await eventually(
      async () => processesWith(folder),
      (left) => left.length === 0,
    );
    await rm(folder, { recursive: true, force: true });
  });

  /** Starts on the folder, ends when it is ready, and returns what it printed. */
  async function printedBy(settings: Record<string, string> = {}): Promise<string> {
    const started = launch('dist/embedded/main.js', [], { DATA_DIR: folder, PORT: '0', ...settings });
    launched.push(started);
    await started.printed(/Press Ctrl-C/);
    started.process.kill('SIGTERM');
    equal(await started.ended(), 0);
    return started.output();
  }

  it('prints the admin token and the first key when it creates them, and later where they are', async () => {
    const first = await printedBy();
    const file = join(folder, 'secrets.json');
    const { adminToken, demoApiKey } = JSON.parse(await readFile(file, 'utf8'));
    match(first, new RegExp(`Admin token +${adminToken}$`, 'm'));
    match(first, new RegExp(`Demo API key +${demoApiKey}$`, 'm'));

    const chosen = 'an-admin-token-that-the-operator-has-chosen';
    const second = await printedBy({ ADMIN_TOKEN: chosen });
    for (const secret of [adminToken, demoApiKey, chosen]) ok(!second.includes(secret));
    match(second, /Admin token +in the setting ADMIN_TOKEN$/m);
    ok(second.includes(`in ${file}: demoApiKey`));
  });
});
