import { deepEqual, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { groupSlug } from '../../api/docs/openapi/names.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { newAccount, stack } from '../helpers/stack.js';
import { BUILD_MS, buildClient, PACKAGE } from './build-client.js';

const run = promisify(execFile);
/** Stands before what each example prints: one process runs them all. */
const MARK = '--- next example ---';

const examples = readdirSync(join(PACKAGE, 'examples'))
  .filter((file) => file.endsWith('.ts') && file !== 'client.ts')
  .map((file) => file.replace(/\.ts$/, ''));

describe("the TypeScript client's package", () => {
  before(async function () {
    this.timeout(BUILD_MS);
    await buildClient();
  });

  it('has an example for every group', () => {
    const groups = [...new Set(catalogue.map(({ group }) => groupSlug(group)))];
    deepEqual(
      groups.filter((group) => !examples.includes(group)),
      [],
    );
  });

  it('depends on nothing', () => {
    const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
    deepEqual([dependencies, peerDependencies], [undefined, undefined]);
    ok(existsSync(join(PACKAGE, 'dist/index.d.ts')));
  });

  describe('has examples that run:', () => {
    const printed = new Map<string, string>();

    before(async function () {
      this.timeout(BUILD_MS);
      const { key } = await newAccount({ credits: 10 });
      const files = examples.map((example) => join(PACKAGE, 'dist/examples', `${example}.js`));
      const program = `for (const file of process.argv.slice(1)) { console.log('${MARK}'); await import(file); }`;
      const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program, ...files], {
        env: { ...process.env, API_KEY: key, UTILITY_API_URL: (await stack()).platform.baseUrl },
        timeout: BUILD_MS,
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
});
