import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectFile } from '../../shared/process/project-file.js';

describe('the index of docs/', () => {
  it('links to every page, and has no dead links', () => {
    const index = readFileSync(projectFile('docs/README.md'), 'utf8');
    const linked = [...index.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, file = '']) => file);
    const pages = readdirSync(projectFile('docs')).filter((file) => file.endsWith('.md') && file !== 'README.md');
    deepEqual([...new Set(linked)].sort(), pages.sort());
  });
});

describe('links of README, CONTRIBUTING, CHANGELOG and docs', () => {
  it('lead to files and headings that exist', () => {
    const pages = readdirSync(projectFile('docs')).filter((file) => file.endsWith('.md'));
    const files = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...pages.map((file) => `docs/${file}`)];
    const dead = files.flatMap((file) => {
      const text = readFileSync(projectFile(file), 'utf8').replaceAll(/^```.*?^```$/gms, '');
      return [...text.matchAll(/\]\(((?!https?:)[^)\s#]*)(?:#([^)\s]+))?\)/g)]
        .map(([, path = '', heading]) => ({ target: path === '' ? file : join(dirname(file), path), heading }))
        .filter(({ target, heading }) => !existsSync(projectFile(target)) || !hasHeading(target, heading))
        .map(({ target, heading = '' }) => `${file}: ${target}#${heading}`);
    });
    deepEqual(dead, []);
  });

  /** True if a Markdown file has the heading of a fragment, as GitHub names it. */
  const hasHeading = (file: string, fragment: string | undefined): boolean =>
    fragment === undefined ||
    [...readFileSync(projectFile(file), 'utf8').matchAll(/^#+ (.+)$/gm)].some(
      ([, heading = '']) =>
        heading
          .toLowerCase()
          .replaceAll(/[^\w\- ]/g, '')
          .replaceAll(' ', '-') === fragment,
    );
});

describe('CHANGELOG.md', () => {
  const source = readFileSync(projectFile('CHANGELOG.md'), 'utf8');
  const versions = [...source.matchAll(/^## (\S+) – (\S+)$/gm)];

  it('begins with the version of package.json', () => {
    const { version }: { version: string } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8'));
    equal(versions[0]?.[1], version);
  });

  it('has dated versions, newest first, with the usual headings', () => {
    equal(versions.length, [...source.matchAll(/^## /gm)].length);
    const dates = versions.map(([, , date = '']) => date);
    deepEqual(dates, dates.toSorted().reverse());
    for (const date of dates) match(date, /^\d{4}-\d\d-\d\d$/);
    for (const [, heading = ''] of source.matchAll(/^### (.+)$/gm))
      ok(['Added', 'Changed', 'Fixed', 'Removed'].includes(heading), heading);
  });
});
