import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { callsOf, errorTypesOf, type OpenApiDocument } from './calls.js';
import { pythonFiles } from './python/files.js';
import { apiFile } from './typescript/api-file.js';
import { catalogueFile } from './typescript/catalogue-file.js';
import { endpointsFile } from './typescript/endpoints-file.js';
import { errorsFile } from './typescript/errors-file.js';
import { routesFile } from './typescript/routes-file.js';
import { schemaFile } from './typescript/schema-file.js';

// Writes the generated parts of the clients, from this package's openapi.json:
//   node dist/src/main.js [folder]
const NOTICE = 'Made from openapi.json by `npm run generate`; changes here are lost.';
const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));

const [packages = dirname(PACKAGE.replace(/\/$/, ''))] = process.argv.slice(2);
const document: OpenApiDocument = JSON.parse(readFileSync(join(PACKAGE, 'openapi.json'), 'utf8'));
const calls = callsOf(document);
const types = errorTypesOf(document);

const typescript = {
  'schema.ts': await schemaFile(document, calls),
  'api.ts': apiFile(calls),
  'endpoints.ts': endpointsFile(calls, document),
  'routes.ts': routesFile(calls, document),
  'catalogue.ts': catalogueFile(calls, document),
  'errors.ts': errorsFile(types),
};
for (const [file, text] of Object.entries(typescript)) write('client-typescript/src/generated', file, formatted(text));
for (const [file, text] of Object.entries(pythonFiles(calls, types, document))) {
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
