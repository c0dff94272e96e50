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
    .description('Save the URL and the API key of a platform. Reads the key from standard input.')
    .option(
      '--url <url>',
      'URL of the platform',
      process.env.UTILITY_API_URL || readLogin()?.url || 'http://127.0.0.1:3000',
    )
    .action(async ({ url }: { url: string }) => {
      if (!/^https?:\/\//.test(url) || !URL.canParse(url))
        throw new UsageError('--url must be a URL such as https://api.example.com');
      const key = (await readKey()).trim();
      if (key === '') throw new UsageError('No API key was entered. Create one in the portal or the console.');
      const baseUrl = url.replace(/\/+$/, '');
      const { account, balance } = await new UtilityApi({ baseUrl, apiKey: key }).account();
      writeLogin({ url: baseUrl, key });
      process.stderr.write(
        `Logged in to ${baseUrl}, account ${account}, balance ${balance} credits.\nSaved in ${loginFile()}\n`,
      );
    });

export const logoutCommand = (): Command =>
  new Command('logout').description('Delete the saved URL and API key.').action(() => forgetLogin());

export const whoamiCommand = (): Command =>
  withOutput(new Command('whoami'))
    .description('Show the account, its balance and the API key in use.')
    .action(async (options: OwnOptions) => print({ url: access().url, ...(await connect().account()) }, options));

/** Reads the first line of standard input. What is typed at a terminal is not shown. */
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
