import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { groupSlug } from '../../api/docs/openapi/names.js';
import { pathFields, serviceRoutes } from '../../api/docs/openapi/service-routes.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { projectFile } from '../../shared/process/project-file.js';
import { clientFile } from './client-file.js';
import { ofEndpoint, ofRoute, typesFile } from './exchange.js';
import { allTypesFile, endpointsFile, indexFile } from './lists.js';
import { methodsFile, type Section } from './methods-file.js';
import { shapeFile, shapes } from './shapes.js';

const NOTICE = '// Made from the catalogue by `npm run generate:client`; changes here are lost.\n\n';

/** Writes the generated part of the TypeScript client into a folder, formatted as everything else here. */
export async function generateClient(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const [path, text] of await files()) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, NOTICE + text);
  }
  execFileSync(projectFile('node_modules/.bin/biome'), ['check', '--write', '--vcs-enabled=false', folder], {
    stdio: 'pipe',
  });
}

/** The files and what is in them: a folder for each group and one for what they share, and the client with all of it. */
async function files(): Promise<[path: string, text: string][]> {
  const sections = [...new Set(catalogue.map(({ group }) => group))].map(
    (group): Section => ({ group, endpoints: catalogue.filter((endpoint) => endpoint.group === group) }),
  );
  // Routes with a parameter in their path have methods written by hand.
  const routes = serviceRoutes.filter((route) => pathFields(route).length === 0);
  const exchanges = [...catalogue.map(ofEndpoint), ...routes.map(ofRoute)];
  const types = [
    ...exchanges.map(async (one): Promise<[string, string]> => [`${one.folder}/${one.file}.ts`, await typesFile(one)]),
    ...shapes.map(async (one): Promise<[string, string]> => [`shapes/${one.file}.ts`, await shapeFile(one)]),
  ];
  return [
    ...(await Promise.all(types)),
    ...sections.map((section): [string, string] => [`${groupSlug(section.group)}/methods.ts`, methodsFile(section)]),
    ['utility-api.ts', clientFile(sections, routes)],
    ['endpoints.ts', endpointsFile(catalogue)],
    ['types.ts', allTypesFile(exchanges, shapes)],
    ['index.ts', indexFile(sections)],
  ];
}
