// Generates what the clients derive from the API: the OpenAPI document, then types, methods and catalogues in each client, and the
// definitions of tools in the command line.
// Reads the TypeScript sources directly, since the clients are built before the application that is tested with them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleSource, importSource } from './import-source.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const GENERATOR = join(root, 'packages/client-generator');

const { clientsDocument } = await importSource('generate/openapi.ts');
writeFileSync(join(GENERATOR, 'openapi.json'), clientsDocument());
const main = await bundleSource('src/main.ts', GENERATOR);
execFileSync(process.execPath, [main], { stdio: 'inherit' });

const { toolDefinitionsModule } = await importSource('generate/tool-definitions.ts');
const generated = join(root, 'packages/cli/src/generated');
mkdirSync(generated, { recursive: true });
writeFileSync(join(generated, 'tool-definitions.ts'), toolDefinitionsModule());
