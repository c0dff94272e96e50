import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { catalogue } from '../../shared/catalogue/index.js';
import { groupSlug } from '../../shared/openapi/names.js';
import { projectFile } from '../../shared/project-file.js';
import { groupFile } from './group-file.js';
import { indexFile } from './index-file.js';

/** Writes the generated part of the TypeScript client into a folder, formatted as everything else here. */
export async function generateClient(folder: string): Promise<void> {
  const groups = [...new Set(catalogue.map(({ group }) => group))];
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const group of groups) {
    const endpoints = catalogue.filter((endpoint) => endpoint.group === group);
    await writeFile(join(folder, `${groupSlug(group)}.ts`), await groupFile(group, endpoints));
  }
  await writeFile(join(folder, 'index.ts'), await indexFile(groups, catalogue));
  execFileSync(projectFile('node_modules/.bin/biome'), ['check', '--write', '--vcs-enabled=false', folder], {
    stdio: 'pipe',
  });
}
