// Runs before `npm start` and other scripts on a machine that may have nothing but Node, so it has no dependencies. Does what
// is missing or out of date: installs the packages and redis-server, side by side, and bundles the processes from their sources.
//   --development     also what the tests need: the packages for development and a full build, which checks the types
//   --without-redis   no redis-server
import { spawn } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const isForDevelopment = process.argv.includes('--development');
/** Output of npm, builds and tests, some of which is TypeScript. */
const GENERATED = /\/(node_modules|dist|generated|test\/artifacts)\//;
const SOURCES = [
  'api',
  'features',
  'workers',
  'scheduler',
  'shared',
  'embedded',
  'admin',
  'bench',
  'generate',
  'packages',
  'test',
];

await Promise.all([process.argv.includes('--without-redis') || installRedis(), installPackages().then(build)]);

async function installRedis() {
  if (!(await succeeds(process.execPath, join(root, 'embedded', 'install-redis.mjs')))) process.exit(1);
}

async function installPackages() {
  const folder = join(root, 'node_modules');
  // Another tree's packages, which an installation would remove.
  if (existsSync(folder) && lstatSync(folder).isSymbolicLink()) return;
  const installed = readPackages(join(folder, '.package-lock.json'));
  if (hasAll(installed)) return;
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--loglevel=error'];
  // A start does not remove what the tests have installed.
  const hasDevelopment = Object.values(installed).some(({ dev }) => dev);
  options.push(isForDevelopment || hasDevelopment ? '--include=dev' : '--omit=dev');
  console.log('Installing packages…');
  // `npm ci` empties the folder first. It refuses a lock file that lacks other platforms' optional packages, which some registries do not carry.
  if (!existsSync(folder) && (await succeeds('npm', 'ci', ...options))) return;
  if (!(await succeeds('npm', 'install', '--no-save', ...options))) fail('npm install failed. See the errors above.');
}

/** True if all packages that this run needs are installed in the version of the lock file. */
function hasAll(installed) {
  return Object.entries(readPackages(join(root, 'package-lock.json')))
    .filter(([path, { optional }]) => path.includes('node_modules/') && !optional)
    .filter(([, { dev, devOptional }]) => isForDevelopment || !(dev || devOptional))
    .every(([path, { version }]) => path in installed && installed[path].version === version);
}

function readPackages(lock) {
  return existsSync(lock) ? JSON.parse(readFileSync(lock, 'utf8')).packages : {};
}

async function build() {
  const isBundled = areBundlesCurrent();
  if (isBundled && (!isForDevelopment || isCompiled())) return;
  console.log('Building…');
  const command =
    isForDevelopment && !isCompiled() ? ['npm', 'run', '--silent', 'build'] : [process.execPath, 'bundle.mjs'];
  if (!(await succeeds(...command))) fail('The build failed. See the errors above.');
}

/** True if the bundles are complete, and no file that they were made from has changed since. */
function areBundlesCurrent() {
  const metafile = join(root, 'dist', 'metafile.json');
  if (!existsSync(metafile)) return false;
  const { inputs } = JSON.parse(readFileSync(metafile, 'utf8'));
  const sources = Object.keys(inputs).filter((file) => !file.startsWith('node_modules/'));
  const manifests = sources
    .flatMap((file) => /^packages\/[^/]+\//.exec(file) ?? [])
    .map((folder) => `${folder}package.json`);
  const tools = readdirSync(join(root, 'generate')).map((file) => `generate/${file}`);
  return [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'bundle.mjs',
    ...tools,
    ...new Set(manifests),
    ...sources,
  ]
    .map((file) => join(root, file))
    .every((file) => existsSync(file) && changed(file) <= changed(metafile));
}

/** True if no TypeScript file has changed since all were compiled. */
function isCompiled() {
  const compiled = join(root, 'dist', '.tsbuildinfo');
  return existsSync(compiled) && changed(compiled) >= Math.max(...SOURCES.map((folder) => newest(join(root, folder))));
}

/** Returns the time at which a file was last changed, in ms since the epoch. */
function changed(file) {
  return statSync(file).mtimeMs;
}

/** Returns the time at which the latest TypeScript file below a folder was last changed. */
function newest(folder) {
  if (!existsSync(folder)) return 0;
  return Math.max(
    0,
    ...readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .filter((file) => !GENERATED.test(file.slice(root.length)))
      .map(changed),
  );
}

/** Runs a command, whose output is shown. Returns true if it succeeds. */
function succeeds(command, ...parameters) {
  const child = spawn(command, parameters, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((resolve) => child.on('error', () => resolve(false)).on('exit', (code) => resolve(code === 0)));
}

function fail(problem) {
  console.error(problem);
  process.exit(1);
}
