import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundleProgram } from './bundle-program.mjs';
import { createWheel } from './wheel.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const CLIENT = 'packages/client-typescript';
const PROGRAMS = ['packages/cli', 'packages/mcp'];
const N8N = 'packages/n8n-node';
const PYTHON = 'packages/client-python';
/** Folders of the sources of all packages that take part. */
const SOURCES = [
  ...[CLIENT, ...PROGRAMS, PYTHON, 'packages/client-generator'].flatMap((folder) => [folder, `${folder}/src`]),
  ...['', '/credentials', '/nodes', '/icons'].map((folder) => N8N + folder),
];

/**
 * Builds the clients from their sources, and packs them as the platform serves them and registries take them: tarballs of npm and a
 * wheel, with a list of them, `packages.json`. The same sources give the same bytes.
 *
 * @param output folder, which is emptied first
 * @returns paths of the files from which they were made
 */
export async function packClients(output) {
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  await import('./clients.mjs');
  const [bundled] = await Promise.all([
    Promise.all(PROGRAMS.map(bundleProgram)),
    import('../packages/client-typescript/build.mjs'),
    import('../packages/n8n-node/build.mjs'),
  ]);
  const tarballs = await packTarballs([CLIENT, ...PROGRAMS, N8N], output);
  const { bytes, ...wheel } = createWheel(join(root, PYTHON));
  writeFileSync(join(output, wheel.file), bytes);
  const packages = [...tarballs, wheel].map((one) => describe(one, readFileSync(join(output, one.file))));
  writeFileSync(join(output, 'packages.json'), `${JSON.stringify(packages, null, 2)}\n`);
  return [...new Set([...bundled.flat(), ...listSources()])].filter((file) => !file.includes('/generated/'));
}

/** Packs folders as `npm publish` does, and returns the name, version and file of each package. */
async function packTarballs(folders, output) {
  const options = ['--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', output];
  const paths = folders.map((folder) => `./${folder}`);
  const { stdout } = await promisify(execFile)('npm', ['pack', ...paths, ...options], { cwd: root });
  return JSON.parse(stdout).map(({ name, version, filename: file }) => ({ name, version, file }));
}

const describe = (one, bytes) => ({
  ...one,
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

/** Returns the paths of all that the packages are made from. */
function listSources() {
  const below = SOURCES.flatMap((folder) => {
    // The folder of a package has its output and what it has installed as well.
    const recursive = folder.split('/').length > 2;
    return readdirSync(join(root, folder), { recursive }).map((name) => `${folder}/${name}`);
  });
  return below.filter((path) => statSync(join(root, path)).isFile() && !path.includes('/__pycache__/'));
}
