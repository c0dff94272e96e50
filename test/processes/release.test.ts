import { deepEqual, equal, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import Type from 'typebox';
import { Parse } from 'typebox/value';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { projectFile } from '../../shared/process/project-file.js';
import { type Launch, launch } from '../helpers/launch.js';
import { describeNightly } from '../helpers/scale.js';
import { call } from '../helpers/stack.js';

const run = promisify(execFile);
const flag = Type.Optional(Type.Boolean());
const names = Type.Array(Type.String());
const packages = Parse(
  Type.Object({ external: names, read: names, optional: names }),
  await import(projectFile('generate/loaded-packages.mjs')),
);

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const imported = Type.Object({
  imports: Type.Array(Type.Object({ path: Type.String(), external: Type.Optional(Type.Boolean()) })),
});
const metafile = Parse(
  Type.Object({
    inputs: Type.Record(Type.String(), Type.Unknown()),
    outputs: Type.Record(Type.String(), imported),
  }),
  readJson(projectFile('dist/metafile.json')),
);
const { packages: locked } = Parse(
  Type.Object({ packages: Type.Record(Type.String(), Type.Object({ dev: flag, devOptional: flag })) }),
  readJson(projectFile('package-lock.json')),
);
const inProduction = Object.entries(locked)
  .filter(([, { dev, devOptional }]) => !dev && !devOptional)
  .flatMap(([path]) => /^node_modules\/(.+)/.exec(path)?.[1] ?? []);

const packageOf = (specifier: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;

/** Packages that a source names other than in an import: those that it loads by a `require` of its own, or whose files it reads. */
function namedPackages(file: string): string[] {
  const source = readFileSync(projectFile(file), 'utf8').replace(
    /^(?:import|export)\b[^;]*\b(?:from |require\()'[^']+'\)?;$/gm,
    '',
  );
  const loads = /createRequire|import\.meta\.resolve/.test(source);
  const specifiers = [...source.matchAll(/(['"`])(node_modules\/)?([@\w][^'"`\s]*)\1/g)]
    .filter(([, , folder]) => loads || folder)
    .map(([, , , specifier = '']) => packageOf(specifier));
  return specifiers.flatMap((name) => {
    const [scope = '', variable] = name.split('$');
    return inProduction.filter((one) => (variable === undefined ? one === name : one.startsWith(scope)));
  });
}

describe('the packages of a release', () => {
  const installed = new Set([...packages.external, ...packages.read]);

  it('include those that the bundles import', () => {
    const external = Object.values(metafile.outputs)
      .flatMap(({ imports }) => imports)
      .filter((one) => one.external && !one.path.startsWith('node:') && !builtinModules.includes(one.path))
      .map(({ path }) => packageOf(path));
    ok(external.includes('sharp'));
    const others = external.filter((name) => !installed.has(name) && !packages.optional.includes(name));
    deepEqual([...new Set(others)], []);
  });

  it('include those whose files the processes load while they run', () => {
    const sources = Object.keys(metafile.inputs).filter((file) => /^(?!node_modules\/).*\.ts$/.test(file));
    const named = new Set(sources.flatMap(namedPackages));
    ok(named.has('minisearch') && named.has('@fontsource-variable/lora'));
    // This package is in the release itself.
    named.delete('readings');
    deepEqual(
      [...named].filter((name) => !installed.has(name)),
      [],
    );
  });
});

describeNightly('a release', function () {
  this.timeout(600_000);
  let folder: string;
  let files: string[];
  let launched: Launch | undefined;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'utility-api-release-'));
    await run(process.execPath, ['release.mjs', '--output', folder], { cwd: projectFile('.') });
    files = await readdir(folder);
  });
  after(async () => {
    launched?.process.kill('SIGTERM');
    await launched?.ended();
    await rm(folder, { recursive: true, force: true });
  });

  const file = (suffix: string): string => join(folder, files.find((name) => name.endsWith(suffix)) ?? suffix);

  it('has checksums', () => run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder }));

  it('lists the packages that it contains, bundled or installed, and no others', () => {
    const { components } = Parse(
      Type.Object({ components: Type.Array(Type.Object({ name: Type.String() })) }),
      readJson(file('.cdx.json')),
    );
    const listed = new Set(components.map(({ name }) => name));
    const expected = {
      koa: true,
      '@img/sharp-linux-arm64': true,
      'bootstrap-icons': true,
      esbuild: false,
      mocha: false,
    };
    deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, listed.has(name)])), expected);
  });

  it('starts where it is unpacked, serves every endpoint, and the files of the documentation', async () => {
    await run('tar', ['-xzf', file('.tar.gz')], { cwd: folder });
    const main = join(file('.tar.gz').replace('.tar.gz', ''), 'dist/embedded/main.js');
    launched = launch(relative(projectFile('.'), main), [], { DATA_DIR: join(folder, 'data'), PORT: '0' });
    const [baseUrl, key] = [await launched.printed(/Base URL\s+(\S+)/), await launched.printed(/Demo API key\s+(\S+)/)];
    for (const { path, example } of catalogue.filter(({ example }) => !('first' in example))) {
      const { status, body } = await call(path, example.request, { key, baseUrl });
      equal(status, 200, `${path}: ${JSON.stringify(body)}`);
    }
    const page = await (await fetch(`${baseUrl}/docs/mcp`)).text();
    const assets = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, url = '']) => url);
    ok(assets.length > 3, page);
    for (const url of [...assets, '/openapi.json', '/docs/changelog', '/operator'])
      equal((await fetch(baseUrl + url)).status, 200, url);
  });
});
