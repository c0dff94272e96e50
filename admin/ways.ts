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
import { pathFields, targetOf } from '../shared/contract/route.js';
import { type Config, readConfig } from '../shared/process/config.js';
import { StartError } from '../shared/process/run-process.js';
import { storeClock } from '../shared/process/server-clock.js';
import { connectPatiently, type Store } from '../shared/store/connect.js';
import type { linkMachinery } from './link-machinery.js';

/** Does an operation, and hands on what it answers while that can be read. */
export type Way = (
  operation: Operation,
  input: Record<string, unknown>,
  answer: (answered: object) => Promise<void>,
) => Promise<void>;

/** Lends a command the store for as long as it works. */
export async function withStore(work: (store: Store) => Promise<void>): Promise<void> {
  const store = connectPatiently(readConfig());
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

/** What speaks to the queues is loaded by the commands alone that do. */
async function link(config: Config): ReturnType<typeof linkMachinery> {
  const { linkMachinery: connect } = await import('./link-machinery.js');
  return connect(config);
}

/** Works in the store itself: who can reach that may do everything, and is known by the user of the machine. */
const inStore: Way = (operation, input, answer) =>
  withStore(async ({ db }) => {
    const name = `cli:${userInfo().username}`;
    const actor: Actor = { name, role: 'admin', via: 'cli', from: null, requestId: randomUUID() };
    const clock = storeClock(db, { warn: () => {} });
    await clock.measure();
    const config = readConfig();
    const books = { store: collections(db), clock, payments: await openPayments(config) };
    const linked = operation.live && (await link(config));
    try {
      const context = { ...books, machinery: linked?.machinery };
      const file = openDownload(operation, input, context, actor);
      await answer(file ?? Object(await perform(operation, input, context, actor)));
    } finally {
      await linked?.close();
    }
  });

/** A file of everything may be long. */
const ANSWERED_WITHIN_MS = 600_000;
const refusal = Type.Object({ error: Type.String(), type: Type.String() });

/**
 * Asks the admin API, with the token of an operator: needs no access to the store, and may what the token may.
 *
 * @param url where the platform is
 */
export const overHttp =
  (url: string, token: string): Way =>
  async ({ contract }, input, answer) => {
    const { method } = contract;
    // A URL with such a segment would be that of another route.
    const dots = pathFields(contract).find((name) => /^\.{0,2}$/.test(String(input[name] ?? '')));
    if (dots !== undefined) throw new StartError(`"${dots}" must be an id`);
    const response = await fetch(url.replace(/\/+$/, '') + targetOf(contract, input), {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        'User-Agent': 'utility-api-admin',
        ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(input) }),
      signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
    }).catch((cause: unknown) => {
      throw new StartError(`${url} does not answer: ${String(cause)}`);
    });
    const disposition = response.headers.get('Content-Disposition');
    if (response.ok && disposition?.startsWith('attachment') && response.body) {
      return answer(new Download('', Readable.from(response.body)));
    }
    const body: unknown = await response.json().catch(() => undefined);
    if (response.ok) return answer(Object(body));
    const { status } = response;
    throw conforms(refusal, body)
      ? new ApiError(body.type, status, body.error)
      : new StartError(`${url} answered with ${status}`);
  };

/** How the command line works, by its options and the environment: over HTTP for who has a token, else in the store. */
export function wayOf({ token, url }: { token?: string; url?: string }): Way {
  const { UTILITY_API_OPERATOR_TOKEN = '', UTILITY_API_URL = 'http://127.0.0.1:3000' } = process.env;
  const given = token ?? UTILITY_API_OPERATOR_TOKEN;
  return given === '' ? inStore : overHttp(url ?? UTILITY_API_URL, given);
}
