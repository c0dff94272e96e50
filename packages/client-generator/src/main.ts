import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { callsOf, errorTypesOf, inlineBodies } from './calls.js';
import { propertiesFile } from './n8n/properties-file.js';
import { pythonFiles } from './python/files.js';
import { shapesOf } from './shapes.js';
import { apiFile, exchangesFile } from './typescript/api-file.js';
import { catalogueFiles } from './typescript/catalogue-files.js';
import { errorsFile } from './typescript/errors-file.js';
import { schemaFile } from './typescript/schema-file.js';
import { shapesFiles } from './typescript/shapes-files.js';

// Writes the generated parts of the clients, from this package's openapi.json.
const NOTICE = 'Generated from the OpenAPI document by `npm run build`. Do not edit.';
const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));

const packages = join(PACKAGE, '..');
const document = inlineBodies(JSON.parse(readFileSync(join(PACKAGE, 'openapi.json'), 'utf8')));
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
for (const [file, text] of Object.entries(typescript)) {
  write('client-typescript/src/generated', file, `// ${NOTICE}\n\n${text}`);
}
for (const [file, text] of Object.entries(pythonFiles(calls, shapes, types, document))) {
  write('client-python/src/utility_api/generated', file, `# ${NOTICE}\n\n${text}`);
}
write('n8n-node/nodes/UtilityApi/generated', 'properties.ts', `// ${NOTICE}\n\n${propertiesFile(calls, document)}`);

function write(folder: string, file: string, text: string): void {
  mkdirSync(join(packages, folder), { recursive: true });
  writeFileSync(join(packages, folder, file), text);
}
