import { deepEqual, equal, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { access, constants, cp, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import Type from 'typebox';
import { Parse } from 'typebox/value';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { projectFile } from '../../shared/process/project-file.js';
import { version } from '../../shared/process/version.js';
import { type Launch, launch } from '../helpers/launch.js';
import { describeNightly } from '../helpers/scale.js';
import { call } from '../helpers/stack.js';

const run = promisify(execFile);
const flag = Type.Optional(Type.Boolean());
const names = Type.Array(Type.String());
const packages = Parse(
  Type.Object({ external: names, read: names, optional: names, copied: names }),
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

  it('include none that is for development, installed or not', () => {
    const bundled = Object.keys(metafile.inputs).flatMap(
      (file) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [],
    );
    deepEqual(
      [...new Set(bundled)].filter((path) => locked[path]?.dev),
      [],
    );
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

/** Stands in for npm, which takes a minute to install the packages. */
const NPM = `#!${process.execPath}
const { mkdirSync, writeFileSync } = require('node:fs');
const [command] = process.argv.slice(2);
if (command === 'run') console.log('{ "metadata": { "component": {} }, "components": [], "dependencies": [] }');
if (command === 'ci') {
  mkdirSync('node_modules');
  writeFileSync('node_modules/.package-lock.json', '{ "packages": {} }');
}
`;

describe('making a release', () => {
  const TRACKED = [
    ...['CHANGELOG.md', 'LICENSE', 'README.md', 'api/page.eta', 'bench/plan/page.eta', 'deploy/redis.conf'],
    ...['docs/README.md', 'embedded/install-redis.mjs', 'features/page.eta', 'packages/readings/packs/en.json'],
    ...['shared/page.eta', 'workers/page.eta'],
  ];
  const PRIVATE = [
    ...['deploy/.env', 'deploy/alertmanager/secrets/pager-token', 'deploy/kubernetes/my-values.yaml'],
    'features/.env.local',
  ];
  let folder: string;
  const path = (file: string) => join(folder, file);
  const inClone = (command: string, parameters: string[]) => {
    const env = { ...process.env, PATH: `${path('bin')}:${process.env.PATH}`, SOURCE_DATE_EPOCH: '0' };
    return run(command, parameters, { cwd: path('clone'), env });
  };

  async function write(file: string, content = '', mode = 0o644): Promise<void> {
    await mkdir(dirname(path(file)), { recursive: true });
    await writeFile(path(file), content, { mode });
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'utility-api-release-'));
    await write('bin/npm', NPM, 0o755);
    for (const file of [
      ...TRACKED,
      ...PRIVATE,
      'dist/browser/route.js',
      'dist/clients/packages.json',
      'dist/data/icons.json',
    ])
      await write(`clone/${file}`);
    await write('clone/dist/metafile.json', '{ "inputs": {}, "outputs": { "dist/admin/main.js": {} } }');
    await write('clone/dist/admin/main.js');
    for (const file of [
      'release.mjs',
      'generate',
      'package.json',
      'package-lock.json',
      'packages/readings/package.json',
    ])
      await cp(projectFile(file), path(`clone/${file}`), { recursive: true });
    await symlink(projectFile('node_modules'), path('clone/node_modules'));
    await inClone('git', ['init', '--quiet']);
    await inClone('git', ['add', ...TRACKED]);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function assemble(into: string): Promise<string[]> {
    await inClone(process.execPath, ['release.mjs', '--into', path(into)]);
    const entries = await readdir(path(into), { recursive: true });
    return [...TRACKED, ...PRIVATE, 'features/new.css'].filter((file) => entries.includes(file));
  }

  it('copies only files that git tracks', async () => {
    await write('clone/features/new.css');
    deepEqual(await assemble('from-repository'), TRACKED);
  });

  it('without a repository copies no hidden files, secrets or values of charts', async () => {
    await rename(path('clone/.git'), path('repository'));
    deepEqual(await assemble('from-files'), [...TRACKED, 'features/new.css']);
  });

  it('contains an executable command of the administration', async () => {
    await assemble('with-command');
    await access(path('with-command/dist/admin/main.js'), constants.X_OK);
  });

  it('keeps what else is in the folder', async () => {
    const name = `utility-api-${version}`;
    const others = ['a-note.txt', 'utility-api-0.0.1.tar.gz', `${name}/.data/store`];
    for (const file of others) await write(`releases/${file}`);
    await inClone(process.execPath, ['release.mjs', '--output', path('releases')]);
    deepEqual((await readdir(path('releases'), { recursive: true })).filter((file) => !others.includes(file)).sort(), [
      'SHA256SUMS',
      name,
      `${name}.cdx.json`,
      `${name}.tar.gz`,
      `${name}/.data`,
    ]);
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

  it('lists the packages that it contains, bundled or installed, and no others', async () => {
    const { components } = Parse(
      Type.Object({ components: Type.Array(Type.Object({ name: Type.String() })) }),
      readJson(file('.cdx.json')),
    );
    const { stdout } = await run('tar', ['-tzf', file('.tar.gz')], { maxBuffer: 2 ** 26 });
    const installed = [...stdout.matchAll(/node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\/package\.json$/gm)];
    const bundled = Object.keys(metafile.inputs).flatMap((input) => /.*node_modules\/(.+)/.exec(input)?.[1] ?? []);
    const contained = [...installed.map(([, name = '']) => name), ...bundled.map(packageOf), ...packages.copied];
    ok(contained.includes('@img/sharp-linux-arm64'));
    deepEqual([...new Set(components.map(({ name }) => name))].sort(), [...new Set(contained)].sort());
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
    for (const url of [...assets, '/clients/utility-api-client.tgz', '/openapi.json', '/docs/changelog', '/operator'])
      equal((await fetch(baseUrl + url)).status, 200, url);
  });
});
