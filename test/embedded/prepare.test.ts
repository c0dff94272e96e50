import { deepEqual, rejects } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFile } from '../../shared/process/project-file.js';
import { itNightly } from '../helpers/scale.js';

const run = promisify(execFile);

/** Stands in for npm: writes down what it is asked for, and does of it what prepare.mjs looks at. */
const NPM = `#!${process.execPath}
const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const options = process.argv.slice(2).filter((one) => /^(ci|install|run|build|--(omit|include)=)/.test(one));
appendFileSync('done', options.join(' ') + '\\n');
if (options[0] === 'run') {
  mkdirSync('dist', { recursive: true });
  writeFileSync('dist/.tsbuildinfo', '');
  require('node:child_process').execFileSync(process.execPath, ['bundle.mjs']);
} else {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const installed = Object.entries(packages).filter(([, { dev }]) => !dev || options.includes('--include=dev'));
  mkdirSync('node_modules', { recursive: true });
  writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(installed) }));
}
`;

const BUNDLE = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
appendFileSync('done', 'bundle\\n');
mkdirSync('dist', { recursive: true });
writeFileSync('dist/metafile.json', JSON.stringify({
  inputs: { 'api/main.ts': {}, 'packages/readings/src/index.ts': {}, 'node_modules/koa/koa.js': {} },
}));
`;

/** Files that bundles are made with, beside `bundle.mjs`. */
const TOOLS = [
  ...['package.json', 'tsconfig.json', 'packages/readings/package.json'],
  ...['generate/data.mjs', 'generate/handlers.ts', 'generate/import-source.mjs', 'generate/loaded-packages.mjs'],
];

describe('preparing a clone', () => {
  let folder: string;
  const path = (file: string) => join(folder, file);

  async function write(file: string, content: string, mode = 0o644): Promise<void> {
    await mkdir(join(path(file), '..'), { recursive: true });
    await writeFile(path(file), content, { mode });
    const past = new Date(Date.now() - 60_000);
    await utimes(path(file), past, past);
  }

  const lock = (koa: string) =>
    write(
      'package-lock.json',
      JSON.stringify({
        packages: { 'node_modules/koa': { version: koa }, 'node_modules/mocha': { version: '1.0.0', dev: true } },
      }),
    );

  const touch = (file: string) => utimes(path(file), new Date(), new Date());

  /** Prepares the clone, and returns what that did. */
  async function prepare(...options: string[]): Promise<string[]> {
    await writeFile(path('done'), '');
    const env = { ...process.env, PATH: `${path('bin')}:${process.env.PATH}` };
    await run(process.execPath, [path('embedded/prepare.mjs'), '--without-redis', ...options], { env });
    return (await readFile(path('done'), 'utf8')).split('\n').filter(Boolean);
  }

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'utility-api-clone-'));
    await write('bin/npm', NPM, 0o755);
    await write('bundle.mjs', BUNDLE);
    for (const file of [...TOOLS, 'api/main.ts', 'packages/readings/src/index.ts']) await write(file, '{}');
    await write('test/a.test.ts', '');
    await lock('1.0.0');
    await cp(projectFile('embedded/prepare.mjs'), path('embedded/prepare.mjs'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('for a start installs the packages of production and bundles, and does nothing the second time', async () => {
    deepEqual(await prepare(), ['ci --omit=dev', 'bundle']);
    deepEqual(await prepare(), []);
  });

  it('for a start does again only what has changed', async () => {
    await prepare();
    await touch('test/a.test.ts');
    deepEqual(await prepare(), []);
    await touch('api/main.ts');
    deepEqual(await prepare(), ['bundle']);
    await lock('1.0.1');
    deepEqual(await prepare(), ['install --omit=dev']);
  });

  itNightly('bundles again when what bundles are made with has changed', async () => {
    await prepare();
    for (const file of ['bundle.mjs', ...TOOLS]) {
      await touch(file);
      deepEqual(await prepare(), ['bundle'], file);
    }
  });

  itNightly('bundles again after bundling has failed', async () => {
    await cp(projectFile('generate'), path('generate'), { recursive: true });
    await symlink(projectFile('node_modules'), path('node_modules'));
    deepEqual(await prepare(), ['bundle']);
    deepEqual(await prepare(), []);
    // Most of its sources are missing here.
    await cp(projectFile('bundle.mjs'), path('bundle.mjs'));
    await rejects(run(process.execPath, [path('bundle.mjs')]), /Could not resolve/);
    await write('bundle.mjs', BUNDLE);
    deepEqual(await prepare(), ['bundle']);
  });

  it('for tests installs and builds the rest, which later starts leave in place', async () => {
    await prepare();
    deepEqual(await prepare('--development'), ['install --include=dev', 'run build', 'bundle']);
    deepEqual(await prepare('--development'), []);
    deepEqual(await prepare(), []);
    await touch('test/a.test.ts');
    deepEqual(await prepare('--development'), ['run build', 'bundle']);
    await lock('1.0.1');
    deepEqual(await prepare(), ['install --include=dev']);
  });
});
