import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { projectFile } from '../../shared/process/project-file.js';

describe('the index of docs/', () => {
  it('links to every page, and has no dead links', () => {
    const index = readFileSync(projectFile('docs/README.md'), 'utf8');
    const linked = [...index.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, file = '']) => file);
    const pages = readdirSync(projectFile('docs')).filter((file) => file.endsWith('.md') && file !== 'README.md');
    deepEqual([...new Set(linked)].sort(), pages.sort());
  });
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
