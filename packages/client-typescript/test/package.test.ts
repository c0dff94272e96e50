import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { catalogueEndpoints } from 'utility-api-client/catalogue';

const run = promisify(execFile);
const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));
const TSC = fileURLToPath(import.meta.resolve('typescript/lib/tsc.js'));

/** What users write, as a module and for `require`; a misspelt field is an error in both. */
const PROGRAMS = {
  'use.mts': `import { UtilityApi, type CurrencyConvertRequest } from 'utility-api-client';
import { catalogueEndpoints } from 'utility-api-client/catalogue';
const request: CurrencyConvertRequest = { from: 'EUR', to: 'USD', amount: 1 };
// @ts-expect-error
const wrong: CurrencyConvertRequest = { from: 'EUR', to: 'USD', amount: 1, amuont: 1 };
console.log(typeof new UtilityApi({ baseUrl: 'http://127.0.0.1:1' }).currency.convert, catalogueEndpoints.length, !request, !wrong);
`,
  'use.cts': `import client = require('utility-api-client');
import catalogue = require('utility-api-client/catalogue');
const request: client.CurrencyConvertRequest = { from: 'EUR', to: 'USD', amount: 1 };
// @ts-expect-error
const wrong: client.CurrencyConvertRequest = { from: 'EUR', to: 'USD', amount: 1, amuont: 1 };
console.log(typeof new client.UtilityApi({ baseUrl: 'http://127.0.0.1:1' }).currency.convert, catalogue.catalogueEndpoints.length, !request, !wrong);
`,
};

describe('the package', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'client-package-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** npm as a user runs it, in a project of that user's; nothing may be fetched. */
  async function npm(project: string, ...args: string[]): Promise<void> {
    await mkdir(project, { recursive: true });
    if (!existsSync(join(project, 'package.json')))
      await writeFile(join(project, 'package.json'), '{ "name": "shop" }');
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD)/i.test(name)));
    await run('npm', [...args, '--offline', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: project, env });
  }

  async function isUsable(project: string): Promise<void> {
    for (const [file, text] of Object.entries(PROGRAMS)) await writeFile(join(project, file), text);
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--module', 'node20', '--target', 'es2023'];
    await run(process.execPath, [TSC, ...strict, ...Object.keys(PROGRAMS)], { cwd: project }).catch((error) => {
      throw new Error(error.stdout);
    });
    for (const program of ['use.mjs', 'use.cjs']) {
      const { stdout } = await run(process.execPath, [program], { cwd: project });
      equal(stdout, `function ${catalogueEndpoints.length} false false\n`, program);
    }
  }

  it('installs from its tarball, typed for import and require, with what users need and nothing else', async () => {
    const project = join(folder, 'project');
    await npm(project, 'pack', PACKAGE);
    const tarballs = (await readdir(project)).filter((file) => file.endsWith('.tgz'));
    await npm(project, 'install', ...tarballs.map((file) => `./${file}`));
    await isUsable(project);
    const installed = join(project, 'node_modules/utility-api-client');
    deepEqual((await readdir(installed)).sort(), ['LICENSE', 'README.md', 'dist', 'package.json']);
    deepEqual((await readdir(join(installed, 'dist'))).sort(), ['cjs', 'esm']);
    const { messages, pkg } = await publint({ pkgDir: installed, pack: false, strict: true });
    deepEqual(
      messages.map((message) => formatMessage(message, pkg ?? {})),
      [],
    );
  });

  it('has an example for every group', () => {
    const groups = new Set(catalogueEndpoints.map(({ group }) => group));
    for (const group of groups) {
      const [first] = catalogueEndpoints.filter((endpoint) => endpoint.group === group);
      const parts = first?.id.split('/') ?? [];
      const names = parts.map((_, index) => parts.slice(0, index + 1).join('-'));
      ok(
        names.some((name) => existsSync(join(PACKAGE, `examples/${name}.ts`))),
        group,
      );
    }
  });

  it('depends on nothing, and on nothing of Node', async () => {
    const { dependencies, peerDependencies } = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8'));
    deepEqual([dependencies, peerDependencies], [undefined, undefined]);
    const sources = (await readdir(join(PACKAGE, 'src'), { recursive: true })).filter((file) => file.endsWith('.ts'));
    for (const file of sources) {
      const text = await readFile(join(PACKAGE, 'src', file), 'utf8');
      const imported = [...text.matchAll(/from '([^']+)'/g)].map(([, from = '']) => from);
      for (const from of imported) match(from, /^\.\.?\//, file);
      ok(!/\b(process|Buffer|require)\b[.(]/.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')), file);
    }
  });
});
