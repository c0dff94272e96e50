import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { launch } from '../test/helpers/launch.js';
import { payPage } from '../test/helpers/payments.js';
import { Customer } from '../test/helpers/portal.js';
import { unusedPort } from '../test/helpers/unused-port.js';

/**
 * Measures the time of a new customer from `npm start` in an empty folder to the first paid request: every page and form as a browser without
 * JavaScript loads them. The time to read and type is not included.
 *
 * usage: node dist/bench/first-paid-call.js
 */
const ADDRESS = 'ada@customers.example';
const TIMEOUT_MS = 120_000;
const POLL_MS = 250;

const began = performance.now();
let before = began;

/** Prints the time of a step. */
function report(step: string): void {
  const now = performance.now();
  process.stdout.write(`${step.padEnd(48)} ${((now - before) / 1_000).toFixed(1).padStart(6)} s\n`);
  before = now;
}

/** Polls until there is a result. @throws Error after the timeout */
async function until<T>(what: string, poll: () => Promise<T | undefined>): Promise<T> {
  for (const limit = performance.now() + TIMEOUT_MS; performance.now() < limit; await pause(POLL_MS)) {
    const answer = await poll();
    if (answer !== undefined) return answer;
  }
  throw new Error(`Timeout: ${what}`);
}

/** Signs up, buys credits, creates a key and sends a request with it. */
async function becomeCustomer(baseUrl: string, mailbox: string): Promise<void> {
  const customer = new Customer(baseUrl);
  await customer.send('/account/login', '/account/login', { email: ADDRESS, next: '/account/billing' });
  const link = await until('the link', async () => {
    const answer = await fetch(`${mailbox}?json&to=${encodeURIComponent(ADDRESS)}`);
    return /https?:\S+\/login\/link\?token=\S+/.exec(await answer.text())?.[0]?.replace(/[\\"].*/, '');
  });
  await customer.press(link);
  report('signed up, by the link in the mail');

  const ordered = await customer.send('/account/billing', '/account/billing/orders', { pack: 'small' });
  await payPage(ordered.headers.get('location') ?? '');
  await until('the payment', async () => {
    const page = await customer.page('/account/billing');
    return page.includes('>Receipt<') || undefined;
  });
  report('a pack ordered, paid and credited');

  await customer.send('/account/keys', '/account/keys', { name: 'Server', scopes: '*' });
  const key = /id="issued">([^<]+)</.exec(await customer.page('/account/keys'))?.[1] ?? '';
  const call = await fetch(`${baseUrl}/v1/vat`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: '{"action":"calculate","net":"100,00","country_code":"DE"}',
  });
  if (call.status !== 200) throw new Error(`The request got ${call.status}: ${await call.text()}`);
  report(`a key made, and called with (${call.headers.get('x-credits-remaining')} credits left)`);
  await customer.close();
}

const DATA_DIR = await mkdtemp(join(tmpdir(), 'first-paid-call-'));
// Without free credits, so that the request is paid.
const settings = { DATA_DIR, PORT: String(await unusedPort()), SIGN_UP_CREDITS: '0' };
const platform = launch('dist/embedded/main.js', [], settings);
try {
  const baseUrl = await platform.printed(/Base URL +(\S+)/);
  const mailbox = await platform.printed(/Mailbox +(\S+)/);
  report('the platform started, on an empty folder');
  await becomeCustomer(baseUrl, mailbox);
  before = began;
  report('altogether');
} finally {
  platform.process.kill('SIGTERM');
  await platform.ended();
  await rm(DATA_DIR, { recursive: true, force: true, maxRetries: 10 });
}
