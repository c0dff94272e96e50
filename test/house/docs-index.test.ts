import { deepEqual } from 'node:assert/strict';
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
