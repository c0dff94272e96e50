import { deepEqual, ok } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { catalogue } from '../../shared/catalogue/index.js';
import { projectFile } from '../../shared/project-file.js';

/** Which of our folders each may import, besides itself. */
const allowed: Record<string, readonly string[]> = {
  shared: [],
  workers: ['shared'],
  scheduler: ['shared'],
  api: ['shared'],
  admin: ['shared'],
  embedded: ['shared', 'workers', 'scheduler', 'api', 'admin'],
  'packages/document-store/src': [],
  'packages/document-store/test': [],
  'packages/document-store/bench': ['packages/document-store/test'],
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

describe('who imports whom', () => {
  for (const [folder, others] of Object.entries(allowed)) {
    it(`${folder} imports ${others.length ? others.join(', ') : 'nothing of ours'}`, () => {
      const sources = sourcesOf(folder);
      ok(sources.length > 0);
      const strangers = sources.flatMap((file) =>
        importsOf(file)
          .filter((target) => ![folder, ...others].some((own) => target.startsWith(`${own}/`)))
          .map((target) => `${file} → ${target}`),
      );
      deepEqual(strangers, []);
    });
  }

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
