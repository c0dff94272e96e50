import { deepEqual, equal, match } from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createSandboxSettings, type Sandbox, startSandbox } from 'sandbox';

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url));

describe('the process', () => {
  const started: ChildProcess[] = [];
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
  });

  /** Started from a shell, or with a channel to whoever started it. */
  function start(args: string[], channel: 'ipc' | 'ignore') {
    const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe', channel] });
    started.push(child);
    const said = { stdout: '', stderr: '' };
    const streams = (['stdout', 'stderr'] as const).map(async (name) => {
      for await (const text of child[name]?.setEncoding('utf8') ?? []) said[name] += text;
    });
    const ended = Promise.all([once(child, 'exit'), ...streams]).then(([[code]]) => code);
    /** Waits until standard output has something to match. */
    const printed = async (wanted: RegExp): Promise<string> => {
      while (!wanted.test(said.stdout)) {
        equal(child.exitCode, null, `${wanted} was not printed:\n${said.stdout}${said.stderr}`);
        await setTimeout(10);
      }
      return said.stdout;
    };
    return { child, said, ended, printed };
  }

  it('says alone where it is and what points at it, and ends when told to', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const { child, ended, printed } = start(['--port', '0'], 'ignore');
      const output = await printed(/^STRIPE_SECRET_KEY=.*\n/m);
      const {
        SANDBOX_URL = '',
        STRIPE_URL = '',
        STRIPE_SECRET_KEY,
        ...settings
      } = Object.fromEntries(
        output
          .trim()
          .split('\n')
          .map((line) => line.split(/=(.*)/s)),
      );
      match(SANDBOX_URL, /^http:\/\/127\.0\.0\.1:\d+$/);
      match(STRIPE_URL, /^http:\/\/127\.0\.0\.1:\d+$/);
      equal(STRIPE_SECRET_KEY, 'sk_test_sandbox');
      deepEqual(settings, createSandboxSettings(SANDBOX_URL, {}, settings.DNS_SERVERS, settings.SMTP_URL));
      equal((await fetch(`${settings.MUSIC_URL}/getTrends?key=${settings.MUSIC_KEY}`)).status, 200);
      child.kill(signal);
      equal(await ended, 0);
    }
  });

  it('tells whoever started it where it is, prints nothing, and ends with the channel', async () => {
    const { child, ended, said } = start([], 'ipc');
    const [{ url, dns, smtp, stripe, ...rest }] = await once(child, 'message');
    deepEqual(rest, { ready: true });
    match(dns, /^127\.0\.0\.1:\d+$/);
    match(stripe, /^http:\/\/127\.0\.0\.1:\d+$/);
    equal((await fetch(`${url}/_control`)).status, 200);
    child.disconnect();
    equal(await ended, 0);
    equal(said.stdout, '');
  });

  describe('that cannot start', () => {
    let other: Sandbox;
    before(async () => {
      other = await startSandbox();
    });
    after(() => other.close());

    it('says why in one message, or in one line, and ends with 1', async () => {
      const port = new URL(other.url).port;
      const taken = new RegExp(`EADDRINUSE.*127\\.0\\.0\\.1:${port}`);
      const launched = start(['--port', port], 'ipc');
      const [{ failed }] = await once(launched.child, 'message');
      match(failed, taken);
      equal(await launched.ended, 1);

      const alone = start(['--port', port], 'ignore');
      equal(await alone.ended, 1);
      match(alone.said.stderr, taken);
    });

    it('says how it is started when its arguments make no sense', async () => {
      for (const args of [['--port', 'high'], ['--ports', '1'], ['more']]) {
        const { ended, said } = start(args, 'ignore');
        equal(await ended, 1);
        match(said.stderr, /\nusage: npm run sandbox -- \[--port <number>\] \[--stripe-file <path>\] \| --version\n$/);
      }
    });
  });
});
