import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { callsOf, errorTypesOf, type OpenApiDocument } from './calls.js';
import { pythonFiles } from './python/files.js';
import { shapesOf } from './shapes.js';
import { apiFile, exchangesFile } from './typescript/api-file.js';
import { catalogueFiles } from './typescript/catalogue-files.js';
import { errorsFile } from './typescript/errors-file.js';
import { schemaFile } from './typescript/schema-file.js';
import { shapesFiles } from './typescript/shapes-files.js';

// Writes the generated parts of the clients, from this package's openapi.json:
//   node dist/src/main.js [folder]
const NOTICE = 'Made from openapi.json by `npm run generate`; changes here are lost.';
const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));

const [packages = dirname(PACKAGE.replace(/\/$/, ''))] = process.argv.slice(2);
const document: OpenApiDocument = JSON.parse(readFileSync(join(PACKAGE, 'openapi.json'), 'utf8'));
const calls = callsOf(document);
const shapes = shapesOf(calls, document);
const types = errorTypesOf(document);

const typescript = {
  'schema.ts': await schemaFile(document, calls),
  'api.ts': apiFile(calls),
  'exchanges.ts': exchangesFile(calls),
  ...shapesFiles(shapes),
  ...catalogueFiles(calls, document),
  'errors.ts': errorsFile(types),
};
for (const [file, text] of Object.entries(typescript)) write('client-typescript/src/generated', file, formatted(text));
for (const [file, text] of Object.entries(pythonFiles(calls, shapes, types, document))) {
  write('client-python/src/utility_api/generated', file, `# ${NOTICE}\n\n${text}`);
}

function write(folder: string, file: string, text: string): void {
  mkdirSync(join(packages, folder), { recursive: true });
  writeFileSync(join(packages, folder, file), text);
}

/** TypeScript under the notice, formatted as everything else here. */
function formatted(text: string): string {
  const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
  return execFileSync(process.execPath, [biome, 'check', '--write', '--stdin-file-path=file.ts'], {
    cwd: PACKAGE,
    input: `// ${NOTICE}\n\n${text}`,
    encoding: 'utf8',
  });
}
