import { deepEqual, ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { projectFile } from '../../shared/process/project-file.js';

/** Which of our top folders each may import, besides itself. Tests, wherever they stand, may import what they test. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  features: ['shared'],
  api: ['shared', 'features'],
  workers: ['shared', 'features'],
  scheduler: ['shared', 'features'],
  admin: ['shared', 'features'],
  embedded: ['shared', 'features', 'api', 'workers', 'scheduler', 'admin'],
  bench: ['shared', 'features', 'api', 'workers', 'scheduler', 'admin', 'embedded', 'test'],
  generate: ['shared', 'features', 'api', 'workers', 'scheduler', 'admin', 'embedded', 'test'],
  test: ['shared', 'features', 'api', 'workers', 'scheduler', 'admin', 'embedded', 'generate'],
  packages: [],
};

const isTest = (file: string): boolean => file.endsWith('.test.ts') || file.startsWith('test/');
const topOf = (file: string): string => file.split('/')[0] ?? '';

/** Every TypeScript file of the project, as paths from its root. */
const sources: readonly string[] = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts'], {
  cwd: projectFile('.'),
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(projectFile(file)));

/** The files of ours that a file imports; `import type` alone ties nothing together when the program runs. */
function importsOf(file: string, withTypes: boolean): string[] {
  const text = readFileSync(projectFile(file), 'utf8');
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s(type\s)?[^;'"]*?from\s*'(\.[^']+)'|import\s*\(?\s*'(\.[^']+)'/g,
  );
  return [...found]
    .filter(([, type]) => withTypes || !type)
    .map(([, , from, bare]) => normalize(join(dirname(file), from ?? bare ?? '')).replace(/\.js$/, '.ts'))
    .filter((target) => sources.includes(target));
}

/** What runs: a declaration of another's types is none of the code. */
const production = sources.filter((file) => !isTest(file) && !file.endsWith('.d.ts'));

/** Packages that are libraries instead of processes, and the path that imports each. */
const LIBRARIES: Readonly<Record<string, string>> = {
  'bullmq-batching': 'shared/queue/backend.ts',
  readings: 'workers/',
};

/** The names of our packages. */
const packages = readdirSync(projectFile('packages')).map(
  (folder): string => JSON.parse(readFileSync(projectFile(`packages/${folder}/package.json`), 'utf8')).name,
);

describe('who imports whom', () => {
  it('is settled for every folder', () => {
    deepEqual(
      [...new Set(sources.map(topOf))].filter((folder) => !Object.hasOwn(ALLOWED, folder)),
      [],
    );
  });

  for (const [folder, others] of Object.entries(ALLOWED)) {
    it(`${folder} imports ${others.length > 0 ? others.join(', ') : 'nothing else of ours'}`, () => {
      const files = sources.filter((file) => topOf(file) === folder && (folder === 'test' || !isTest(file)));
      const strangers = files.flatMap((file) =>
        importsOf(file, true)
          .filter((target) => ![folder, ...others].includes(topOf(target)))
          .map((target) => `${file} → ${target}`),
      );
      deepEqual(strangers, []);
    });
  }

  it('a feature is imported through its index alone', () => {
    const featureOf = (file: string) =>
      topOf(file) === 'features' ? file.split('/').slice(0, 2).join('/') : undefined;
    const insides = production.flatMap((file) =>
      importsOf(file, true)
        .filter((target) => {
          const feature = featureOf(target);
          return feature && feature !== featureOf(file) && target !== `${feature}/index.ts`;
        })
        .map((target) => `${file} → ${target}`),
    );
    deepEqual(insides, []);
  });

  it('a package imports no other by its path', () => {
    const packageOf = (file: string) => file.split('/').slice(0, 2).join('/');
    const strangers = production
      .filter((file) => topOf(file) === 'packages')
      .flatMap((file) =>
        importsOf(file, true)
          .filter((target) => packageOf(target) !== packageOf(file))
          .map((target) => `${file} → ${target}`),
      );
    deepEqual(strangers, []);
  });

  it('a package that is a library is imported only by its user, any other only by embedded and the benches', () => {
    const importers = production.filter((file) => !['embedded', 'bench', 'packages'].includes(topOf(file)));
    const forbidden = packages.flatMap((name) => {
      const statement = new RegExp(`^(import|export|\\}).* from '${name}['/]`, 'm');
      return importers
        .filter((file) => !LIBRARIES[name] || !file.startsWith(LIBRARIES[name]))
        .filter((file) => statement.test(readFileSync(projectFile(file), 'utf8')))
        .map((file) => `${file} → ${name}`);
    });
    ok(packages.includes('sandbox'));
    deepEqual(forbidden, []);
  });

  it('no endpoint folder imports another', () => {
    const groups = [...new Set(catalogue.map(({ group }) => `workers/${group.id}/`))];
    const groupOf = (file: string) => groups.find((folder) => file.startsWith(folder));
    const strangers = production.filter(groupOf).flatMap((file) =>
      importsOf(file, true)
        .filter((target) => groupOf(target) && groupOf(target) !== groupOf(file))
        .map((target) => `${file} → ${target}`),
    );
    deepEqual(strangers, []);
  });

  it('nothing goes in a circle', () => {
    const circles: string[] = [];
    const done = new Set<string>();
    const walk = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      if (done.has(file) || path.includes(file)) return;
      for (const target of importsOf(file, false)) walk(target, [...path, file]);
      done.add(file);
    };
    for (const file of production) walk(file, []);
    deepEqual(circles, []);
  });

  it('what stands in shared is used by at least two kinds of process', () => {
    const importers = new Map<string, string[]>();
    for (const file of production) {
      for (const target of importsOf(file, true)) importers.set(target, [...(importers.get(target) ?? []), file]);
    }
    const kindsOf = (file: string, seen = new Set<string>()): Set<string> => {
      if (seen.has(file)) return new Set();
      seen.add(file);
      return new Set(
        (importers.get(file) ?? []).flatMap((user) =>
          ['shared', 'features'].includes(topOf(user)) ? [...kindsOf(user, seen)] : [topOf(user)],
        ),
      );
    };
    const processes = ['api', 'workers', 'scheduler', 'admin', 'embedded'];
    const alone = production.filter(
      (file) => topOf(file) === 'shared' && processes.filter((kind) => kindsOf(file).has(kind)).length < 2,
    );
    ok(production.some((file) => topOf(file) === 'shared'));
    deepEqual(alone, []);
  });
});
