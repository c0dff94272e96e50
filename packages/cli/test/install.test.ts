import { equal } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));

describe('the package', () => {
  it('puts utility-api on the path when it is installed from its folder', async () => {
    const prefix = await mkdtemp(join(tmpdir(), 'cli-install-'));
    try {
      const quietly = ['--offline', '--no-audit', '--no-fund', '--loglevel=error'];
      await run('npm', ['install', '--global', '--prefix', prefix, ...quietly, PACKAGE], { cwd: tmpdir() });
      equal((await run(join(prefix, 'bin/utility-api'), ['--version'])).stdout, `${version}\n`);
    } finally {
      await rm(prefix, { recursive: true, force: true });
    }
  });
});
