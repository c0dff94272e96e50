// Makes a release of what `node bundle.mjs` has built: a folder that needs no installation and no build where it runs.
//   node release.mjs                 release/utility-api-<version>.tar.gz, its bill of materials, and SHA256SUMS
//   node release.mjs --output DIR    the same in another folder
//   node release.mjs --into DIR      only the files, to install the packages with `npm ci`: for the image
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { copied, external, read } from './generate/loaded-packages.mjs';
import { licensesText, packageFolders } from './generate/third-party-licenses.mjs';

const root = dirname(fileURLToPath(import.meta.url));
const project = readJson('package.json');
const locked = readJson('package-lock.json').packages;
const NAME = `${project.name}-${project.version}`;
/** Processors that the packages with compiled code are for. All are for Linux with glibc. */
const PROCESSORS = ['x64', 'arm64'];

/** Written by bundle.mjs, beside the bundles. */
const BUILT = ['dist/browser', 'dist/clients', 'dist/data'];
const DOCUMENTS = ['deploy', 'docs', 'embedded/install-redis.mjs', 'CHANGELOG.md', 'LICENSE', 'README.md'];
/** Folders of which processes read everything that is no code: templates, styles, explanations, tables. */
const ASSETS = ['api', 'bench/plan', 'features', 'packages/readings/packs', 'shared', 'workers'];
/** Files that only this machine has, where no git tells: hidden ones, secrets, and values of the chart. */
const PRIVATE = /\/\.|\/secrets\/|-values\.ya?ml$/;

const { values } = parseArgs({ options: { into: { type: 'string' }, output: { type: 'string', default: 'release' } } });
if (values.into) assemble(resolve(values.into));
else makeRelease(resolve(root, values.output));

function makeRelease(output) {
  const workspace = join(output, '.workspace');
  rmSync(workspace, { recursive: true, force: true });
  const folder = join(workspace, NAME);
  const bundled = assemble(folder);
  installPackages(folder);
  const files = [packFolder(folder, output), writeBillOfMaterials(folder, bundled, output)];
  rmSync(workspace, { recursive: true });
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
  const sources = listFiles([...DOCUMENTS, ...ASSETS]).filter((file) => !/\.tsx?$|\/fixtures\//.test(file));
  for (const file of [...Object.keys(outputs), ...BUILT, ...sources]) copy(file, folder);
  for (const command of Object.values(project.bin)) chmodSync(join(folder, command), 0o755);
  writeManifests(folder);
  const files = [...Object.keys(inputs), ...copied.map((name) => `node_modules/${name}/`)];
  const bundled = packageFolders(files);
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licensesText(bundled));
  return bundled;
}

/** Lists the files of folders that git tracks. The build of an image has no repository. */
function listFiles(paths) {
  if (!existsSync(join(root, '.git'))) return paths.flatMap(listFilesBelow).filter((file) => !PRIVATE.test(file));
  const files = execFileSync('git', ['ls-files', '-z', '--', ...paths], { cwd: root, encoding: 'utf8' });
  return files.split('\0').filter(Boolean);
}

function listFilesBelow(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => listFilesBelow(`${path}/${name}`));
}

function copy(path, folder) {
  cpSync(join(root, path), join(folder, path), { recursive: true });
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
  }
}

function installFor(folder, processor) {
  const platform = ['--os=linux', '--libc=glibc', `--cpu=${processor}`];
  run(folder, 'npm', 'ci', '--ignore-scripts', '--prefer-offline', '--silent', ...platform);
}

/** Packs a folder, and returns the name of the archive. The same sources give the same bytes. */
function packFolder(folder, output) {
  const file = `${NAME}.tar.gz`;
  const order = [
    '--sort=name',
    `--mtime=@${committedAt()}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+w,go-w,a+rX',
  ];
  run(dirname(folder), 'tar', ...order, '--use-compress-program=gzip -9n', '-cf', join(output, file), NAME);
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
function writeBillOfMaterials(folder, bundled, output) {
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
  // npm names the project after its folder.
  const component = { ...all.metadata.component, name: project.name };
  writeJson(join(output, file), {
    ...all,
    metadata: { ...all.metadata, component, timestamp: new Date(committedAt() * 1_000).toISOString() },
    components: all.components.filter((component) => ids.has(component['bom-ref'])),
    dependencies: all.dependencies
      .filter(({ ref }) => ids.has(ref) || ref === component['bom-ref'])
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
