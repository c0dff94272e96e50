// Builds the package as ES modules and for `require`, with types, from its sources. Types come from the annotations alone
// (`isolatedDeclarations`), so no compiler is needed; `tsc -p .` checks them.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { isolatedDeclarationSync } from 'oxc-transform';

const PACKAGE = dirname(fileURLToPath(import.meta.url));
const SOURCES = join(PACKAGE, 'src');
const sources = readdirSync(SOURCES, { recursive: true }).filter((file) => file.endsWith('.ts'));

await Promise.all([buildAs('esm'), buildAs('cjs')]);
writeFileSync(join(PACKAGE, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n');

/** Writes the modules and their types in a format. */
async function buildAs(format) {
  const outdir = join(PACKAGE, 'dist', format);
  rmSync(outdir, { recursive: true, force: true });
  await build({
    entryPoints: sources.map((file) => join(SOURCES, file)),
    outbase: SOURCES,
    ...{ outdir, format, target: 'es2022', platform: 'neutral', logLevel: 'warning' },
  });
  for (const file of sources) writeTypes(file, join(outdir, file.replace(/\.ts$/, '.d.ts')));
}

function writeTypes(source, file) {
  const { code, errors } = isolatedDeclarationSync(source, readFileSync(join(SOURCES, source), 'utf8'));
  if (errors.length > 0) throw new Error(errors.map(({ message, codeframe }) => codeframe ?? message).join('\n'));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, code);
}
