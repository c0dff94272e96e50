// Runs before `npm start`, `npm test`, `npm run store` and `npm run sandbox`, on a machine that may have nothing but
// Node, so it has no dependencies. Installs the packages, builds, and installs a redis-server (not with --without-redis), as far as needed.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
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

installPackages();
build();
if (!process.env.REDIS_URL && !process.argv.includes('--without-redis')) installRedis();

function installPackages() {
  const lock = join(root, 'package-lock.json');
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (existsSync(installed) && (isLink(join(root, 'node_modules')) || changed(installed) >= changed(lock))) return;
  console.log('Installing packages… (first start only)');
  // `npm ci` refuses a lock file that lacks other platforms' optional packages, which some registries do not carry.
  if (succeeds('npm', ['ci', '--no-audit', '--no-fund'])) return;
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund'], 'npm install failed. See the errors above.');
}

function build() {
  // The root is built after its packages: if this file exists, they have been built too.
  const built = join(root, 'dist', '.tsbuildinfo');
  if (existsSync(built) && changed(built) >= Math.max(...SOURCES.map((folder) => newest(join(root, folder))))) return;
  console.log('Building…');
  run('npm', ['run', '--silent', 'build'], 'The build failed. See the errors above.');
}

function installRedis() {
  if (succeeds('redis-server', ['--version'])) return;
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', '-o', 'DPkg::Lock::Timeout=120'];
  if (succeeds('apt-get', ['--version']) && (sudo.length === 0 || succeeds('sudo', ['-n', 'true']))) {
    console.log('Installing redis-server with apt-get…');
    succeeds(apt[0], [...apt.slice(1), 'update']);
    succeeds(apt[0], [...apt.slice(1), 'install', '-y', '--no-install-recommends', 'redis-server']);
  }
  if (!succeeds('redis-server', ['--version'])) {
    fail(
      'redis-server is missing and could not be installed. Install it (Debian: sudo apt-get install redis-server), or set REDIS_URL to a Redis that is running.',
    );
  }
}

/** True if a folder is a link to that of another tree, which `npm ci` would empty. */
function isLink(folder) {
  return lstatSync(folder).isSymbolicLink();
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

function run(command, parameters, problem) {
  const { status } = spawnSync(command, parameters, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) fail(problem);
}

function succeeds(command, parameters) {
  return spawnSync(command, parameters, { cwd: root, stdio: 'ignore' }).status === 0;
}

function fail(problem) {
  console.error(problem);
  process.exit(1);
}
