import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allCalls, inlineBodies, listErrorTypes, readCalls } from './calls.js';
import { propertiesFile } from './n8n/properties-file.js';
import { pythonFiles } from './python/files.js';
import { readShapes } from './shapes.js';
import { apiFile, operationsFile } from './typescript/api-file.js';
import { catalogueFiles } from './typescript/catalogue-files.js';
import { schemaFile } from './typescript/schema-file.js';
import { shapesFiles } from './typescript/shapes-files.js';
import { variantTypes } from './typescript/variant-types.js';

// Writes the generated parts of the clients, from this package's openapi.json.
const NOTICE = 'Generated from the OpenAPI document by `npm run build`. Do not edit.';
const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));

const packages = join(PACKAGE, '..');
const document = inlineBodies(JSON.parse(readFileSync(join(PACKAGE, 'openapi.json'), 'utf8')));
const calls = readCalls(document);
const shapes = readShapes(calls, document);
const types = listErrorTypes(document);

const typescript = {
  'schema.ts': schemaFile(document, calls) + variantTypes(allCalls(calls), document),
  'api.ts': apiFile(calls, document),
  'operations.ts': operationsFile(calls),
  ...shapesFiles(shapes),
  ...catalogueFiles(calls, document),
  'errors.ts': `/** Type of an error, for programs. */\nexport type ErrorType = ${types.map((type) => `'${type}'`).join(' | ')};\n`,
};
writeFolder('client-typescript/src/generated', `// ${NOTICE}`, typescript);
writeFolder('client-python/src/utility_api/generated', `# ${NOTICE}`, pythonFiles(calls, shapes, types, document));
writeFolder('n8n-node/nodes/UtilityApi/generated', `// ${NOTICE}`, {
  'properties.ts': propertiesFile(calls, document),
});

/** Writes the files of a folder, which has no others then. */
function writeFolder(folder: string, notice: string, files: Readonly<Record<string, string>>): void {
  const path = join(packages, folder);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), `${notice}\n\n${text}`);
}
