import { once } from 'node:events';
import pretty from 'pino-pretty';
import { readConfig } from '../shared/process/config.js';
import { READABLE } from '../shared/process/log.js';
import { StartError } from '../shared/process/run-process.js';
import { loadSecrets, openDemoAccount, secretsFile } from './demo-account.js';
import { type Platform, startPlatform } from './platform.js';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Formats the log of a process, which is JSON lines, for people, and writes it to standard output. */
const formatLog = () => pretty({ ...READABLE, destination: 1, sync: true });

/** A credential as the start announces it. */
interface Credential {
  /** Printed once, by the start that creates it. */
  readonly created: string | undefined;
  /** File or setting that holds it. */
  readonly place: string;
}

const showCredential = ({ created, place }: Credential): string => created ?? place;

function announce(
  platform: Platform,
  { demoApiKey, adminToken }: Record<'demoApiKey' | 'adminToken', Credential>,
): void {
  const { baseUrl, redisUrl, mongodbUrl, mailboxUrl, environment } = platform;
  const sections: Line[][] = [
    [
      ['Docs', `${baseUrl}/docs`, 'endpoints, prices, examples'],
      ...(environment.MAIL_FROM
        ? [['Portal', `${baseUrl}/account`, 'keys, usage and billing of customers'] as const]
        : []),
      ['Console', `${baseUrl}/operator`, 'for operators: sign in with the admin token'],
      ...(mailboxUrl ? [['Inbox', mailboxUrl, 'sandbox: every email that the platform sends'] as const] : []),
      ['MCP', `${baseUrl}/mcp`, 'for agents'],
    ],
    [
      ['Demo API key', showCredential(demoApiKey)],
      ['Admin token', showCredential(adminToken)],
    ],
    [
      ['Base URL', baseUrl],
      ['Redis', redisUrl],
      ['MongoDB', mongodbUrl],
    ],
  ];
  say(`\nThe platform is running. Open this first: ${baseUrl}`);
  for (const lines of sections) say(`\n${formatLines(lines)}`);
  say('\nPress Ctrl-C to stop it.');
}

type Line = readonly [name: string, value: string, note?: string];

/** Formats lines in columns. */
function formatLines(lines: readonly Line[]): string {
  const width = Math.max(...lines.filter(([, , note]) => note !== undefined).map(([, value]) => value.length));
  return lines
    .map(
      ([name, value, note]) => `  ${name.padEnd(14)}${note === undefined ? value : `${value.padEnd(width)}  ${note}`}`,
    )
    .join('\n');
}

async function main(): Promise<void> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  const environment = { LOG_PRETTY: 'true', ...process.env };
  const { DATA_DIR, DEMO_API_KEY, ADMIN_TOKEN, TOKEN_SECRETS, WEBHOOK_SECRETS, LOG_PRETTY } = readConfig(environment);
  let credentials: Parameters<typeof announce>[1] | undefined;
  const platform = await startPlatform({
    // The launcher formats the lines of all processes, since pino would need a thread in each.
    environment: { ...environment, LOG_PRETTY: 'false' },
    ...(LOG_PRETTY && { log: formatLog }),
    signal: stopping.signal,
    say,
    async prepare(config) {
      const { secrets, areNew } = await loadSecrets(DATA_DIR);
      const credential = (setting: 'ADMIN_TOKEN' | 'DEMO_API_KEY', name: 'adminToken' | 'demoApiKey'): Credential => ({
        created: config[setting] === undefined && areNew ? secrets[name] : undefined,
        place: config[setting] === undefined ? `in ${secretsFile(DATA_DIR)}: ${name}` : `in the setting ${setting}`,
      });
      credentials = {
        demoApiKey: credential('DEMO_API_KEY', 'demoApiKey'),
        adminToken: credential('ADMIN_TOKEN', 'adminToken'),
      };
      await openDemoAccount(config, DEMO_API_KEY ?? secrets.demoApiKey);
      return {
        ADMIN_TOKEN: ADMIN_TOKEN ?? secrets.adminToken,
        TOKEN_SECRETS: TOKEN_SECRETS ?? `kept:${secrets.tokenSecret}`,
        SIGN_UP: process.env.SIGN_UP ?? 'open',
        SIGN_UP_CREDITS: process.env.SIGN_UP_CREDITS ?? '10',
        WEBHOOK_SECRETS: WEBHOOK_SECRETS ?? `kept:${secrets.webhookSecret}`,
      };
    },
  });
  if (credentials) announce(platform, credentials);
  if (!stopping.signal.aborted) await once(stopping.signal, 'abort');
  await platform.stop();
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    if (error instanceof Error && error.name === 'AbortError') process.exit(0);
    process.stderr.write(`${error instanceof StartError ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
