import { parseArgs } from 'node:util';
import { startSandboxDns } from './dns/server.js';
import { learnWords } from './language/text-code.js';
import { startSandbox } from './server.js';
import { sandboxSettings } from './upstreams.js';

const USAGE = 'usage: npm run sandbox -- [--port <number>]';
const STOP_WITHIN_MS = 3_000;

/** Serves until it is told to stop. What started it learns where the sandbox is: by a message, else by what is printed. */
async function main(): Promise<void> {
  const stopped = toldToStop();
  const [sandbox, dns] = await Promise.all([startSandbox(readPort()), startSandboxDns()]);
  learnWords();
  if (process.send) process.send({ ready: true, url: sandbox.url, dns: dns.address });
  else printSettings(sandbox.url, dns.address);
  await stopped;
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  await Promise.all([sandbox.close(), dns.close()]);
}

/** Resolves at SIGTERM, at SIGINT, or when the process that started this one is gone. */
const toldToStop = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve());
    process.on('disconnect', () => resolve());
  });

function readPort(): number {
  try {
    const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
    if (!/^\d{1,5}$/.test(values.port)) throw new Error(`${values.port} is no port`);
    return Number(values.port);
  } catch (error) {
    throw new Error(`${messageOf(error)}\n${USAGE}`);
  }
}

function printSettings(url: string, dnsAddress: string): void {
  const settings = { SANDBOX_URL: url, ...sandboxSettings(url, {}, dnsAddress) };
  for (const [name, value] of Object.entries(settings)) process.stdout.write(`${name}=${value}\n`);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function fail(error: unknown): void {
  const reason = messageOf(error);
  if (process.send) {
    process.send({ failed: reason }, () => process.exit(1));
    return;
  }
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

process.on('unhandledRejection', (error) => process.stderr.write(`unhandled rejection: ${messageOf(error)}\n`));
main().then(() => process.exit(0), fail);
