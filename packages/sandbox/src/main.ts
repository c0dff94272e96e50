import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startSandboxDns } from './dns/server.js';
import { sandboxZone } from './dns/zone.js';
import { learnWords } from './language/text-code.js';
import { startSandboxMail } from './mail/server.js';
import { startSandbox } from './server.js';
import { SANDBOX_KEY, startSandboxStripe } from './stripe/server.js';
import { sandboxSettings } from './upstreams.js';

const USAGE = 'usage: npm run sandbox -- [--port <number>] [--stripe-file <path>] | --version';
const STOP_WITHIN_MS = 3_000;

/** Serves until it is told to stop. What started it learns where the sandbox is: by a message, else by what is printed. */
async function main(): Promise<void> {
  const stopped = toldToStop();
  const { port, stripeFile } = readOptions();
  const mail = await startSandboxMail();
  const zone = { ...sandboxZone };
  const [sandbox, dns, stripe] = await Promise.all([
    startSandbox(port, mail.mailbox, zone),
    startSandboxDns({ zone }),
    startSandboxStripe(0, stripeFile),
  ]);
  learnWords();
  const facts = { url: sandbox.url, dns: dns.address, smtp: mail.url, stripe: stripe.url };
  if (process.send) process.send({ ready: true, ...facts });
  else printSettings(sandbox.url, dns.address, mail.url, stripe.url);
  await stopped;
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  await Promise.all([sandbox.close(), dns.close(), mail.close(), stripe.close()]);
}

/** Resolves at SIGTERM, at SIGINT, or when the process that started this one is gone. */
const toldToStop = (): Promise<void> =>
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
    if (!/^\d{1,5}$/.test(values.port)) throw new Error(`${values.port} is no port`);
    return { port: Number(values.port), stripeFile: values['stripe-file'] };
  } catch (error) {
    throw new Error(`${toMessage(error)}\n${USAGE}`);
  }
}

/** Reads the version of the package that this file is in: its own, or that of the platform. */
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
  const settings = { SANDBOX_URL: url, ...sandboxSettings(url, {}, dnsAddress, smtpUrl), ...stripe };
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
