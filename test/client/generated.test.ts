import { equal } from 'node:assert/strict';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { generateClient } from '../../clients/generator/generate-client.js';
import { projectFile } from '../../shared/process/project-file.js';

const KEPT = projectFile('clients/typescript/src/generated');
const FRESH = projectFile('test/artifacts/generated-client');

const sourceOf = async (folder: string): Promise<string> => {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.ts')).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return files.map((file, index) => `=== ${file}\n${texts[index]}`).join('\n');
};

describe('the generated part of the TypeScript client', () => {
  after(() => rm(FRESH, { recursive: true, force: true }));

  it('is what the catalogue says today (else: npm run generate:client)', async () => {
    await generateClient(FRESH);
    equal(await sourceOf(FRESH), await sourceOf(KEPT));
  });
});
