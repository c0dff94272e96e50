import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { Agent, fetch } from 'undici';
import { LARGEST_BODY_WITH_KEY, MOST_VALUES } from '../../shared/contract/bounds.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import type { Sides } from './attack-load.js';
import { setProcessPriority } from './process-priority.js';
import { declaredInputs } from './worst-inputs.js';

/** Pause of each attacker between its requests. Those with a key stay within its rate limit. */
const BREATH_MS = 5;
/** A client address of their own, which is throttled soon for failed authentication. */
const dispatcher = new Agent({ localAddress: '127.0.0.66' });

/** Request that is sent repeatedly, built once. */
interface Attack {
  /** Name, by which attackers are selected. */
  readonly what: string;
  readonly path: string;
  /** A GET without one. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

const { baseUrl, hostileKey, attack: wanted = '' } = JSON.parse(process.argv[2] ?? '') as Sides;
const keyed = { 'X-API-Key': hostileKey };

async function send({ path, body, headers }: Omit<Attack, 'what'>): Promise<{ status: number; text: string }> {
  const response = await fetch(baseUrl + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
    dispatcher,
  });
  return { status: response.status, text: await response.text() };
}

async function attacks(): Promise<Attack[]> {
  const byHand = await declaredInputs();
  const worst = catalogue.flatMap(({ id, path }) =>
    (byHand.get(id) ?? []).map(
      (input, at): Attack => ({
        what: `${id}: ${input.what}`,
        path,
        body: JSON.stringify(input.fields(at)),
        headers: keyed,
      }),
    ),
  );
  return [...worst, ...beforePaid(), ...(await free())].filter(({ what }) => what.includes(wanted));
}

/** Requests without a key, with a wrong key, or with a body over the limit. */
function beforePaid(): Attack[] {
  const half = 4 * 1024 * 1024;
  const bomb = new Uint8Array(gzipSync(`{"x":${'['.repeat(half)}${']'.repeat(half)}}`));
  const path = '/v1/vat';
  return [
    {
      what: 'unpaid: compressed',
      path: '/v1/qr-code/generate',
      body: bomb,
      headers: { 'Content-Encoding': 'gzip' },
    },
    { what: 'unpaid: nested', path, body: '['.repeat(LARGEST_BODY_WITH_KEY - 1) },
    { what: 'unpaid: many values', path, body: `{"x":[${Array(MOST_VALUES).fill(1).join(',')}]}`, headers: keyed },
    {
      what: 'unpaid: unknown key',
      path,
      body: '{}',
      headers: { 'X-API-Key': 'ua_live_00000000000000000000000000000000' },
    },
    { what: 'unpaid: no token', path, body: '{}', headers: { Authorization: 'Bearer not.a.token' } },
  ];
}

/** Requests that are free: a hosted page, and its statistics. */
async function free(): Promise<Attack[]> {
  const body = JSON.stringify({ type: 'vcard_plus', content: { first_name: 'Ada' }, include_bytes: 0 });
  const { text } = await send({ path: '/v1/qr-experience/generate', body, headers: keyed });
  const { id, code } = JSON.parse(text).experience;
  return [
    { what: 'free: page', path: `/e/${code}` },
    { what: 'free: statistics', path: `/v1/qr-experience/${id}/stats`, headers: keyed },
  ];
}

/** Stands for a status where the server has closed the connection. */
const CLOSED = 0;

const statuses = new Map<number, number>();
const made = attacks();
let isOn = false;
let running: Promise<unknown> = Promise.resolve();

async function repeat(attack: Attack): Promise<void> {
  while (isOn) {
    // The server closes the connection of a body that is too large while it is still being sent.
    const { status } = await send(attack).catch(() => ({ status: CLOSED }));
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    await sleep(BREATH_MS);
  }
}

setProcessPriority(constants.priority.PRIORITY_LOW);
process.on('disconnect', () => process.exit());
process.on('message', async (what: 'begin' | 'end') => {
  const all = await made;
  isOn = what === 'begin';
  if (isOn) running = Promise.all(all.map(repeat));
  else await running;
  process.send?.(statuses);
});
