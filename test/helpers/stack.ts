import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { nanoid } from 'nanoid';
import { getGlobalDispatcher } from 'undici';
import { type Collections, collections, createIndexes } from '../../features/collections.js';
import type { Key } from '../../features/keys/index.js';
import { createKey, type KeyOptions } from '../../features/keys/keys.js';
import { toMicro } from '../../shared/contract/amounts.js';
import type { Wallet } from '../../shared/ledger/documents.js';
import { purchase } from '../../shared/ledger/purchase.js';
import { readConfig } from '../../shared/process/config.js';
import { connectWithLongTimeouts } from '../../shared/store/connect.js';
import { ADMIN_TOKEN, type RunningPlatform, sharedPlatform, startTestPlatform } from './test-platform.js';

export { ADMIN_TOKEN };

/** The whole platform, running as it does in production, for all tests of a run. */
interface Stack {
  platform: RunningPlatform;
  store: Collections;
}

export interface TestAccount {
  account: string;
  key: string;
  keyId: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape, and fail when it is another
  body: any;
}

let started: Promise<{ stack: Stack; end(): Promise<void> }> | undefined;

/** Starts the platform on the first call, or finds the one that is shared; every later call gets the same. */
export async function stack(): Promise<Stack> {
  started ??= start();
  return (await started).stack;
}

async function start() {
  const shared = sharedPlatform();
  const { platform, stop } = shared ? { platform: shared, stop: async () => {} } : await startTestPlatform();
  const connection = connectWithLongTimeouts(readConfig(platform.environment));
  return {
    stack: { platform, store: collections(connection.db) },
    async end() {
      await connection.close();
      await stop();
    },
  };
}

/** Time that a run may stay alive after its last test, in ms. */
const LINGERING = 60_000;

/** Ends the platform; mocha calls it after the last test. */
export async function mochaGlobalTeardown(): Promise<void> {
  failWhenLingering();
  // A response that no test has read would keep the process alive.
  await getGlobalDispatcher().destroy();
  // A start that failed must not keep the run from ending.
  const running = await started?.catch(() => undefined);
  await running?.end();
}

/** Resources that a run may leave open: processes and servers of a single test, and drivers that never close. */
const LEFT_BEHIND = new Set(['ProcessWrap', 'TCPServerWrap']);

/** Whatever a test has left open would keep the run from ending for ever. */
function failWhenLingering(): void {
  setTimeout(() => {
    const open = process.getActiveResourcesInfo();
    console.error(`Still open after the last test: ${open.join(', ')}`);
    // After mocha's own listener, which would have the run succeed.
    if (open.some((one) => LEFT_BEHIND.has(one)))
      process.once('exit', () => {
        process.exitCode = 1;
      });
    process.exit();
  }, LINGERING).unref();
}

/**
 * A database of the test's own, on which no scheduler runs.
 *
 * @param besides settings of a platform on whose store it is; those of the stack without them
 */
export async function ownDatabase(besides?: NodeJS.ProcessEnv): Promise<{
  store: Collections;
  /** The settings of a process that is to use it. */
  environment: NodeJS.ProcessEnv;
  close(): Promise<void>;
}> {
  const settings = besides ?? (await stack()).platform.environment;
  const environment = { ...settings, MONGODB_DATABASE: `test_${randomUUID().slice(0, 8)}` };
  const { db, close } = connectWithLongTimeouts(readConfig(environment));
  await createIndexes(db);
  return {
    store: collections(db),
    environment,
    async close() {
      await db.dropDatabase();
      await close();
    },
  };
}

/** The settings of the running platform. */
export const stackConfig = async () => readConfig((await stack()).platform.environment);

interface AccountOrder extends Partial<Omit<KeyOptions, 'account' | 'name'>> {
  /** 1 credit by default. */
  credits?: number;
}

/** An account of the test's own, with credits, and a key that may buy more and is throttled only if the test says so. */
export async function newAccount(order: AccountOrder = {}): Promise<TestAccount> {
  const { account, plain, key } = await newAccountIn((await stack()).store, order);
  return { account, key: plain, keyId: key.id };
}

/** The same in another store. */
export async function newAccountIn(
  store: Collections,
  { credits = 1, ...order }: AccountOrder = {},
): Promise<{ account: string; plain: string; key: Key }> {
  const account = `account-${nanoid()}`;
  await store.accounts.insertOne({ _id: account, name: account, created: new Date() });
  if (credits > 0) await purchase(store, { account, amount: toMicro(credits), bought: new Date() });
  const created = await createKey(store, {
    account,
    name: 'test',
    scopes: ['*', 'billing'],
    limits: { '*': 100_000 },
    ...order,
  });
  return { account, ...created };
}

interface CallOptions {
  key?: string;
  headers?: Record<string, string>;
  method?: string;
  /** Another front than the first. */
  baseUrl?: string;
  /** Number of attempts to reach a service that is busy or unavailable for a moment. The default is 5. */
  tries?: number;
}

/** Types of errors with which a busy platform asks clients to come back shortly. */
const BRIEF_ERRORS: readonly unknown[] = ['service_busy', 'service_unavailable'];

/** Repeats a request that a busy platform refuses, after the time that its response names, as clients do. */
export async function retryWhileBusy<T extends Pick<Answer, 'headers' | 'body'>>(
  send: () => Promise<T>,
  tries = 5,
): Promise<T> {
  for (let left = tries - 1; ; left -= 1) {
    const answer = await send();
    const isBrief = BRIEF_ERRORS.includes(answer.body?.type) && answer.headers.get('x-mode') !== 'test';
    if (!isBrief || left === 0) return answer;
    await pause(Number(answer.headers.get('retry-after')) * 1_000);
  }
}

/** Calls an endpoint with a JSON body, or with a text body as it is. */
export const call = (path: string, body: unknown = {}, { tries = 5, ...options }: CallOptions = {}): Promise<Answer> =>
  retryWhileBusy(() => callOnce(path, body, options), tries);

/** Calls the admin API with the admin token. */
export const callAsOperator = (method: string, path: string, body: object = {}): Promise<Answer> =>
  call(`/v1/admin${path}`, body, { method, headers: { Authorization: `Bearer ${ADMIN_TOKEN}` } });

async function callOnce(
  path: string,
  body: unknown,
  { key, headers, method = 'POST', baseUrl }: CallOptions,
): Promise<Answer> {
  const base = baseUrl ?? (await stack()).platform.baseUrl;
  const response = await fetch(base + path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(key === undefined ? {} : { 'X-API-Key': key }),
      ...headers,
    },
    ...(method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** Fields of an error that every version has: message and status. */
export const errorIn = ({ error, code }: { error?: unknown; code?: unknown }) => ({ error, code });

/** True if every hold of a wallet is settled. */
export const isAtRest = (wallet: Pick<Wallet, 'open'> | null): boolean => wallet?.open.length === 0;

/**
 * Asks until the answer is as wanted. The time is what a test may take to fail, not what it promises: a machine that is
 * busy with other things must not fail it.
 */
export async function eventually<T>(
  ask: () => Promise<T>,
  wanted: (answer: T) => boolean,
  withinMs = 30_000,
): Promise<T> {
  const limit = Date.now() + withinMs;
  // Ever more seldom, by a quarter: who asks all the time slows down what is waited for.
  for (let pauseMs = 10; ; pauseMs = Math.min(pauseMs * 1.25, 500)) {
    const answer = await ask();
    if (wanted(answer) || Date.now() > limit) return answer;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
