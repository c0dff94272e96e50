import { match, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFile } from '../../shared/process/project-file.js';
import { newAccount, stack } from '../helpers/stack.js';

const run = promisify(execFile);
const PACKAGE = projectFile('packages/client-python');

const { pythonWith } = await import(projectFile('packages/client-python/tests/python.mjs'));
const python: string | undefined = pythonWith('httpx', 'pytest');

describe('the Python client on the platform (pending without python3-httpx and python3-pytest)', () => {
  /** Runs Python with the client, a URL and keys. */
  async function runs(...args: string[]): Promise<string> {
    const { baseUrl } = (await stack()).platform;
    const { key } = await newAccount({ credits: 5, limits: {} });
    const testKey = await newAccount({ mode: 'test' });
    const env = { ...process.env, PYTHONPATH: join(PACKAGE, 'src'), PYTHONDONTWRITEBYTECODE: '1' };
    const { stdout } = await run(python ?? '', args, {
      cwd: PACKAGE,
      env: { ...env, UTILITY_API_URL: baseUrl, UTILITY_API_KEY: key, UTILITY_API_TEST_KEY: testKey.key, API_KEY: key },
      timeout: 120_000,
    }).catch((error) => {
      throw new Error(`${error.stdout}${error.stderr}`);
    });
    return stdout;
  }

  it('does what a customer does, synchronously and asynchronously, 100 requests at a time', async function () {
    if (!python) this.skip();
    match(await runs('-m', 'pytest', '--quiet', '-rP', 'tests/test_on_the_platform.py'), /^7 passed/m);
  });

  it('runs what the documentation shows of it', async function () {
    if (!python) this.skip();
    const page = await (await fetch(`${(await stack()).platform.baseUrl}/docs/client`)).text();
    const [, shown = ''] = /aria-label="Using the Python client"><code>([\s\S]*?)<\/code>/.exec(page) ?? [];
    const program = shown.replace(/<[^>]+>/g, '').replaceAll('&quot;', '"');
    match(await runs('-c', program), /^[\d.]+\n$/);
  });

  it('runs every snippet of its README', async function () {
    if (!python) this.skip();
    const readme = readFileSync(join(PACKAGE, 'README.md'), 'utf8');
    const snippets = [...readme.matchAll(/```python\n([\s\S]*?)```/g)].map(([, code = '']) => code);
    ok(snippets.length >= 6, `${snippets.length} snippets`);
    const program = `import os, tempfile\nos.chdir(tempfile.mkdtemp())\n${snippets.join('\n')}`;
    await runs('-c', program);
  });
});
