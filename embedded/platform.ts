import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { sandboxSettings } from 'sandbox';
import { poolNames } from '../shared/contract/pools.js';
import { type Config, readConfig } from '../shared/process/config.js';
import { Child, type ChildSpec, type Facts } from './child.js';
import { sandboxPayments } from './payments.js';
import { freePort } from './ports.js';
import { createEnvironment, type ProcessKind } from './process-environment.js';
import { takeDataFolder } from './run-folder.js';

/** The platform, running: where it is, and its processes by name. */
export interface Platform {
  baseUrl: string;
  redisUrl: string;
  mongodbUrl: string;
  sandboxUrl: string;
  /** The sandbox through which customers pay, unless there is a real provider. */
  stripeUrl: string;
  /** The page of the sandbox's mailbox; undefined when mail goes to another server. */
  mailboxUrl: string | undefined;
  /** All settings; each of its processes has those of them that it may know. */
  environment: NodeJS.ProcessEnv;
  /** `redis`, `store`, `sandbox`, `api`, `scheduler`, and `worker:<pool>`. */
  children: ReadonlyMap<string, Child>;
  /** Ends every process, within 10 s. */
  stop(): Promise<void>;
}

export interface PlatformOptions {
  /** The environment; every setting may be in it. */
  environment: NodeJS.ProcessEnv;
  /** Makes what the log of each process goes through on the way to standard output. */
  log?: () => Writable;
  /** Ends the start. */
  signal?: AbortSignal;
  /** Told of each process that came up, or that had to be started again. */
  say(line: string): void;
  /**
   * Runs when the store is up and before anything serves.
   *
   * @returns further settings for the processes that come
   */
  prepare(config: Config): Promise<Record<string, string>>;
}

/** How long api and workers may finish what is in flight, and how long any process may take to end, in ms. */
const GRACE_MS = 3_000;
const END_WITHIN_MS = 4_500;

/**
 * Starts Redis and the document store, unless the environment names others, then the sandbox upstreams, the api, one
 * worker per pool and the scheduler, each as a process of its own, exactly as in production.
 *
 * @throws StartError with one clear line when something cannot start; nothing is left running then
 */
export async function startPlatform({ environment, log, say, prepare, signal }: PlatformOptions): Promise<Platform> {
  const config = readConfig(environment);
  const folder = await takeDataFolder(config.DATA_DIR);
  const started: Child[] = [];
  const children = new Map<string, Child>();
  const run = async (spec: ChildSpec): Promise<Facts> => {
    signal?.throwIfAborted();
    const child = new Child({ env: createEnvironment(undefined, environment), log, ...spec }, say);
    started.push(child);
    children.set(spec.name, child);
    const facts = await child.start();
    const metrics = facts.metricsPort ? `, metrics on port ${facts.metricsPort}` : '';
    say(`${spec.name.padEnd(15)} ready${metrics}`);
    return facts;
  };
  const stop = async () => {
    for (const group of stopOrder(started)) await Promise.all(group.map((child) => child.stop(END_WITHIN_MS)));
    folder.release();
  };

  signal?.addEventListener('abort', () => void stop());
  try {
    const port = await freePort(config.HOST, config.PORT);
    const baseUrl = `http://${config.HOST}:${port}`;
    const redisUrl = config.REDIS_URL ?? (await startRedis(run, config, folder.socket('redis')));
    const mongodbUrl = config.MONGODB_URL ?? (await startStore(run, config, folder.socket('store')));
    const payments = ['--stripe-file', join(config.DATA_DIR, 'sandbox-stripe.json')];
    const sandbox = await run({ name: 'sandbox', module: 'packages/sandbox/dist/main.js', args: payments });
    const connected = {
      ...environment,
      ...(await sandboxPayments(String(sandbox.stripe), baseUrl, environment)),
      ...sandboxSettings(String(sandbox.url), environment, String(sandbox.dns), String(sandbox.smtp)),
      REDIS_URL: redisUrl,
      MONGODB_URL: mongodbUrl,
      HOST: config.HOST,
      PORT: String(port),
      BASE_URL: config.BASE_URL ?? baseUrl,
      SHUTDOWN_NOTICE_MS: '0',
      SHUTDOWN_GRACE_MS: String(Math.min(config.SHUTDOWN_GRACE_MS, GRACE_MS)),
    };
    const env = { ...connected, ...(await prepare(readConfig(connected))) };
    // One port serves one process: the front's is the one that was asked for, the others take what is free.
    const besides = { ...env, ...(config.METRICS_PORT === undefined ? {} : { METRICS_PORT: '0' }) };
    const knownTo = (kind: ProcessKind) => ({ env: createEnvironment(kind, kind === 'api' ? env : besides) });
    await Promise.all([
      ...[...poolNames, 'deliver' as const].map((pool) =>
        run({ name: `worker:${pool}`, module: 'dist/workers/main.js', args: [pool], ...knownTo(pool) }),
      ),
      run({ name: 'scheduler', module: 'dist/scheduler/main.js', ...knownTo('scheduler') }),
    ]);
    await run({ name: 'api', module: 'dist/api/main.js', ...knownTo('api') });
    return {
      baseUrl,
      redisUrl,
      mongodbUrl,
      sandboxUrl: String(sandbox.url),
      mailboxUrl: environment.SMTP_URL ? undefined : `${sandbox.url}/mailbox`,
      stripeUrl: String(sandbox.stripe),
      environment: env,
      children,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Run = (spec: ChildSpec) => Promise<Facts>;

const startRedis = async (run: Run, { DATA_DIR }: Config, socket: string): Promise<string> =>
  String((await run({ name: 'redis', module: 'dist/embedded/redis.js', args: [join(DATA_DIR, 'redis'), socket] })).url);

const startStore = async (run: Run, { DATA_DIR }: Config, socket: string): Promise<string> => {
  const args = ['--dir', join(DATA_DIR, 'store'), '--socket', socket];
  return String((await run({ name: 'store', module: 'packages/document-store/dist/main.js', args })).url);
};

/** What callers use stops first, what the others use last. */
function stopOrder(started: readonly Child[]): Child[][] {
  const rank = ({ name }: Child) => {
    if (name === 'api' || name === 'scheduler') return 0;
    return name.startsWith('worker:') ? 1 : 2;
  };
  return [0, 1, 2].map((wanted) => started.filter((child) => rank(child) === wanted));
}
