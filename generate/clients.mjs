// Generates what the clients derive from the API: the OpenAPI document, then types, methods and catalogues in each client.
// Reads the TypeScript sources directly, since the clients are built before the application that is tested with them.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const GENERATOR = join(root, 'packages/client-generator');

/** Bundles a module into one file at its place in the build output, and returns the path of that file. */
async function bundle(entry, outbase, outdir) {
  const outfile = join(outdir, entry.replace(/\.ts$/, '.js'));
  await build({
    entryPoints: [join(outbase, entry)],
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

const { clientsDocument } = await import(pathToFileURL(await bundle('generate/openapi.ts', root, join(root, 'dist'))));
writeFileSync(join(GENERATOR, 'openapi.json'), clientsDocument());
const main = await bundle('src/main.ts', GENERATOR, join(GENERATOR, 'dist'));
execFileSync(process.execPath, [main], { stdio: 'inherit' });
