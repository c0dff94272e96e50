import { deepEqual, equal } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../src/main.js', import.meta.url));
const PACKAGES = fileURLToPath(new URL('../../..', import.meta.url));

describe('the generated parts of the clients', () => {
  let fresh: string;
  before(() => {
    fresh = mkdtempSync(join(tmpdir(), 'generated-clients-'));
    execFileSync(process.execPath, [MAIN, fresh]);
  });
  after(() => rmSync(fresh, { recursive: true }));

  for (const folder of ['client-typescript/src/generated', 'client-python/src/utility_api/generated']) {
    it(`in ${folder} are what openapi.json makes (else: npm run generate)`, () => {
      const filesIn = (packages: string) =>
        readdirSync(join(packages, folder))
          .filter((file) => !file.startsWith('__pycache__'))
          .sort();
      deepEqual(filesIn(PACKAGES), filesIn(fresh));
      for (const file of filesIn(fresh)) {
        const text = (packages: string) => readFileSync(join(packages, folder, file), 'utf8');
        equal(text(PACKAGES), text(fresh), file);
      }
    });
  }
});
