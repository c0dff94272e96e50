import { match, ok } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSecrets, secretsFile } from '../../../embedded/demo-account.js';
import { type Launch, launch, processesWith } from '../../helpers/launch.js';
import { itNightly } from '../../helpers/scale.js';
import { eventually } from '../../helpers/stack.js';

describe('the one-command start', function () {
  this.timeout(600_000);
  let started: Launch | undefined;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'utility-api-secrets-'));
  });
  after(async () => {
    started?.process.kill('SIGKILL');
    await eventually(
      async () => processesWith(folder),
      (left) => left.length === 0,
    );
    await rm(folder, { recursive: true, force: true });
  });

  itNightly('prints where the admin token and the first key are, once they exist', async () => {
    const { adminToken, demoApiKey } = (await loadSecrets(folder)).secrets;
    const chosen = 'an-admin-token-that-the-operator-has-chosen';
    started = launch('dist/embedded/main.js', [], { DATA_DIR: folder, PORT: '0', ADMIN_TOKEN: chosen });
    await started.printed(/Press Ctrl-C/);
    const printed = started.output();
    for (const secret of [adminToken, demoApiKey, chosen]) ok(!printed.includes(secret));
    match(printed, /Admin token +in the setting ADMIN_TOKEN$/m);
    ok(printed.includes(`in ${secretsFile(folder)}: demoApiKey`));
  });
});
