import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startSandboxDns } from './dns/server.js';
import { sandboxZone } from './dns/zone.js';
import { loadWords } from './language/text-code.js';
import { startSandboxMail } from './mail/server.js';
import { startSandbox } from './server.js';
import { SANDBOX_KEY, startSandboxStripe } from './stripe/server.js';
import { createSandboxSettings } from './upstreams.js';

const USAGE = 'usage: npm run sandbox -- [--port <number>] [--stripe-file <path>] | --version';
const STOP_WITHIN_MS = 3_000;

/** Serves until SIGTERM or SIGINT. Sends the URLs to a parent process by a message, or prints them. */
async function main(): Promise<void> {
  const stopped = waitForStop();
  const { port, stripeFile } = readOptions();
  const mail = await startSandboxMail();
  const zone = { ...sandboxZone };
  const [sandbox, dns, stripe] = await Promise.all([
    startSandbox(port, mail.mailbox, zone),
    startSandboxDns({ zone }),
    startSandboxStripe(0, stripeFile),
  ]);
  loadWords();
  const urls = { url: sandbox.url, dns: dns.address, smtp: mail.url, stripe: stripe.url };
  if (process.send) process.send({ ready: true, ...urls });
  else printSettings(sandbox.url, dns.address, mail.url, stripe.url);
  await stopped;
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  await Promise.all([sandbox.close(), dns.close(), mail.close(), stripe.close()]);
}

/** Resolves at SIGTERM, at SIGINT, or when the parent process has exited. */
const waitForStop = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve());
    process.on('disconnect', () => resolve());
  });

function readOptions(): { port: number; stripeFile: string | undefined } {
  try {
    const options = {
      port: { type: 'string', default: '0' },
      'stripe-file': { type: 'string' },
      version: { type: 'boolean' },
    } as const;
    const { values } = parseArgs({ options });
    if (values.version) printVersion();
    if (!/^\d{1,5}$/.test(values.port)) throw new Error(`--port: ${values.port} is not a port number`);
    return { port: Number(values.port), stripeFile: values['stripe-file'] };
  } catch (error) {
    throw new Error(`${toMessage(error)}\n${USAGE}`);
  }
}

/** Reads the version of the package that contains this file: the sandbox, or the platform. */
function readVersion(): string {
  let folder = new URL('.', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) folder = new URL('..', folder);
  return JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')).version;
}

function printVersion(): never {
  process.stdout.write(`${readVersion()}\n`);
  process.exit(0);
}

function printSettings(url: string, dnsAddress: string, smtpUrl: string, stripeUrl: string): void {
  const stripe = { STRIPE_URL: stripeUrl, STRIPE_SECRET_KEY: SANDBOX_KEY };
  const settings = { SANDBOX_URL: url, ...createSandboxSettings(url, {}, dnsAddress, smtpUrl), ...stripe };
  for (const [name, value] of Object.entries(settings)) process.stdout.write(`${name}=${value}\n`);
}

const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function fail(error: unknown): void {
  const reason = toMessage(error);
  if (process.send) {
    process.send({ failed: reason }, () => process.exit(1));
    return;
  }
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

process.on('unhandledRejection', (error) => process.stderr.write(`unhandled rejection: ${toMessage(error)}\n`));
main().then(() => process.exit(0), fail);
