import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { Command } from 'commander';
import { access, connect, createClient, DEFAULT_URL, isUrl, trimUrl } from './access.js';
import { type CommandOptions, withOutput } from './command-options.js';
import { UsageError } from './failures.js';
import { forgetLogin, loginFile, readLogin, writeLogin } from './login-file.js';
import { note, print } from './output.js';

export const loginCommand = (): Command =>
  new Command('login')
    .summary('Save the URL and the API key of a platform')
    .description(
      'Saves the URL and the API key of a platform, which is read from standard input. Create a key in the portal.',
    )
    .option('--url <url>', 'URL of the platform', process.env.UTILITY_API_URL || readLogin()?.url || DEFAULT_URL)
    .action(async ({ url }: { url: string }) => {
      if (!isUrl(url)) throw new UsageError('--url must be a URL such as https://api.example.com');
      const baseUrl = trimUrl(url);
      const key = (await readKey(baseUrl)).trim();
      if (key === '') throw new UsageError(`No API key was entered. Create one in the portal: ${baseUrl}/account`);
      const { account, balance, key: used } = await createClient(baseUrl, key).account();
      writeLogin({ url: baseUrl, key });
      note(`Logged in to ${baseUrl}, account ${account}, balance ${balance} credits.`);
      if (used.mode === 'test') note('This is a test key: requests are free, and return example data.');
      note(`Saved in ${loginFile()}`);
      if (process.env.UTILITY_API_KEY) note('UTILITY_API_KEY is set, and overrides this login.');
    });

export const logoutCommand = (): Command =>
  new Command('logout')
    .description('Deletes the saved URL and API key.')
    .summary('Delete the saved URL and API key')
    .action(() => {
      const { url } = readLogin() ?? {};
      forgetLogin();
      note(url === undefined ? 'There was no login.' : `Logged out of ${url}.`);
    });

export const whoamiCommand = (): Command =>
  withOutput(new Command('whoami'))
    .summary('Show the account, its balance and the API key')
    .description('Shows the account, its balance and the API key in use.')
    .action(async (options: CommandOptions) => {
      const account = await connect().account();
      print({ url: access().url, mode: account.key.mode, ...account }, options);
    });

/** Reads the first line of standard input. What is typed at a terminal is not shown. */
async function readKey(url: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY });
  if (process.stdin.isTTY) process.stderr.write(`API key of ${url}, which is not shown: `);
  try {
    const [line] = await Promise.race([once(lines, 'line'), once(lines, 'close')]);
    return typeof line === 'string' ? line : '';
  } finally {
    lines.close();
    if (process.stdin.isTTY) process.stderr.write('\n');
  }
}
