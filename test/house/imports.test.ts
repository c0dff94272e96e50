import { deepEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { projectFile } from '../../shared/process/project-file.js';

/** Folders that each folder may import, besides itself. */
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

/** Packages that are libraries instead of processes, and the path that imports each. */
const LIBRARIES: Readonly<Record<string, string>> = {
  'bullmq-batching': 'shared/queue/backend.ts',
  readings: 'workers/',
};

/** The file that composes the collections of all features. It is not part of a feature. */
const COMPOSITION = 'features/collections.ts';

const isTest = (file: string): boolean => file.endsWith('.test.ts') || file.startsWith('test/');
const getTopFolder = (file: string): string => file.split('/')[0] ?? '';
const getFolder = (file: string): string => file.split('/').slice(0, 2).join('/');

/** All TypeScript files of the project, as paths from its root. */
const sources = new Set(
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts'], { cwd: projectFile('.'), encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(projectFile(file))),
);
const production = [...sources].filter((file) => !isTest(file) && !file.endsWith('.d.ts'));

interface Import {
  readonly from: string;
  readonly to: string;
  readonly isOfTypes: boolean;
}

/** Imports between files of the project, those of types included. */
const imports: readonly Import[] = [...sources].flatMap((from) => {
  const statements = readFileSync(projectFile(from), 'utf8').matchAll(
    /^(?:import|export) (type )?[^;'"]*?from '(\.[^']+)'|import\s*\(?\s*'(\.[^']+)'/gm,
  );
  return [...statements]
    .map(([, type, path, bare]) => ({
      from,
      to: normalize(join(dirname(from), path ?? bare ?? '')).replace(/\.js$/, '.ts'),
      isOfTypes: type !== undefined,
    }))
    .filter(({ to }) => sources.has(to));
});
const productionImports = imports.filter(({ from }) => !isTest(from));

const listed = (found: readonly Pick<Import, 'from' | 'to'>[]): string[] =>
  found.map(({ from, to }) => `${from} → ${to}`);

describe('imports', () => {
  for (const [folder, others] of Object.entries(ALLOWED)) {
    it(`of ${folder} are from ${['itself', ...others].join(', ')}`, () => {
      const found = imports.filter(({ from, to }) => {
        const isFromHere = getTopFolder(from) === folder && (folder === 'test' || !isTest(from));
        return isFromHere && ![folder, ...others].includes(getTopFolder(to));
      });
      deepEqual(listed(found), []);
    });
  }

  it('are settled for every folder', () => {
    deepEqual(
      [...new Set([...sources].map(getTopFolder))].filter((folder) => !Object.hasOwn(ALLOWED, folder)),
      [],
    );
  });

  it('of a package stay inside of it', () => {
    const found = productionImports.filter(
      ({ from, to }) => getTopFolder(from) === 'packages' && getFolder(from) !== getFolder(to),
    );
    deepEqual(listed(found), []);
  });

  it('of a package that is a library are those of its user, of any other those of embedded and bench', () => {
    const importers = production.filter((file) => !['embedded', 'bench', 'packages'].includes(getTopFolder(file)));
    const names = readdirSync(projectFile('packages')).map(
      (folder): string => JSON.parse(readFileSync(projectFile(`packages/${folder}/package.json`), 'utf8')).name,
    );
    const found = names.flatMap((name) => {
      const statement = new RegExp(`^(import|export|\\}).* from '${name}['/]`, 'm');
      return importers
        .filter((file) => !LIBRARIES[name] || !file.startsWith(LIBRARIES[name]))
        .filter((file) => statement.test(readFileSync(projectFile(file), 'utf8')))
        .map((file) => `${file} → ${name}`);
    });
    deepEqual(found, []);
  });

  it('of the handlers of a group are not from another group', () => {
    const groups = new Set(catalogue.map(({ group }) => `workers/${group.id}`));
    const found = productionImports.filter(
      ({ from, to }) => groups.has(getFolder(from)) && groups.has(getFolder(to)) && getFolder(from) !== getFolder(to),
    );
    deepEqual(listed(found), []);
  });

  it('of a feature are through its index', () => {
    const found = productionImports.filter(({ from, to }) => {
      const feature = getFolder(to);
      return (
        getTopFolder(to) === 'features' &&
        to !== COMPOSITION &&
        getFolder(from) !== feature &&
        to !== `${feature}/index.ts`
      );
    });
    const isBench = ({ from }: Import) => ['bench', 'generate'].includes(getTopFolder(from));
    deepEqual(listed(found.filter((one) => !isBench(one))), []);
  });

  it('form no circle of files', () => {
    deepEqual(findCircles(productionImports), []);
  });

  it('form no circle of features', () => {
    const between = productionImports
      .filter(
        ({ from, to }) => getTopFolder(from) === 'features' && getTopFolder(to) === 'features' && from !== COMPOSITION,
      )
      .map(({ from, to }) => ({ from: getFolder(from), to: getFolder(to) }))
      .filter(({ from, to }) => from !== to);
    deepEqual(findCircles(between), []);
  });
});

/** Returns a description of each circle that a walk along imports finds. */
function findCircles(edges: readonly Pick<Import, 'from' | 'to'>[]): string[] {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of edges) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  const circles: string[] = [];
  const done = new Set<string>();
  const walk = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (done.has(file) || path.includes(file)) return;
    for (const to of targets.get(file) ?? []) walk(to, [...path, file]);
    done.add(file);
  };
  for (const file of targets.keys()) walk(file, []);
  return circles;
}
