import { deepEqual, ok } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { catalogue } from '../../shared/catalogue/index.js';
import { projectFile } from '../../shared/project-file.js';

/** Which of our top folders each may import, besides itself. */
const allowed: Record<string, readonly string[]> = {
  shared: [],
  workers: ['shared'],
  scheduler: ['shared'],
  api: ['shared'],
  admin: ['shared'],
  embedded: ['shared', 'workers', 'scheduler', 'api', 'admin'],
};

const sourcesOf = (folder: string): string[] =>
  readdirSync(projectFile(folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file));

/** The files of ours that a file imports, as paths from the project root. */
const importsOf = (file: string): string[] =>
  [...readFileSync(projectFile(file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path = '']) =>
    normalize(join(dirname(file), path)),
  );

/** The names of our packages. */
const packages = readdirSync(projectFile('packages')).map(
  (folder): string => JSON.parse(readFileSync(projectFile(`packages/${folder}/package.json`), 'utf8')).name,
);

describe('who imports whom', () => {
  for (const [folder, others] of Object.entries(allowed)) {
    it(`${folder} imports ${others.length ? others.join(', ') : 'nothing of ours'}`, () => {
      const sources = sourcesOf(folder);
      ok(sources.length > 0);
      const strangers = sources.flatMap((file) =>
        importsOf(file)
          .filter((target) => ![folder, ...others].includes(target.split('/')[0] ?? ''))
          .map((target) => `${file} → ${target}`),
      );
      deepEqual(strangers, []);
    });
  }

  it('none but embedded imports a package of ours', () => {
    ok(packages.includes('sandbox'));
    const strangers = Object.keys(allowed)
      .filter((folder) => folder !== 'embedded')
      .flatMap(sourcesOf)
      .filter((file) => {
        const text = readFileSync(projectFile(file), 'utf8');
        return packages.some((name) => text.includes(`from '${name}'`) || text.includes(`from '${name}/`));
      });
    deepEqual(strangers, []);
  });

  it('no endpoint folder imports another', () => {
    const groups = [...new Set(catalogue.map((endpoint) => `workers/${endpoint.group.id}/`))];
    const groupOf = (file: string) => groups.find((folder) => file.startsWith(folder));
    const strangers = sourcesOf('workers')
      .filter(groupOf)
      .flatMap((file) =>
        importsOf(file)
          .filter((target) => groupOf(target) && groupOf(target) !== groupOf(file))
          .map((target) => `${file} → ${target}`),
      );
    deepEqual(strangers, []);
  });
});
