// Makes a release of what `node bundle.mjs` has built: a folder that needs no installation and no build where it runs.
//   node release.mjs                 release/utility-api-<version>.tar.gz, its bill of materials, and SHA256SUMS
//   node release.mjs --output DIR    the same in another folder
//   node release.mjs --into DIR      only the files, to install the packages with `npm ci`: for the image
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { copied, external, read } from './generate/loaded-packages.mjs';

const root = dirname(fileURLToPath(import.meta.url));
const project = readJson('package.json');
const locked = readJson('package-lock.json').packages;
const NAME = `${project.name}-${project.version}`;
/** Processors that the packages with compiled code are for. All are for Linux with glibc. */
const PROCESSORS = ['x64', 'arm64'];

const COPIED = [
  ...['dist/browser', 'dist/data', 'deploy', 'docs', 'embedded/install-redis.mjs', 'packages/readings/packs'],
  ...['CHANGELOG.md', 'LICENSE', 'README.md'],
];
/** Folders of which processes read everything that is no code: templates, styles, explanations, tables. */
const WITH_ASSETS = ['api', 'bench/plan', 'features', 'shared', 'workers'];
/** Folders of tests, and of the secrets of this machine. */
const LEFT_OUT = /\/(fixtures|secrets)$/;

const { values } = parseArgs({ options: { into: { type: 'string' }, output: { type: 'string', default: 'release' } } });
if (values.into) assemble(resolve(values.into));
else makeRelease(resolve(root, values.output));

function makeRelease(output) {
  rmSync(output, { recursive: true, force: true });
  const folder = join(output, NAME);
  const bundled = assemble(folder);
  installPackages(folder);
  const files = [packFolder(folder), writeBillOfMaterials(folder, bundled)];
  rmSync(folder, { recursive: true });
  const sums = files.map(
    (file) =>
      `${createHash('sha256')
        .update(readFileSync(join(output, file)))
        .digest('hex')}  ${file}\n`,
  );
  writeFileSync(join(output, 'SHA256SUMS'), sums.join(''));
  console.log(join(output, files[0]));
}

/** Copies what a release consists of to a folder, without the packages, and returns the paths of those that the files contain. */
function assemble(folder) {
  const { inputs, outputs } = readJson('dist/metafile.json');
  for (const file of [...Object.keys(outputs), ...COPIED]) copy(file, folder);
  for (const assets of WITH_ASSETS) copy(assets, folder, (file) => !/\.ts$/.test(file));
  writeManifests(folder);
  const sources = [...Object.keys(inputs), ...copied.map((name) => `node_modules/${name}/`)];
  const bundled = new Set(sources.flatMap((file) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []));
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), [...bundled].sort().map(readLicense).join('\n'));
  return bundled;
}

/** Returns the licence of a package that the bundles hold. */
function readLicense(path) {
  const { name, version, license, author } = readJson(join(path, 'package.json'));
  const files = readdirSync(join(root, path)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const by = author?.name ?? author ?? '';
  const texts = files.map((file) => readFileSync(join(root, path, file), 'utf8').trim());
  return [`== ${name} ${version}: ${license} ${by}`.trim(), ...texts, ''].join('\n');
}

function copy(path, folder, filter = () => true) {
  const isIncluded = (file) => !LEFT_OUT.test(file) && filter(file);
  cpSync(join(root, path), join(folder, path), { recursive: true, filter: isIncluded });
}

/** Writes package.json and the lock file, which install only the packages that processes load. */
function writeManifests(folder) {
  const { name, version, description, license, type, bin, engines, scripts } = project;
  const programs = ['start', 'plan', 'admin', 'store', 'sandbox', 'mcp'];
  const manifest = {
    ...{ name, version, description, license, private: true, type, bin, engines },
    workspaces: ['packages/*'],
    scripts: {
      prestart: 'node embedded/install-redis.mjs',
      ...Object.fromEntries(programs.map((program) => [program, scripts[program]])),
    },
    dependencies: Object.fromEntries(
      [...external, ...read].sort().map((dependency) => [dependency, locked[`node_modules/${dependency}`].version]),
    ),
  };
  writeJson(join(folder, 'package.json'), manifest);
  // The bundles hold its code. Processes find its texts beside this file.
  const { version: ofReadings } = readJson('packages/readings/package.json');
  writeJson(join(folder, 'packages/readings/package.json'), { name: 'readings', version: ofReadings, private: true });
  // npm removes what is not needed of the lock file, and keeps the versions of the rest.
  copy('package-lock.json', folder);
  run(folder, 'npm', 'install', '--package-lock-only', '--ignore-scripts', '--prefer-offline', '--silent');
}

/** Installs the packages, those with compiled code for all processors. */
function installPackages(folder) {
  const [first, ...others] = PROCESSORS;
  installFor(folder, first);
  for (const processor of others) {
    const other = `${folder}-${processor}`;
    for (const file of ['package.json', 'package-lock.json', 'packages'])
      cpSync(join(folder, file), join(other, file), { recursive: true });
    installFor(other, processor);
    const { packages } = readJson(join(other, 'node_modules/.package-lock.json'));
    for (const [path, { cpu }] of Object.entries(packages))
      if (cpu) cpSync(join(other, path), join(folder, path), { recursive: true });
    rmSync(other, { recursive: true });
  }
}

function installFor(folder, processor) {
  const platform = ['--os=linux', '--libc=glibc', `--cpu=${processor}`];
  run(folder, 'npm', 'ci', '--ignore-scripts', '--prefer-offline', '--silent', ...platform);
}

/** Packs a folder. The same sources give the same bytes. */
function packFolder(folder) {
  const file = `${NAME}.tar.gz`;
  const order = [
    '--sort=name',
    `--mtime=@${committedAt()}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+w,go-w,a+rX',
  ];
  run(dirname(folder), 'tar', ...order, '--use-compress-program=gzip -9n', '-cf', file, NAME);
  return file;
}

/** Returns the time of the commit, in s since the epoch. */
function committedAt() {
  return (
    process.env.SOURCE_DATE_EPOCH ??
    execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).trim()
  );
}

/** Writes the packages that a release contains, bundled or installed, as CycloneDX. */
function writeBillOfMaterials(folder, bundled) {
  const installed = Object.keys(readJson(join(folder, 'package-lock.json')).packages);
  const ids = new Set(
    [...bundled, ...installed.filter((path) => existsSync(join(folder, path)))]
      .filter((path) => locked[path]?.version && path.includes('node_modules/'))
      .map((path) => `${locked[path].name ?? path.replace(/.*node_modules\//, '')}@${locked[path].version}`),
  );
  const { serialNumber, ...all } = JSON.parse(
    execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }),
  );
  const file = `${NAME}.cdx.json`;
  writeJson(join(dirname(folder), file), {
    ...all,
    metadata: { ...all.metadata, timestamp: new Date(committedAt() * 1_000).toISOString() },
    components: all.components.filter((component) => ids.has(component['bom-ref'])),
    dependencies: all.dependencies
      .filter(({ ref }) => ids.has(ref) || ref === all.metadata.component['bom-ref'])
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((id) => ids.has(id)) })),
  });
  return file;
}

function readJson(file) {
  return JSON.parse(readFileSync(resolve(root, file), 'utf8'));
}

function writeJson(file, content) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}

function run(folder, command, ...parameters) {
  execFileSync(command, parameters, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
}
