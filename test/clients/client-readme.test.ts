import { ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { projectFile } from '../../shared/process/project-file.js';
import { newAccount, stack } from '../helpers/stack.js';

const run = promisify(execFile);
const LONGEST_MS = 300_000;
const PACKAGE = projectFile('packages/client-typescript');

/** A snippet with what the text around it takes as given. */
const program = (snippet: string, baseUrl: string): string =>
  [
    ...(snippet.includes('import { UtilityApi }') ? [] : ["import { UtilityApi } from 'utility-api-client';"]),
    `const baseUrl = '${baseUrl}';`,
    'const apiKey = process.env.API_KEY;',
    ...(/^const api =/m.test(snippet) ? [] : ['const api = new UtilityApi({ baseUrl, apiKey });']),
    snippet.replace(/http:\/\/127\.0\.0\.1:\d+/g, baseUrl),
  ].join('\n');

/** The snippets of the README, and the one of the documentation's page about the client. */
async function snippets(baseUrl: string): Promise<string[]> {
  const readme = await readFile(join(PACKAGE, 'README.md'), 'utf8');
  const page = await (await fetch(`${baseUrl}/docs/client`)).text();
  const [, shown = ''] = /aria-label="Using the client"><code>([\s\S]*?)<\/code>/.exec(page) ?? [];
  return [...[...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code), shown.replace(/<[^>]+>/g, '')];
}

describe('the snippets about the TypeScript client, copied and run', () => {
  /** Inside the package, where its name leads to itself; of its own, because two runs may share a tree. */
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(PACKAGE, 'dist/readme-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('all succeed', async function () {
    this.timeout(LONGEST_MS);
    const { baseUrl } = (await stack()).platform;
    const { key } = await newAccount({ credits: 1 });
    const all = await snippets(baseUrl);
    ok(all.length >= 7, `${all.length} snippets`);
    const files = all.map((_, index) => join(folder, `${index}.mjs`));
    const programs = await Promise.all(
      all.map((snippet) =>
        transform(program(snippet, baseUrl), {
          loader: 'ts',
          tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
        }),
      ),
    );
    await Promise.all(programs.map(({ code }, index) => writeFile(files[index] ?? '', code)));
    const each = 'for (const file of process.argv.slice(1)) await import(file);';
    await run(process.execPath, ['--input-type=module', '-e', each, ...files], {
      env: { ...process.env, API_KEY: key },
      timeout: LONGEST_MS,
    });
  });
});
