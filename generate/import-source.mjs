import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Bundles a TypeScript module and what it imports of this project into one file below a folder, and returns the path of that file: for
 * code that the build runs before there is any output of the compiler.
 *
 * @param entry its path in that folder
 */
export async function bundleSource(entry, folder = root) {
  // Beside the output of the compiler, not over it.
  const outfile = join(folder, 'dist/imported', `${basename(entry, '.ts')}.js`);
  await build({
    entryPoints: [join(folder, entry)],
    outfile,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.20',
    logLevel: 'warning',
  });
  return outfile;
}

/** Imports a TypeScript module of this project. */
export const importSource = async (entry) => import(pathToFileURL(await bundleSource(entry)));
