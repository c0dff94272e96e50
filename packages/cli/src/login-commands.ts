import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { Command } from 'commander';
import { UtilityApi } from 'utility-api-client';
import { access, connect } from './access.js';
import { UsageError } from './failures.js';
import { forgetLogin, loginFile, readLogin, writeLogin } from './login-file.js';
import { print } from './output.js';
import { type OwnOptions, withOutput } from './own-options.js';

export const loginCommand = (): Command =>
  new Command('login')
    .description('Keep the address of a platform and a key for it, which is read from the standard input.')
    .option(
      '--url <url>',
      'address of the platform',
      process.env.UTILITY_API_URL || readLogin()?.url || 'http://127.0.0.1:3000',
    )
    .action(async ({ url }: { url: string }) => {
      if (!/^https?:\/\//.test(url) || !URL.canParse(url))
        throw new UsageError('--url takes an address such as https://api.example.com');
      const key = (await readKey()).trim();
      if (key === '') throw new UsageError('No key was given');
      const baseUrl = url.replace(/\/+$/, '');
      const { account, balance } = await new UtilityApi({ baseUrl, apiKey: key }).account();
      writeLogin({ url: baseUrl, key });
      process.stderr.write(`Logged in to ${baseUrl} as ${account}, with ${balance} credits; kept in ${loginFile()}\n`);
    });

export const logoutCommand = (): Command =>
  new Command('logout').description('Forget the address and the key.').action(() => forgetLogin());

export const whoamiCommand = (): Command =>
  withOutput(new Command('whoami'))
    .description('The account behind the key, what it has left, and the key itself.')
    .action(async (options: OwnOptions) => print({ url: access().url, ...(await connect().account()) }, options));

/** The first line of the standard input; what is typed at a terminal is not shown. */
async function readKey(): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY });
  if (process.stdin.isTTY) process.stderr.write('API key: ');
  try {
    const [line] = await Promise.race([once(lines, 'line'), once(lines, 'close')]);
    return typeof line === 'string' ? line : '';
  } finally {
    lines.close();
    if (process.stdin.isTTY) process.stderr.write('\n');
  }
}
