import { deepEqual, equal, fail, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Script } from 'node:vm';
import { parse } from 'yaml';
import { Child } from '../../embedded/child.js';
import { createBatch } from '../../features/batches/index.js';
import { readPlans } from '../../features/billing/plans.js';
import { imageLinkRoutes } from '../../features/image-links/index.js';
import { operations } from '../../features/operations/index.js';
import { pageStats } from '../../features/pages/api/stats.js';
import { deviceAnalyze } from '../../shared/contract/catalogue/device-analyze.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { generateExperience } from '../../shared/contract/catalogue/qr-experience.js';
import { vat } from '../../shared/contract/catalogue/vat.js';
import { compileValidator, readFields, readInput } from '../../shared/contract/input.js';
import { readConfig } from '../../shared/process/config.js';
import { declared } from '../../shared/process/metrics/table.js';
import { projectFile } from '../../shared/process/project-file.js';
import { settings } from '../../shared/process/settings.js';
import { Disks } from '../../shared/storage/disks.js';
import { ADMIN_TOKEN, call, newAccount, stack } from '../helpers/stack.js';

const run = promisify(execFile);
const DEADLINE_MS = 180_000;

const files = [
  'README.md',
  'CONTRIBUTING.md',
  'deploy/systemd/README.md',
  'packages/sandbox/README.md',
  ...readdirSync(projectFile('docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];

/** Files of which only what they name is checked here: they are for a host with systemd. */
const FOR_HOSTS = ['deploy/systemd/README.md', 'docs/upgrading.md'];

interface Snippet {
  file: string;
  language: string;
  code: string;
}

const readText = (file: string): string => readFileSync(projectFile(file), 'utf8');
const listSnippets = (file: string): Snippet[] =>
  [...readText(file).matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({
    file,
    language,
    code,
  }));
const snippets = files.filter((file) => !FOR_HOSTS.includes(file)).flatMap(listSnippets);

/** The commands of a shell snippet one by one, without their comments. */
const splitCommands = (code: string): string[] =>
  code
    .replace(/ <<'(\w+)'\n.*?^\1$/gms, '')
    .replaceAll('\\\n', ' ')
    .split(/\n(?![^']*'\n)| && /)
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter(Boolean);

const scripts: Record<string, string> = JSON.parse(readText('package.json')).scripts;
const isScript = (name: string) => ok(name in scripts || ['ci', 'prune'].includes(name), `npm has no ${name} here`);
const isThere = (path: string) => ok(existsSync(projectFile(path)), `there is no ${path}`);
const processes = new Set([...readText('Procfile').matchAll(/^(\w+):/gm)].map(([, name]) => name));

/** Options of the admin commands. */
const adminCommands = new Map<string, string[]>([
  ...['create-indexes', 'list-duplicates', 'settings'].map((command): [string, string[]] => [command, []]),
  ['drop-unused-indexes', ['index', 'yes']],
  ['shard-keys', ['database']],
  ...operations.map(({ command, contract: { request } }): [string, string[]] => [
    command,
    [...Object.keys(request.properties).map((name) => name.replaceAll('_', '-')), 'format'],
  ]),
]);

/** Checks a command as text: every option is known and has a value, and there is nothing else. */
function isAdminCommand(text: string): void {
  const [, command = '', rest = ''] = /^([a-z-]+(?: [a-z][a-z-]*)?)(.*)$/.exec(text) ?? [];
  const options = adminCommands.get(command) ?? fail(text);
  const given = rest.replace(/^"| +#.*| <\/dev\/null/g, '').replaceAll(/[[\]]/g, '');
  const remaining = given.replaceAll(/ +--([a-z-]+)(?: ('[^']*'|"[^"]*"|[^\s-]\S*|-))?/g, (_, option, value) => {
    ok(options.includes(option) && (value || option === 'yes'), text);
    return '';
  });
  equal(remaining.trim(), '', text);
}

/** The names and types of a JSON value, whatever its figures are. */
const describeShape = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 1).map(describeShape);
  if (value === null || typeof value !== 'object') return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, describeShape(inner)]));
};

/** Returns the parts of a value that a shortened one shows, of texts their beginnings. */
const shorten = (real: unknown, shown: unknown): unknown => {
  if (Array.isArray(shown)) return shown.map((inner, index) => shorten(Object(real)[index], inner));
  if (shown !== null && typeof shown === 'object')
    return Object.fromEntries(Object.entries(shown).map(([name, inner]) => [name, shorten(Object(real)[name], inner)]));
  const isCut = typeof shown === 'string' && shown.endsWith(' …');
  return isCut && typeof real === 'string' && real.startsWith(shown.slice(0, -2)) ? shown : real;
};

describe("the files' snippets, copied and run", function () {
  this.timeout(2 * DEADLINE_MS);
  let folder: string;
  let env: NodeJS.ProcessEnv;
  let baseUrl: string;
  /** Output of the last curl command. */
  let answered = '';

  before(async () => {
    const { platform } = await stack();
    ({ baseUrl } = platform);
    folder = await mkdtemp(join(tmpdir(), 'snippets-'));
    env = { ...platform.environment, PORT: '0', ADMIN: ADMIN_TOKEN, API_KEY: (await newAccount({ credits: 1 })).key };
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const shell = (command: string) => run('sh', ['-ec', command], { env, cwd: folder, timeout: DEADLINE_MS });

  async function runCurl(command: string): Promise<void> {
    const { stdout } = await shell(`${command.replace(/http:\/\/127\.0\.0\.1:3000/g, baseUrl)} -sS --fail-with-body`);
    const [, file] = / --output (\S+)/.exec(command) ?? [];
    answered = file ? await readFile(join(folder, file), 'utf8') : stdout;
    if (/\/batches /.test(command)) env.BATCH = JSON.parse(stdout).id;
    if (/\/keys /.test(command)) {
      const { headers } = await call('/v1/vat', { action: 'list-countries' }, { key: JSON.parse(stdout).api_key });
      equal(headers.get('x-credits-remaining'), '99.999', 'the key is one to call with');
    }
  }

  /** Runs a process until it is ready, then stops it; a command until it has ended. */
  async function runProcess(file: string, args: string[]): Promise<void> {
    isThere(file);
    if (file.startsWith('dist/admin/')) {
      await run(process.execPath, [projectFile(file), ...args], { env, timeout: DEADLINE_MS });
      return;
    }
    const child = new Child({ name: file, module: file, args, env }, () => {});
    await child.start();
    equal(await child.stop(DEADLINE_MS), 0);
  }

  /** Checks of the commands in shell snippets: run where possible, else compared with the files that they name. */
  const checks: readonly [RegExp, (command: string, ...found: string[]) => void | Promise<void>][] = [
    [/^curl /, runCurl],
    [
      /^node (?:--max-semi-space-size=\d+ )?(dist\/\S+)(.*)$/,
      (_, file = '', args = '') => runProcess(file, args.trim().split(' ').filter(Boolean)),
    ],
    // test/clients/webhook-guide.test.ts runs these.
    [/^node (features\/docs\/receivers\/\S+)/, (_, file = '') => isThere(file)],
    // test/clients/outsider.test.ts installs them.
    [/^(?:np[mx]|pip|twine) .*\bclients\/(\S+)$/, (_, file = '') => isThere(`dist/clients/${file}`)],
    [/^(?:\w+=\S+ )?npm (?:run )?([\w:]+)/, (_, script = '') => isScript(script)],
    [
      /^node -e /,
      async (command) => {
        await shell(command);
      },
    ],
    [/^(?:\w+=\S+ )*npx mocha dist\/(\S+)\.js$/, (_, file) => isThere(`${file}.ts`)],
    [
      /^export (.+)$/,
      (_, set = '') => {
        for (const [, name = ''] of set.matchAll(/(\w+)=/g))
          ok(['API_KEY', 'ADMIN', 'SECRET', 'BATCH'].includes(name) || name in settings, name);
      },
    ],
    [/^docker compose up --detach --build$/, () => isThere('docker-compose.yml')],
    [/^(deploy\/\S+)$/, (_, file = '') => isThere(file)],
    [
      /^docker compose up .*--scale (\w+)=\d/,
      (_, name = '') => ok(parse(readText('docker-compose.yml')).services[name]),
    ],
    [
      /^heroku ps:scale (.+)$/,
      (_, scaled = '') => {
        for (const [, name] of scaled.matchAll(/(\w+)=\d/g)) ok(processes.has(name), name);
      },
    ],
    [
      /^heroku config:set (.+)$/s,
      (_, set = '') => {
        for (const [, name = ''] of set.matchAll(/(?:^|\s)(\w+)=/g)) ok(name in settings, name);
      },
    ],
    // They need hosts that are not here.
    [/^(heroku|git push|docker|kubectl|sha256sum|tar|mongodump|mongorestore) /, () => {}],
    [/^admin ([^|]+)/, (_, text = '') => isAdminCommand(text)],
    [/^(while|done)\b/, () => {}],
    [/^systemctl \w+(?: --now)? (.+)$/, (_, units = '') => units.split(' ').forEach(isUnit)],
    [/^cd \S/, () => {}],
    [
      /^LLM_MODELS=/,
      async (command) => {
        const { stdout } = await shell(`${command}\nprintf %s "$LLM_MODELS"`);
        ok(readConfig({ LLM_MODELS: stdout }).LLM_MODELS);
      },
    ],
    [
      /^STORAGE_DISKS=/s,
      async (command) => {
        const { stdout } = await shell(`${command}\nprintf %s "$STORAGE_DISKS"`);
        deepEqual(new Disks(readConfig({ STORAGE_DISKS: stdout })).names, ['public', 'cloud']);
      },
    ],
    [/^([A-Z_]+)=\S/, (_, name = '') => ok(name in settings, name)],
  ];

  const isUnit = (unit: string) => isThere(`deploy/systemd/${unit.replace(/@.*/, '@.service')}`);

  async function checkCommand(command: string): Promise<void> {
    for (const [pattern, check] of checks) {
      const found = pattern.exec(command);
      if (found) return check(command, ...found.slice(1));
    }
    fail(`no check for: ${command}`);
  }

  function checkJson({ file, code }: Snippet): void {
    const shown: unknown = JSON.parse(code);
    if (code.includes('"endpoint"') && (code.includes('"items"') || code.includes('"csv"'))) {
      const { endpoint, items = [], defaults } = readFields(createBatch.contract.request, shown, 422);
      const asked = catalogue.find(({ path }) => path === endpoint);
      ok(asked?.batch, `${endpoint} allows batches`);
      for (const item of items) readInput(asked, { ...defaults, ...item });
      return;
    }
    if (code.includes('"valid_until"') && !code.includes('"vat_rate"')) {
      readInput(generateExperience, Object(shown));
      return;
    }
    if (code.includes('"image_format"')) {
      const [{ contract }] = imageLinkRoutes;
      readFields(contract.request, shown, 422);
      return;
    }
    if (code.includes('"rollover"')) {
      ok(readPlans({ PAYMENT_PLANS: code }).length > 0);
      return;
    }
    if (code.includes('"action"')) {
      readInput(vat, Object(shown));
      return;
    }
    if (file === 'docs/device-analyze.md') {
      readInput(deviceAnalyze, Object(shown));
      return;
    }
    if (file === 'docs/qr.md') {
      const validate = compileValidator(pageStats.contract.response);
      // Seven lists of 24 figures are abbreviated.
      ok(validate({ ...Object(shown), hours: null }), JSON.stringify(validate.errors));
      return;
    }
    // A space that keeps figure and currency together looks like any other.
    const real: unknown = JSON.parse(answered.replaceAll('\u00a0', ' '));
    // VAT responses depend on the request alone.
    if (code.includes('"documents"')) deepEqual(shorten(real, shown), shown);
    else if (code.includes('"vat_rate"')) deepEqual(real, shown);
    else deepEqual(describeShape(real), describeShape(shown));
  }

  for (const file of files) {
    const own = snippets.filter((snippet) => snippet.file === file);
    if (own.length === 0) continue;
    it(file, async () => {
      const waiting: Promise<void>[] = [];
      for (const snippet of own) {
        if (snippet.language === 'sh') {
          await run('bash', ['-n', '-c', snippet.code]);
          // Processes come up side by side; answers are compared in turn.
          for (const command of splitCommands(snippet.code)) {
            const checked = checkCommand(command);
            if (command.startsWith('node ')) waiting.push(checked);
            else await checked;
          }
        } else if (snippet.language === 'json') checkJson(snippet);
        else if (snippet.language === 'js') new Script(snippet.code);
        else if (snippet.language === 'html') new Script(/<script>(.*)<\/script>/s.exec(snippet.code)?.[1] ?? '');
        else equal(snippet.language, '', `no check for ${snippet.language} in ${file}`);
      }
      await Promise.all(waiting);
    });
  }

  it('are found', () => {
    const kinds = snippets.map(({ language }) => language);
    ok(kinds.filter((language) => language === 'sh').length >= 10, kinds.join());
    ok(snippets.flatMap(({ language, code }) => (language === 'sh' ? splitCommands(code) : [])).length >= 25);
  });

  it('name commands of the command line as they are, also between the lines', () => {
    const named = files.flatMap((file) => [
      ...readText(file).matchAll(/(?:`admin|dist\/admin\/main\.js|npm run admin --) ([a-z][^`\n]*)/g),
    ]);
    ok(named.length >= 10, `${named.length} commands`);
    for (const [, text = ''] of named) isAdminCommand(text);
  });

  it('name metrics as they are', () => {
    const known = Object.values<{ name: string }>(declared).map(({ name }) => name);
    const named = files.flatMap((file) =>
      [...readText(file).matchAll(/`(utility_api_\w+)`/g)].map(([, name = '']) => name),
    );
    ok(named.length >= 3);
    deepEqual(
      named.filter((name) => !known.includes(name)),
      [],
    );
  });
});
