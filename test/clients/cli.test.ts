import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import jsqr from 'jsqr';
import sharp from 'sharp';
import { projectFile } from '../../shared/process/project-file.js';
import { eventually, newAccount, stack } from '../helpers/stack.js';
import { complete } from '../helpers/vat-invoices.js';

const MAIN = projectFile('packages/cli/dist/main.js');
const VAT = ['vat', '--action', 'calculate', '--net', '100', '--country-code', 'DE'];

interface Ended {
  code: number;
  out: string;
  err: string;
}

describe('the command line', () => {
  let home: string;
  let url: string;
  let key: string;

  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'cli-'));
    url = (await stack()).platform.baseUrl;
    ({ key } = await newAccount({ credits: 5 }));
  });
  after(() => rm(home, { recursive: true, force: true }));

  /** Runs it as a user's shell does, in a home of its own. */
  async function run(args: string[], { input = '', ...environment }: Record<string, string> = {}): Promise<Ended> {
    const env = {
      PATH: process.env.PATH ?? '',
      HOME: home,
      UTILITY_API_URL: url,
      UTILITY_API_KEY: key,
      ...environment,
    };
    const child = spawn(process.execPath, [MAIN, ...args], { env, cwd: home });
    child.stdin.on('error', () => {}).end(input);
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    return { code, out, err };
  }

  /** Runs it successfully and parses its output. */
  async function runToJson(args: string[], environment?: Record<string, string>) {
    const { code, out, err } = await run(args, environment);
    equal(code, 0, err);
    return JSON.parse(out);
  }

  it('calls an endpoint by its id or its path, with fields in every spelling, and prints JSON into a pipe', async () => {
    equal((await runToJson(VAT)).gross, 119);
    const path = ['/v1/vat', '--action', 'calculate', '--net=1.000,50', '--country_code=DE', '--round', 'no'];
    equal((await runToJson(path)).net, 1000.5);
    const pairs = '[{"from":"EUR","to":"USD"},{"from":"EUR","to":"JPY"}]';
    equal((await runToJson(['currency/rates', '--pairs', pairs])).rates.length, 2);
    const tags = ['video-platform/generate/title-generator', '--topic', 'Sourdough', '--keywords', 'bread', 'oven'];
    match((await runToJson(tags)).title, /\w/);
  });

  it('takes JSON from its argument, a file or its input, under the options', async () => {
    const fields = { action: 'calculate', net: 100, country_code: 'DE' };
    equal((await runToJson(['vat', '--json', JSON.stringify({ ...fields, net: 1 }), '--net', '100'])).gross, 119);
    equal((await runToJson(['vat', '--json', '-'], { input: JSON.stringify(fields) })).gross, 119);
    const missing = await run(['vat', '--json', '@nothing.json']);
    deepEqual([missing.code, missing.out], [2, '']);
  });

  it('prints tables for people, without what would steer their terminal', async () => {
    const { out } = await run(['currency/platforms', '--output', 'table']);
    match(out, /^platforms:\n +name +markup +fee_pct/);
    match(out, /^ {2}online_bank +\S.* \d/m);
    const listed = await run(['vat', '--action', 'list-countries', '--output=table']);
    match(listed.out, /^ {2}code +name +currency +standard +valid_from +valid_until$/m);
    const strange = await run(['device-analyze', '--ua', 'x\u001b[31mred', '--output', 'table']);
    ok(strange.out.includes('[31mred') && !strange.out.includes('\u001b'));
  });

  it('refuses a wrong command line, field or value before anything is sent, with a suggestion', async () => {
    const nowhere = { UTILITY_API_URL: 'http://127.0.0.1:1' };
    for (const [args, why] of [
      [['vta'], /Did you mean vat\?/],
      [['vat', '--contry_code', 'DE'], /Did you mean --country_code\?/],
      [
        ['vat', '--json', '{"action":"calculate","contry_code":"DE"}'],
        /Unknown field \\"contry_code\\": did you mean country_code\?/,
      ],
      [['currency/convert', '--from', 'EUR', '--to', 'USD'], /--amount is required/],
      [['currency/convert', '--amount', 'much'], /--amount must be a number/],
      [['vat', '--wait', 'long'], /whole number of seconds/],
      [['vat'], /--action \(calculate, .*\) is required/],
    ] as const) {
      const { code, out, err } = await run([...args], nowhere);
      deepEqual([code, out], [2, ''], err);
      match(err, why);
    }
    const unreachable = await run(VAT, nowhere);
    equal(unreachable.code, 7);
    match(JSON.parse(unreachable.err).hint, /Check that the platform is running/);
    equal((await run(VAT, { UTILITY_API_URL: 'localhost' })).code, 2);
  });

  it('reports to scripts why a request failed, by its exit code and with the error of the platform', async () => {
    const refused = await run(['vat', '--action', 'country-rates', '--country_code', 'ZZ']);
    equal(refused.code, 3);
    const said = JSON.parse(refused.err);
    deepEqual([said.error, said.status, said.type], ['Unknown country_code "ZZ"', 404, 'country_unknown']);
    match(said.request_id, /^[\w-]{36}$/);
    equal((await run(VAT, { UTILITY_API_KEY: 'ua_live_00000000000000000000000000000000' })).code, 4);
    equal((await run(VAT, { UTILITY_API_KEY: '' })).code, 4);
    const poor = await newAccount({ credits: 0 });
    equal((await run(VAT, { UTILITY_API_KEY: poor.key })).code, 5);
  });

  it('saves a file in the format of its name, and refuses others before anything is sent', async () => {
    const qr = ['qr-code/generate', '--qr_code_text', 'https://example.com/menu', '--save', 'menu.png'];
    const { file, ext, data_base64 } = await runToJson(qr);
    deepEqual([file, ext, data_base64], ['menu.png', 'png', undefined]);
    const { data, info } = await sharp(join(home, 'menu.png'))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    equal(jsqr.default(new Uint8ClampedArray(data), info.width, info.height)?.data, 'https://example.com/menu');
    for (const [name, start] of [
      ['menu.webp', 'RIFF'],
      ['menu.pdf', '%PDF'],
      ['menu.svg', '<svg'],
    ] as const) {
      await runToJson(['qr-code/generate', '--qr_code_text', 'https://example.com', '--save', name]);
      equal((await readFile(join(home, name))).subarray(0, 4).toString(), start);
    }
    const nowhere = { UTILITY_API_URL: 'http://127.0.0.1:1' };
    const refused = await run(['qr-code/generate', '--qr_code_text', 'x', '--save', 'menu.gif'], nowhere);
    equal(refused.code, 2);
    match(refused.err, /Use one of \.svg, \.png, \.jpg, \.webp, \.pdf/);
  });

  it('saves the results of a batch, and an invoice in XML', async () => {
    const items = [{ action: 'calculate', net: 100, country_code: 'DE' }];
    const batch = await runToJson(['create-batch', '--json', JSON.stringify({ endpoint: '/v1/vat', items })]);
    const id = batch.id;
    await eventually(
      () => runToJson(['batch', '--batch', id]),
      ({ state }) => state === 'finished',
    );
    const { file, type } = await runToJson(['batch-results', '--batch', id, '--save', 'vat.csv']);
    deepEqual([file, type], ['vat.csv', 'text/csv']);
    match(await readFile(join(home, 'vat.csv'), 'utf8'), /gross[\s\S]*119/);
    const invoice = {
      ...complete,
      action: 'invoice',
      country_code: 'DE',
      scenario: 'domestic',
      lines: [{ description: 'Item', net: 100 }],
    };
    const fields = ['--json', JSON.stringify(invoice), '--formats', 'ubl', '--save', 'invoice.xml'];
    equal((await runToJson(['vat', ...fields])).documents[0].content, undefined);
    match(await readFile(join(home, 'invoice.xml'), 'utf8'), /^<\?xml[\s\S]*<Invoice/);
  });

  it('says first that the data of test keys and sandboxes is an example, and leaves JSON as it is', async () => {
    const test = { UTILITY_API_KEY: (await newAccount({ mode: 'test' })).key };
    const convert = ['currency/convert', '--from', 'JPY', '--to', 'CHF', '--amount', '1'];
    const example = await run(convert, test);
    deepEqual([example.code, JSON.parse(example.out).amount], [0, 250]);
    match(example.err, /^Example data: test keys return the endpoint's example/);
    match((await run([...convert, '--output', 'table'], test)).out, /^Example data: test keys/);
    match((await run([...VAT, '--watch'], test)).err, /Example data: test keys/);
    match((await run(convert)).err, /^Example data: it comes from a sandbox/);
    equal((await run(VAT)).err, '');
    equal((await runToJson(['whoami'], test)).mode, 'test');
    equal((await run(['whoami'], test)).err, '');
    // The example is a PNG, which is not saved under another name.
    const { file } = await runToJson(['qr-code/generate', '--qr_code_text', 'x', '--save', 'test.webp'], test);
    equal(file, 'test.webp.png');
  });

  it('prints tools for models without a platform, and runs their calls', async () => {
    const nowhere = { UTILITY_API_URL: '', UTILITY_API_KEY: '' };
    const tools = await runToJson(['tools', '--format', 'openai', '--groups', 'vat,currency'], nowhere);
    deepEqual(tools.map(({ name }: { name: string }) => name.split('_')[0]).slice(0, 2), ['vat', 'currency']);
    const { functionDeclarations } = await runToJson(['tools', '--format', 'gemini'], nowhere);
    equal(functionDeclarations[0].parameters.type, 'OBJECT');
    const unknown = await run(['tools', '--format', 'anthropic', '--groups', 'tax'], nowhere);
    deepEqual([unknown.code, /The groups are horoscope, /.test(unknown.err)], [2, true]);

    const input = { action: 'calculate', net: 100, country_code: 'DE' };
    for (const call of [
      { type: 'function_call', name: 'vat', arguments: JSON.stringify(input) },
      { type: 'tool_use', name: 'vat', input },
      { name: 'vat', args: input },
    ]) {
      equal((await runToJson(['call', '--json', '-'], { input: JSON.stringify(call) })).gross, 119);
    }
    const picture = { name: 'qr_code_generate', arguments: { qr_code_text: 'https://example.com' } };
    equal((await runToJson(['call', '--json', JSON.stringify(picture)])).ext, 'png');
    equal((await run(['call', '--json', '{"name":"tax","arguments":{}}'])).code, 2);
    const converted = { name: 'currency_convert', args: { from: 'EUR', to: 'USD', amount: 250 } };
    const { out } = await run(['call', '--json', JSON.stringify(converted)]);
    match(out, /^\{\s*"notice": "Example data: it comes from a sandbox/);
    const videos = { name: 'video_channel_videos', args: { channel: '@bakery' } };
    match(
      JSON.stringify(await runToJson(['call', '--json', JSON.stringify(videos)])),
      /^\{"notice":"Example data.*","items":\[/,
    );
  });

  it('runs a request as a job, watches it, finds it again, and cannot cancel it once it is finished', async () => {
    const { code, out, err } = await run([...VAT, '--watch']);
    deepEqual([code, JSON.parse(out).gross], [0, 119]);
    match(err, /^job [\w-]{36}\n(queued .*\n)?(running .*\n)?finished \(\d+\.\d s\)$/m);
    const { job_id } = await runToJson([...VAT, '--async']);
    equal((await runToJson(['jobs', job_id, '--watch'])).gross, 119);
    deepEqual((await runToJson(['jobs', job_id])).status, 200);
    equal((await run(['jobs', job_id, '--cancel'])).code, 3);
    const { jobs } = await runToJson(['jobs', '--limit', '1']);
    equal(jobs[0].job_id, job_id);
    equal((await runToJson([...VAT, '--wait', '5', '--idempotency-key', 'order-1042'])).gross, 119);
  });

  it('lists requests, and shows the timeline of one', async () => {
    const mine = await newAccount({ credits: 1 });
    const refused = await run(['vat', '--action', 'country-rates', '--country_code', 'ZZ'], {
      UTILITY_API_KEY: mine.key,
    });
    const { request_id } = JSON.parse(refused.err);
    const timeline = await runToJson(['requests', request_id], { UTILITY_API_KEY: mine.key });
    equal(timeline.request_id, request_id);
    deepEqual((await runToJson(['requests', '--status', '503'], { UTILITY_API_KEY: mine.key })).requests, []);
    equal((await runToJson(['usage', '--group-by', 'key'])).group_by, 'key');
  });

  it('saves a login that only its user can read, for that platform alone', async () => {
    const own = { HOME: join(home, 'own'), UTILITY_API_URL: '', UTILITY_API_KEY: '' };
    const wrong = await run(['login', '--url', url], { ...own, input: 'ua_live_wrong\n' });
    equal(wrong.code, 4);
    equal((await run(['whoami'], own)).code, 4);
    const login = await run(['login', '--url', `${url}/`], { ...own, input: `${key}\n` });
    equal(login.code, 0, login.err);
    match(login.err, /^Logged in to .* balance [\d.]+ credits/);
    const file = join(own.HOME, '.config/utility-api/login.json');
    equal((await stat(file)).mode & 0o777, 0o600);
    equal(JSON.parse(await readFile(file, 'utf8')).key, key);
    const me = await runToJson(['whoami'], own);
    deepEqual([me.url, me.key.prefix], [url, key.slice(0, 12)]);
    // The key is not sent to another URL.
    const elsewhere = await run(['whoami'], { ...own, UTILITY_API_URL: 'http://127.0.0.1:1' });
    deepEqual([elsewhere.code, /Not logged in to http:\/\/127\.0\.0\.1:1/.test(elsewhere.err)], [4, true]);
    await run(['logout'], own);
    equal((await run(['whoami'], own)).code, 4);
  });

  it('reads the key at a terminal without showing it, and prints tables there (pending without script)', async function () {
    if (!existsSync('/usr/bin/script')) this.skip();
    /** Runs it at a terminal, and answers its question. */
    async function atTerminal(args: string[], answer?: string): Promise<string> {
      const env = { PATH: process.env.PATH ?? '', HOME: join(home, 'terminal') };
      const command = [process.execPath, MAIN, ...args].map((word) => `'${word}'`).join(' ');
      const child = spawn('/usr/bin/script', ['-qec', command, '/dev/null'], { env, cwd: home });
      let shown = '';
      child.stdout.setEncoding('utf8').on('data', (part: string) => {
        shown += part;
        if (answer && /which is not shown: $/.test(shown)) child.stdin.write(`${answer}\n`);
      });
      const [code] = await once(child, 'close');
      equal(code, 0, shown);
      return shown;
    }
    const login = await atTerminal(['login', '--url', url], key);
    match(login, /Logged in to/);
    ok(!login.includes(key), login);
    match(await atTerminal(['whoami']), /^balance +\d[\s\S]*^key:\r?\n {2}id +key_/m);
    match(await atTerminal(VAT), /gross +119[\s\S]*0\.001 credits, [\d.]+ left, request [\w-]{36}/);
  });

  it('does what the documentation shows of it', async () => {
    const page = await (await fetch(`${url}/docs/client`)).text();
    const [, shown = ''] = /aria-label="Using the command line"><code>([\s\S]*?)<\/code>/.exec(page) ?? [];
    const script = `set -e; utility-api() { "$NODE" "$MAIN" "$@"; }\n${shown.replace(/<[^>]+>/g, '')}`;
    const env = { PATH: process.env.PATH ?? '', HOME: join(home, 'reader'), NODE: process.execPath, MAIN };
    const child = spawn('bash', ['-c', script], { env, cwd: home });
    child.stdin.end(`${key}\n`);
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    equal(code, 0, err);
    match(out, /"vat_rate": 19/);
    match(out, /Usage: utility-api vat/);
  });

  it('explains every endpoint from the catalogue', async () => {
    const { out } = await run(['--help']);
    for (const shown of ['Currency:', 'currency/convert', 'Horoscope:', 'whoami', 'create-token', 'Exit codes:'])
      ok(out.includes(shown), shown);
    const help = await run(['currency/convert', '--help']);
    match(help.out, /Costs 0\.009 credits/);
    match(help.out, /--amount <number> +Amount in the source currency\s+\(required\)/);
    equal(help.code, 0);
    match((await run(['qr-code/generate', '--help'])).out, /Pass the field save with --json/);
  });

  it('completes commands, options and their values in bash, zsh and fish', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { code, out } = await run(['completion', shell]);
      deepEqual([code, out.includes('utility-api')], [0, true], shell);
    }
    const completed = async (...words: string[]) => (await run(['complete', '--', ...words])).out.split('\n');
    ok((await completed('currency/co')).some((line) => line.startsWith('currency/convert\t')));
    ok((await completed('vat', '--cou')).some((line) => line.startsWith('--country_code\t')));
    ok((await completed('vat', '--action', '')).some((line) => line.startsWith('country-rates')));
  });
});
