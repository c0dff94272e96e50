import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

// Builds the package twice, as ES modules and for `require`:
//   node build.mjs             what has changed
//   node build.mjs --prepare   the same, when npm asks because this folder is being installed or packed
//   node build.mjs --clean     nothing: makes room for what is then built for a tarball
const PACKAGE = dirname(fileURLToPath(import.meta.url));
const [mode] = process.argv.slice(2);

/**
 * Whether npm is installing the project that this package is developed in: that builds what it needs itself, and may be
 * installing without a compiler.
 */
function isOwnInstall() {
  const { npm_command: command, INIT_CWD: from = '' } = process.env;
  const root = join(PACKAGE, '../..');
  if (!['ci', 'install', 'prune', 'rebuild'].includes(command ?? '') || !existsSync(join(root, 'package.json')))
    return false;
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return workspaces !== undefined && !relative(root, from).startsWith('..');
}

/** Ends the build unless the parts that derive from the API have been generated. */
function requireGenerated() {
  if (existsSync(join(PACKAGE, 'src/generated'))) return;
  console.error('src/generated is missing: run `npm ci && npm run generate:clients` in the root of the project first');
  process.exit(1);
}

/** The compiler that is installed, else one that npm fetches for this once. */
function compile(project) {
  const args = ['-p', project];
  try {
    const compiler = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
    execFileSync(process.execPath, [join(compiler, 'bin/tsc'), ...args], stdio);
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    const { devDependencies } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
    const compiler = `--package=typescript@${devDependencies.typescript}`;
    execFileSync('npm', ['exec', '--yes', compiler, '--', 'tsc', ...args], { ...stdio, shell: isWindows });
  }
}

const isWindows = process.platform === 'win32';
const stdio = { cwd: PACKAGE, stdio: 'inherit' };

if (mode === '--clean') rmSync(join(PACKAGE, 'dist'), { recursive: true, force: true });
else if (mode !== '--prepare' || !isOwnInstall()) {
  requireGenerated();
  compile('.');
  compile('tsconfig.cjs.json');
  mkdirSync(join(PACKAGE, 'dist/cjs'), { recursive: true });
  writeFileSync(join(PACKAGE, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n');
}
