import { equal, ok } from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createWheel } from '../../../generate/wheel.mjs';
import { pythonWith } from './python.mjs';

const run = promisify(execFile);
const PACKAGE = fileURLToPath(new URL('..', import.meta.url));

/** Runs Python in the package. Its output is the message of a failure. */
const succeeds = (python, ...args) =>
  run(python, args, { cwd: PACKAGE, env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' } }).catch((error) => {
    throw new Error(`${error.stdout}${error.stderr}`);
  });

/** True for the sources of the package, without what is built from them. */
const isSource = (path) => !/^(dist|build|node_modules)\b|egg-info|__pycache__/.test(relative(PACKAGE, path));

describe('the Python client', () => {
  it('passes its tests (pending without python3-httpx and python3-pytest)', async function () {
    const python = pythonWith('httpx', 'pytest');
    if (!python) this.skip();
    const { stdout } = await succeeds(python, '-m', 'pytest', '--quiet', 'tests');
    ok(/\d+ passed/.test(stdout), stdout);
  });

  it('passes mypy in strict mode, and its types refuse wrong uses (nightly, pending without mypy)', async function () {
    if (process.env.TEST_SCALE !== 'nightly') this.skip();
    const python = pythonWith('httpx', 'pytest', 'mypy');
    if (!python) this.skip();
    await succeeds(python, '-m', 'mypy', '--cache-dir=dist/mypy', 'src', 'tests');
  });

  it('builds as a wheel, which works when it is installed (pending without pip, setuptools and wheel)', async function () {
    const python = pythonWith('setuptools', 'wheel', 'pip', 'httpx');
    if (!python) this.skip();
    const folder = mkdtempSync(join(tmpdir(), 'python-client-'));
    try {
      cpSync(PACKAGE, join(folder, 'package'), {
        recursive: true,
        filter: isSource,
      });
      const pip = ['-m', 'pip', '--disable-pip-version-check', '--quiet'];
      const offline = ['--no-deps', '--no-build-isolation', '--no-index'];
      execFileSync(python, [...pip, 'wheel', './package', ...offline, '--wheel-dir', 'wheels'], { cwd: folder });
      const [wheel = ''] = readdirSync(join(folder, 'wheels'));
      execFileSync(python, [...pip, 'install', ...offline, '--target', 'site', join('wheels', wheel)], { cwd: folder });
      ok(readdirSync(join(folder, 'site/utility_api')).includes('py.typed'));
      ok(readdirSync(join(folder, 'site/utility_api/generated')).includes('api.pyi'));
      // The platform packs the wheel without Python.
      const packed = createWheel(PACKAGE);
      writeFileSync(join(folder, packed.file), packed.bytes);
      const listing =
        'import sys, zipfile; print(sorted(n for n in zipfile.ZipFile(sys.argv[1]).namelist() if "info/" not in n))';
      const [ours, theirs] = [packed.file, join('wheels', wheel)].map((file) =>
        execFileSync(python, ['-c', listing, file], { cwd: folder, encoding: 'utf8' }),
      );
      equal(ours, theirs);
      const program =
        'import utility_api; print(utility_api.UtilityApi.__module__, utility_api.__version__, utility_api.__file__)';
      const printed = execFileSync(python, ['-c', program], {
        cwd: folder,
        env: { ...process.env, PYTHONPATH: join(folder, 'site') },
        encoding: 'utf8',
      });
      const [, version] = wheel.split('-');
      ok(printed.startsWith(`utility_api.generated.api ${version} `) && printed.includes(folder), printed);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
