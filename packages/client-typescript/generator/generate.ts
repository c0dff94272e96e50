import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiFile } from './api-file.js';
import { callsOf, type OpenApiDocument } from './calls.js';
import { schemaFile } from './schema-file.js';

// Writes the generated part of the client, from the package's openapi.json:
//   node dist/generator/generate.js [folder]
const NOTICE = '// Made from openapi.json by `npm run generate`; changes here are lost.';
const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));

const [folder = join(PACKAGE, 'src/generated')] = process.argv.slice(2);
const document: OpenApiDocument = JSON.parse(readFileSync(join(PACKAGE, 'openapi.json'), 'utf8'));
const calls = callsOf(document);
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'schema.ts'), formatted(await schemaFile(document, calls)));
writeFileSync(join(folder, 'api.ts'), formatted(apiFile(calls)));

/** A file's text under the notice, formatted as everything else here. */
function formatted(text: string): string {
  const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
  return execFileSync(process.execPath, [biome, 'check', '--write', '--stdin-file-path=src/generated/file.ts'], {
    cwd: PACKAGE,
    input: `${NOTICE}\n\n${text}`,
    encoding: 'utf8',
  });
}
