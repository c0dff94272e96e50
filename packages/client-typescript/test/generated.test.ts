import { deepEqual, equal } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const fileOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const KEPT = fileOf('src/generated');

describe('the package', () => {
  it('has the files that are made of its openapi.json (else: npm run generate)', () => {
    const fresh = mkdtempSync(join(tmpdir(), 'generated-client-'));
    try {
      execFileSync(process.execPath, [fileOf('dist/generator/generate.js'), fresh]);
      deepEqual(readdirSync(KEPT).sort(), readdirSync(fresh).sort());
      for (const file of readdirSync(fresh)) {
        equal(readFileSync(join(KEPT, file), 'utf8'), readFileSync(join(fresh, file), 'utf8'), file);
      }
    } finally {
      rmSync(fresh, { recursive: true });
    }
  });

  it('has an example for every group', () => {
    const { tags }: { tags: { 'x-group'?: string }[] } = JSON.parse(readFileSync(fileOf('openapi.json'), 'utf8'));
    const groups = tags.flatMap((tag) => tag['x-group']?.replaceAll('/', '-') ?? []);
    deepEqual(
      groups.filter((group) => !existsSync(fileOf(`examples/${group}.ts`))),
      [],
    );
  });

  it('depends on nothing', () => {
    const { dependencies, peerDependencies } = JSON.parse(readFileSync(fileOf('package.json'), 'utf8'));
    deepEqual([dependencies, peerDependencies], [undefined, undefined]);
  });
});
