import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { Readable } from 'node:stream';
import Type from 'typebox';
import { openPayments } from '../features/billing/index.js';
import { collections } from '../features/collections.js';
import { type Actor, type Operation, openDownload, perform } from '../features/operators/index.js';
import { ApiError } from '../shared/contract/api-error.js';
import { Download } from '../shared/contract/download.js';
import { conforms } from '../shared/contract/input.js';
import { buildTarget, listPathFields } from '../shared/contract/route.js';
import { readConfig } from '../shared/process/config.js';
import { StartError } from '../shared/process/run-process.js';
import { storeClock } from '../shared/process/server-clock.js';
import { connectWithLongTimeouts, type Store } from '../shared/store/connect.js';

/** Runs an operation, and passes on its response while that can be read. */
type OperationRunner = (
  operation: Operation,
  input: Record<string, unknown>,
  onResponse: (response: object) => Promise<void>,
) => Promise<void>;

/** Connects to the store for the duration of some work. */
export async function withStore(work: (store: Store) => Promise<void>): Promise<void> {
  const store = connectWithLongTimeouts(readConfig());
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

/** Runs an operation on the store itself, as an admin named by the user of the machine: whoever has the store may do everything. */
const runInStore: OperationRunner = (operation, input, onResponse) =>
  withStore(async ({ db }) => {
    const name = `cli:${userInfo().username}`;
    const actor: Actor = { name, role: 'admin', via: 'cli', from: null, requestId: randomUUID() };
    const clock = storeClock(db, { warn: () => {} });
    await clock.measure();
    const config = readConfig();
    const services = { store: collections(db), clock, payments: await openPayments(config) };
    // BullMQ is loaded only by the commands that need it.
    const connected =
      operation.live && (await (await import('./connect-infrastructure.js')).connectInfrastructure(config));
    try {
      const context = { ...services, infrastructure: connected?.infrastructure };
      const file = openDownload(operation, input, context, actor);
      await onResponse(file ?? Object(await perform(operation, input, context, actor)));
    } finally {
      await connected?.close();
    }
  });

/** Timeout of a request. Exports may be long. */
const TIMEOUT_MS = 600_000;
const errorResponse = Type.Object({ error: Type.String(), type: Type.String() });

/**
 * Runs operations through the admin API, with the token of an operator. Needs no access to the store.
 *
 * @param url base URL of the platform
 */
export const runOverHttp =
  (url: string, token: string): OperationRunner =>
  async ({ contract }, input, onResponse) => {
    const { method } = contract;
    // An empty segment, or one of dots, would change the route.
    const invalid = listPathFields(contract).find((name) => /^\.{0,2}$/.test(String(input[name] ?? '')));
    if (invalid !== undefined) throw new StartError(`"${invalid}" must be an id`);
    const response = await fetch(url.replace(/\/+$/, '') + buildTarget(contract, input), {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        'User-Agent': 'utility-api-admin',
        ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(input) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw new StartError(`Cannot reach ${url}: ${String(cause)}`);
    });
    const disposition = response.headers.get('Content-Disposition');
    if (response.ok && disposition?.startsWith('attachment') && response.body) {
      return onResponse(new Download('', Readable.from(response.body)));
    }
    const body: unknown = await response.json().catch(() => undefined);
    if (response.ok) return onResponse(Object(body));
    const { status } = response;
    throw conforms(errorResponse, body)
      ? new ApiError(body.type, status, body.error)
      : new StartError(`${url} responded with status ${status}`);
  };

/** Chooses the runner by the options and the environment: over HTTP with a token, else in the store. */
export function chooseRunner({ token, url }: { token?: string; url?: string }): OperationRunner {
  const { UTILITY_API_OPERATOR_TOKEN = '', UTILITY_API_URL = 'http://127.0.0.1:3000' } = process.env;
  const given = token ?? UTILITY_API_OPERATOR_TOKEN;
  return given === '' ? runInStore : runOverHttp(url ?? UTILITY_API_URL, given);
}
