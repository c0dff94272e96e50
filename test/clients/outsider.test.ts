import { deepEqual, match, ok } from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { build } from 'esbuild';
import { projectFile } from '../../shared/process/project-file.js';
import { itNightly } from '../helpers/scale.js';
import { newAccount, stack } from '../helpers/stack.js';

const LONGEST_MS = 300_000;
const run = promisify(execFile);

/** Printed by every program after its ten calls. */
const RESULTS = ['297.5', 'true', '2', 'true', 'true', 'Firefox', '5', 'svg', 'true', 'country_unknown'];

/** Ten calls in TypeScript, whose types are checked as strictly as the compiler can. */
const TEN_CALLS = `declare const process: { env: Record<string, string | undefined> };
export async function tenCalls(settings: { baseUrl: string; apiKey: string }): Promise<string[]> {
  const api = new UtilityApi(settings);
  const vat: number | null = (await api.vat({ action: 'calculate', net: 250, country_code: 'DE' })).gross;
  const { countries } = await api.vat({ action: 'list-countries' });
  const rates = await api.currency.rates({ pairs: [{ from: 'EUR', to: 'USD' }, { from: 'EUR', to: 'JPY' }] });
  const { mid_market } = await api.currency.convert({ from: 'EUR', to: 'USD', amount: 250 });
  const { platforms } = await api.currency.platforms();
  const device = await api.deviceAnalyze({ ua: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' });
  const path = await api.numerology.lifepathNumber({ birth_date: '1990-05-17' });
  const code = await api.qrCode.generate({ qr_code_text: 'https://example.com', image_format: 'SVG' });
  const { balance } = await api.account();
  const refusal = await api.vat({ action: 'country-rates', country_code: 'ZZ' }).catch((error: unknown) => error);
  if (!(refusal instanceof ApiError)) throw refusal;
  const results = [vat, countries.length > 20, rates.rates.length, mid_market.result > 0, Object.keys(platforms).length > 3];
  const others = [device.data.browser.name, path.computed_data.number, code.ext, balance > 0];
  return [...results, ...others, refusal.type].map(String);
}
// @ts-expect-error: a misspelt field
export const wrong: VatRequest = { action: 'calculate', net: 250, contry_code: 'DE' };
const { UTILITY_API_URL: baseUrl = '', UTILITY_API_KEY: apiKey = '' } = process.env;
void tenCalls({ baseUrl, apiKey }).then((results) => console.log(results.join('\\n')));
`;

/** The program for each kind of module. */
const PROGRAMS = {
  'esm.mts': `import { ApiError, UtilityApi, type VatRequest } from 'utility-api-client';\n${TEN_CALLS}`,
  'cjs.cts': `import client = require('utility-api-client');
import VatRequest = client.VatRequest;
const { ApiError, UtilityApi } = client;\n${TEN_CALLS}`,
};

const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.asynciterable'],
  types: [],
};

const PYTHON = `import os
from utility_api import ApiError, UtilityApi

api = UtilityApi(os.environ["UTILITY_API_URL"], api_key=os.environ["UTILITY_API_KEY"])
gross: float | None = api.vat(action="calculate", net=250, country_code="DE")["gross"]
countries = api.vat(action="list-countries")["countries"]
rates = api.currency.rates(pairs=[{"from": "EUR", "to": "USD"}, {"from": "EUR", "to": "JPY"}])["rates"]
result: float = api.currency.convert(from_="EUR", to="USD", amount=250)["mid_market"]["result"]
platforms = api.currency.platforms()["platforms"]
device = api.device_analyze(ua="Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0")["data"]
path = api.numerology.lifepath_number(birth_date="1990-05-17")["computed_data"]
code = api.qr_code.generate(qr_code_text="https://example.com", image_format="SVG")
balance = api.account()["balance"]
try:
    api.vat(action="country-rates", country_code="ZZ")
except ApiError as error:
    refusal = error.type
facts = [gross, len(countries) > 20, len(rates), result > 0, len(platforms) > 3]
others = [device["browser"]["name"], path["number"], code["ext"], balance > 0, refusal]
print(*("true" if fact is True else fact for fact in [*facts, *others]), sep="\\n")
`;

/** A Python that has httpx, as Debian's python3-httpx brings it. */
const python = ['/usr/bin/python3', 'python3'].find((command) => has(command, 'httpx, venv, ensurepip'));

function has(command: string, modules: string): boolean {
  try {
    const program = `import ${modules}, sys; sys.exit(sys.version_info < (3, 11))`;
    execFileSync(command, ['-c', program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('an outsider, who has the URL of a platform and nothing of its sources', function () {
  this.timeout(LONGEST_MS);
  let folder: string;
  let url: string;
  /** Environment of the shell of the outsider. */
  let environment: Record<string, string>;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'outsider-'));
    url = (await stack()).platform.baseUrl;
    const { key } = await newAccount({ credits: 20 });
    const home = join(folder, 'home');
    const { PATH = '', npm_config_userconfig: npmrc = '' } = process.env;
    const npm = { npm_config_cache: join(folder, 'npm-cache'), ...(npmrc && { npm_config_userconfig: npmrc }) };
    environment = { PATH, HOME: home, ...npm, UTILITY_API_URL: url, UTILITY_API_KEY: key };
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** Runs a command in a folder of the outsider, and returns what it prints. */
  async function shell(cwd: string, command: string, ...parameters: string[]): Promise<string> {
    const options = { cwd, env: environment, maxBuffer: 2 ** 26 };
    const { stdout } = await run(command, parameters, options).catch((error) => {
      throw new Error(`${command} ${parameters.join(' ')}\n${error.stdout}${error.stderr}`);
    });
    return stdout;
  }

  async function newProject(name: string, files: Record<string, string> = {}): Promise<string> {
    const project = join(folder, name);
    await mkdir(project);
    for (const [file, content] of Object.entries(files)) await writeFile(join(project, file), content);
    return project;
  }

  /** Installs a package by the line that the page of clients shows for it. */
  async function install(project: string, name: string, ...options: string[]): Promise<void> {
    const page = await (await fetch(`${url}/clients/`)).text();
    const lines = [...page.matchAll(/<code>((?:npm|pip) install [^<]+)<\/code>/g)].map(([, line = '']) => line);
    const [command = '', ...parameters] = lines.find((line) => line.includes(`/${name}-`))?.split(' ') ?? [];
    ok(command, `${name} in ${lines}`);
    await shell(project, command === 'pip' ? join(project, 'venv/bin/pip') : command, ...parameters, ...options);
  }

  const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];

  describe('in TypeScript', () => {
    let project: string;

    before(async () => {
      project = await newProject('typescript', { 'package.json': '{ "name": "shop" }', ...PROGRAMS });
      await install(project, 'utility-api-client', ...quietly);
      const options = { ...STRICT, module: 'nodenext' };
      await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }));
    });

    /** Compiles the project with a compiler of this repository: the registry need not have it. */
    const compile = (compiler: string, ...parameters: string[]) =>
      shell(project, process.execPath, compiler, '-p', '.', ...parameters);

    const findCompiler = (from: string) =>
      join(dirname(createRequire(projectFile(from)).resolve('typescript/package.json')), 'bin/tsc');

    it('installs nothing but the client, as package-lock.json names it', async () => {
      const { packages } = JSON.parse(await readFile(join(project, 'package-lock.json'), 'utf8'));
      deepEqual(Object.keys(packages), ['', 'node_modules/utility-api-client']);
      match(packages['node_modules/utility-api-client'].integrity, /^sha512-/);
    });

    it('makes ten calls from an ES module and with require, compiled strictly by TypeScript 5.9', async () => {
      await compile(findCompiler('packages/client-typescript/package.json'));
      for (const program of ['esm.mjs', 'cjs.cjs'])
        deepEqual((await shell(project, process.execPath, program)).trim().split('\n'), RESULTS, program);
    });

    it('is compiled strictly by TypeScript 7, also as bundlers resolve modules', async () => {
      const compiler = findCompiler('package.json');
      await compile(compiler, '--noEmit');
      await writeFile(join(project, 'bundled.ts'), PROGRAMS['esm.mts']);
      const options = { ...STRICT, module: 'esnext', moduleResolution: 'bundler', noEmit: true };
      const config = JSON.stringify({ compilerOptions: options, files: ['bundled.ts'] });
      await writeFile(join(project, 'tsconfig.bundler.json'), config);
      await shell(project, process.execPath, compiler, '-p', 'tsconfig.bundler.json');
    });

    it('makes ten calls from one file for browsers', async () => {
      const { outputFiles } = await build({
        stdin: { contents: PROGRAMS['esm.mts'], loader: 'ts', resolveDir: project },
        ...{ bundle: true, format: 'esm', platform: 'browser', write: false, minify: true },
      });
      const [bundled] = outputFiles;
      ok(bundled && bundled.contents.length < 100_000, `${bundled?.contents.length} bytes`);
      await writeFile(join(project, 'bundled.mjs'), bundled.contents);
      deepEqual((await shell(project, process.execPath, 'bundled.mjs')).trim().split('\n'), RESULTS);
    });
  });

  describe('in Python (pending without python3-httpx and python3-venv)', () => {
    let project: string;

    before(async function () {
      if (!python) this.skip();
      project = await newProject('python', { 'ten_calls.py': PYTHON });
      // httpx comes from Debian.
      await shell(project, python, '-m', 'venv', '--system-site-packages', 'venv');
      await install(project, 'utility_api_client', '--no-deps', '--quiet', '--disable-pip-version-check');
    });

    it('makes ten calls', async () => {
      deepEqual((await shell(project, 'venv/bin/python', 'ten_calls.py')).trim().split('\n'), RESULTS);
    });

    it('finds the metadata of the package', async () => {
      const program = `from importlib.metadata import files, metadata, requires
fields = metadata("utility-api-client")
print(fields["Name"], fields["Version"], requires("utility-api-client"), len(files("utility-api-client")) > 10)`;
      const printed = await shell(project, 'venv/bin/python', '-c', program);
      match(printed, /^utility-api-client \d+\.\d+\.\d+ \['httpx[^']+'\] True\n$/);
    });

    itNightly('is typed as strictly as mypy can check (pending without mypy)', async function () {
      if (!python || !has(python, 'mypy')) this.skip();
      const options = ['--strict', '--python-executable', 'venv/bin/python', '--cache-dir', 'mypy'];
      match(await shell(project, python, '-m', 'mypy', ...options, 'ten_calls.py'), /^Success/);
    });
  });

  it('makes ten calls from a shell', async () => {
    const project = await newProject('shell');
    await install(project, 'utility-api-cli', '--prefix', project, ...quietly);
    const call = async (...parameters: string[]) =>
      JSON.parse(await shell(project, join(project, 'bin/utility-api'), ...parameters));
    const code = ['qr-code/generate', '--qr_code_text', 'https://example.com'];
    const results = [
      (await call('vat', '--action', 'calculate', '--net', '250', '--country-code', 'DE')).gross,
      (await call('vat', '--action', 'list-countries')).countries.length > 20,
      (await call('currency/rates', '--pairs', '[{"from":"EUR","to":"USD"},{"from":"EUR","to":"JPY"}]')).rates.length,
      (await call('currency/convert', '--from', 'EUR', '--to', 'USD', '--amount', '250')).mid_market.result > 0,
      Object.keys((await call('currency/platforms')).platforms).length > 3,
      (await call('device-analyze', '--ua', 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'))
        .data.browser.name,
      (await call('numerology/lifepath-number', '--birth_date', '1990-05-17')).computed_data.number,
      (await call(...code, '--image-format', 'SVG')).ext,
      (await call('whoami')).balance > 0,
      await call('vat', '--action', 'country-rates', '--country-code', 'ZZ').catch(
        ({ message }) => /"type":"(\w+)"/.exec(message)?.[1],
      ),
    ];
    deepEqual(results.map(String), RESULTS);
    match(await shell(project, join(project, 'bin/utility-api'), '--version'), /^\d+\.\d+\.\d+\n$/);
  });

  it('makes ten calls as an agent, through the program that npx installs', async () => {
    const project = await newProject('agent');
    const page = await (await fetch(`${url}/clients/`)).text();
    const [, shown = ''] = /aria-label="Configuration of a desktop client"><code>([\s\S]*?)<\/code>/.exec(page) ?? [];
    const { mcpServers } = JSON.parse(shown.replace(/<[^>]+>/g, '').replaceAll('&quot;', '"'));
    const { command, args } = mcpServers['utility-api'];
    const client = new Client({ name: 'outsider', version: '1.0.0' });
    await client.connect(new StdioClientTransport({ command, args, cwd: project, env: environment }));
    try {
      const call = async (name: string, fields: Record<string, unknown> = {}) => {
        const { structuredContent, isError, _meta } = await client.callTool({ name, arguments: fields });
        return { result: Object(structuredContent), isError, error: Object(_meta?.error) };
      };
      const results = [
        (await call('vat', { action: 'calculate', net: 250, country_code: 'DE' })).result.gross,
        (await call('vat', { action: 'list-countries' })).result.countries.length > 20,
        (
          await call('currency_rates', {
            pairs: [
              { from: 'EUR', to: 'USD' },
              { from: 'EUR', to: 'JPY' },
            ],
          })
        ).result.rates.length,
        (await call('currency_convert', { from: 'EUR', to: 'USD', amount: 250 })).result.mid_market.result > 0,
        Object.keys((await call('currency_platforms')).result.platforms).length > 3,
        (await call('device_analyze', { ua: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' }))
          .result.data.browser.name,
        (await call('numerology_lifepath_number', { birth_date: '1990-05-17' })).result.computed_data.number,
        (await call('qr_code_generate', { qr_code_text: 'https://example.com', image_format: 'SVG' })).result.ext,
        (await client.listTools()).tools.length > 20,
        (await call('vat', { action: 'country-rates', country_code: 'ZZ' })).error.type,
      ];
      deepEqual(results.map(String), RESULTS);
    } finally {
      await client.close();
    }
  });

  for (const name of ['utility-api-client', 'utility-api-cli', 'utility-api-mcp'])
    itNightly(`could publish ${name} as it is`, async () => {
      const project = await newProject(`publish-${name}`);
      const { publint } = await import('publint');
      await shell(project, 'curl', '--silent', '--location', '--remote-name', `${url}/clients/${name}.tgz`);
      await shell(project, 'tar', '-xzf', `${name}.tgz`);
      const { messages } = await publint({ pkgDir: join(project, 'package'), pack: false, strict: true });
      deepEqual(messages, []);
      await shell(project, 'npm', 'publish', '--dry-run', '--provenance=false', `./${name}.tgz`);
    });
});
