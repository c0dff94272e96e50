import { ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFile } from '../../shared/process/project-file.js';
import { newAccount, stack } from '../helpers/stack.js';

const run = promisify(execFile);
const LONGEST_MS = 300_000;
/** Stands before what each example prints: one process runs them all. */
const MARK = '--- next example ---';

const PACKAGE = projectFile('packages/client-typescript');
const examples = readdirSync(join(PACKAGE, 'examples'))
  .filter((file) => file.endsWith('.ts') && file !== 'client.ts')
  .map((file) => file.replace(/\.ts$/, ''));

describe('the examples of the TypeScript client run:', () => {
  const printed = new Map<string, string>();

  before(async function () {
    this.timeout(LONGEST_MS);
    const { key } = await newAccount({ credits: 10 });
    const files = examples.map((example) => join(PACKAGE, 'dist/examples', `${example}.js`));
    const program = `for (const file of process.argv.slice(1)) { console.log('${MARK}'); await import(file); }`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program, ...files], {
      env: { ...process.env, API_KEY: key, UTILITY_API_URL: (await stack()).platform.baseUrl },
      timeout: LONGEST_MS,
    });
    const outputs = stdout.split(`${MARK}\n`).slice(1);
    for (const [index, example] of examples.entries()) printed.set(example, outputs[index] ?? '');
  });

  for (const example of examples) {
    it(example, () => {
      const output = printed.get(example) ?? '';
      ok(output.trim().length > 0);
      ok(!/undefined|\[object Object\]|NaN/.test(output), output);
    });
  }
});
