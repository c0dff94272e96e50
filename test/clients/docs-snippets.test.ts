import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { type ExecFileException, execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { projectFile } from '../../shared/process/project-file.js';
import { createAccountResources } from '../helpers/account-resources.js';
import { addCoupon, order, payPage, waitForInvoice, waitForOrder } from '../helpers/payments.js';
import { nightlyOrDaily } from '../helpers/scale.js';
import { call, eventually, newAccount, stack } from '../helpers/stack.js';

const run = promisify(execFile);
const DEADLINE_MS = 600_000;

const { pythonWith } = await import(projectFile('packages/client-python/tests/python.mjs'));
const pythonWithClient: string | undefined = pythonWith('httpx');

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };

/** Text of a snippet as a reader copies it, without syntax highlighting. */
const copied = (html: string): string =>
  html.replace(/<[^>]+>/g, '').replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);

/** By day each snippet is taken by one language, and every language takes some. */
const LANGUAGES = ['curl', 'fetch', 'urllib', 'php', 'typescript', 'python'];
const PARTS = nightlyOrDaily(1, LANGUAGES.length);

/** Fetches every page of the documentation. */
async function fetchPages(): Promise<readonly string[]> {
  const { baseUrl } = (await stack()).platform;
  const menu = await (await fetch(`${baseUrl}/docs`)).text();
  const paths = new Set([...menu.matchAll(/href="(\/docs[^"#]*)"/g)].map(([, path = '']) => path));
  return Promise.all([...paths].map(async (path) => (await fetch(baseUrl + path)).text()));
}

/** The snippets of a language that are run, in the order of the pages. */
function listSnippets(pages: readonly string[], language: string): string[] {
  const pattern = new RegExp(`<pre data-language="${language}"[^>]*><code>([\\s\\S]*?)</code></pre>`, 'g');
  const found = pages.flatMap((html) => [...html.matchAll(pattern)].map(([, code = '']) => copied(code)));
  ok(found.length >= catalogue.length, `${found.length} snippets`);
  // A job that can be cancelled must wait, and workers are quick here.
  return found
    .filter((code) => !/DELETE|api\.(?:delete|end)/.test(code))
    .filter((_, at) => at % PARTS === LANGUAGES.indexOf(language) % PARTS);
}

/** Creates a folder in which JavaScript finds the packages of the project. */
async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'snippets-'));
  await symlink(projectFile('node_modules'), join(folder, 'node_modules'));
  return folder;
}

const isInstalled = (command: string): Promise<boolean> =>
  run(command, ['--version']).then(
    () => true,
    () => false,
  );

describe("the documentation's snippets, copied and run", function () {
  this.timeout(DEADLINE_MS);
  let folder: string;
  let pages: readonly string[];
  let env: NodeJS.ProcessEnv;

  let replaced: (snippet: string) => string;

  before(async () => {
    pages = await fetchPages();
    folder = await createFolder();
  });
  // Coupons are redeemed and orders cancelled once: nightly, when each language does, each has an account of its own.
  const beforeLanguages = nightlyOrDaily(beforeEach, before);
  beforeLanguages(async () => {
    const { key } = await newAccount({ credits: 10 });
    // Automatic top-up needs a first payment with a saved card.
    const { id, url } = await order(key, 'small', { save_method: true });
    await payPage(url);
    await waitForOrder(key, id, ({ state }) => state === 'paid');
    const unpaid = await order(key, 'small');
    const invoice = await waitForInvoice(id);
    await addCoupon('WELCOME');
    const clientPath = projectFile('packages/client-python/src');
    env = { ...process.env, API_KEY: key, PYTHONPATH: [clientPath, process.env.PYTHONPATH].filter(Boolean).join(':') };
    const scanned = await call('/v1/qr-experience/generate', { type: 'text', content: { text: 'Hello' } }, { key });
    const handedIn = await call('/v1/vat', { action: 'list-countries' }, { key, headers: { Prefer: 'respond-async' } });
    const hook = { url: 'https://hooks.example.com/utility-api', events: [] };
    const { webhook } = (await call('/v1/webhooks', hook, { key })).body;
    await call('/v1/webhooks/callback/rotate-secret', {}, { key });
    await call(`/v1/webhooks/${webhook}/test`, {}, { key });
    const list = () => call(`/v1/webhooks/${webhook}/deliveries`, {}, { method: 'GET', key });
    const [sent] = (await eventually(list, ({ body }) => body.deliveries.length > 0)).body.deliveries;
    const replaceIds = await createAccountResources(key, (await stack()).platform.baseUrl);
    // Some snippets name what was made when the examples were recorded; the reader has one of their own, as we do here.
    replaced = (snippet) =>
      replaceIds(snippet)
        .replace(/(experience_id\W+)\d+/, `$1${scanned.body.experience.id}`)
        .replace(/(\/v1\/qr-experience\/|\bid\W{1,4})\d+/, `$1${scanned.body.experience.id}`)
        .replace(/((?:If-Match|if_match)\W*?)\\?"\d+\\?"/, '$1*')
        .replace(/(\/v1\/(?:jobs|requests)\/|request_id\W{1,4})[\w-]+/, `$1${handedIn.body.job_id}`)
        .replace(/INV-\d{4}-\d+/, invoice)
        .replace(/ord_[\w-]+/, /\/cancel|cancel_?[oO]rder/.test(snippet) ? unpaid.id : id)
        .replace(/whk_[\w-]+/, webhook)
        .replace(/dlv_[\w-]+/, sent.delivery);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** Runs every snippet of a language by one command that is given their files; any that fails, fails it. */
  async function runAll(language: string, extension: string, command: string, args: readonly string[]): Promise<void> {
    const snippets = listSnippets(pages, language).map(replaced);
    const files = snippets.map((_, index) => join(folder, `${index}.${extension}`));
    await Promise.all(files.map((file, index) => writeFile(file, snippets[index] ?? '')));
    const options = { env, cwd: folder, timeout: DEADLINE_MS, maxBuffer: 32 * 1024 * 1024 };
    await run(command, [...args, ...files], options).catch((failed: ExecFileException) =>
      Promise.reject(new Error(failed.stderr || failed.message)),
    );
  }

  it('curl answers each with a success', async function () {
    if (!(await isInstalled('curl'))) this.skip();
    const failures: string[] = [];
    for (const snippet of listSnippets(pages, 'curl').map(replaced)) {
      const { stdout } = await run('sh', ['-c', `${snippet} -sS -w '\\n%{http_code}'`], {
        env,
        cwd: folder,
        maxBuffer: 32 * 1024 * 1024,
      });
      if (!/\n20[02]$/.test(stdout)) failures.push(`${snippet}\n${stdout.slice(0, 400)}`);
    }
    deepEqual(failures, []);
  });

  for (const [language, name] of [
    ['typescript', 'TypeScript'],
    ['fetch', 'JavaScript'],
  ] as const) {
    it(`${name} runs in Node`, () =>
      runAll(language, 'mjs', process.execPath, [
        '--input-type=module',
        '-e',
        'for (const file of process.argv.slice(1)) await import(file);',
      ]));
  }

  const runPython = (language: string, command: string) =>
    runAll(language, 'py', command, ['-c', 'import runpy, sys\nfor file in sys.argv[1:]: runpy.run_path(file)']);

  it('Python runs with its client', async function () {
    if (!pythonWithClient) this.skip();
    await runPython('python', pythonWithClient);
  });

  it('Python runs with its standard library', async function () {
    if (!(await isInstalled('python3'))) this.skip();
    await runPython('urllib', 'python3');
  });

  it('PHP runs as it comes', async function () {
    if (!(await isInstalled('php'))) this.skip();
    await runAll('php', 'php', 'sh', [
      '-ec',
      'for file in "$@"; do answer=$(php "$file") || { echo "$answer" >&2; cat "$file" >&2; exit 1; }; done',
      'sh',
    ]);
  });
});

describe("the documentation's snippets with a wrong key", () => {
  let folder: string;
  let pages: readonly string[];

  before(async () => {
    pages = await fetchPages();
    folder = await createFolder();
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const [language, extension, command] of [
    ['typescript', 'mjs', process.execPath],
    ['fetch', 'mjs', process.execPath],
    ['urllib', 'py', 'python3'],
    ['php', 'php', 'php'],
  ] as const) {
    it(`fail in ${language}, and show the error body`, async function () {
      if (!(await isInstalled(command))) this.skip();
      const [snippet = ''] = listSnippets(pages, language);
      const file = join(folder, `refused.${extension}`);
      await writeFile(file, snippet);
      const refused = await run(command, [file], { env: { ...process.env, API_KEY: 'ua_live_wrong' } }).then(
        () => undefined,
        ({ code, stdout, stderr }) => ({ code, said: `${stdout}${stderr}` }),
      );
      equal(refused?.code, 1);
      match(refused?.said ?? '', /api_key_invalid/);
      match(refused?.said ?? '', /docs\/errors\/api_key_invalid|docs\\\/errors\\\/api_key_invalid/);
    });
  }
});
