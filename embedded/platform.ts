import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { createSandboxSettings } from 'sandbox';
import { poolNames } from '../shared/contract/pools.js';
import { type Config, readConfig } from '../shared/process/config.js';
import type { ProcessKind } from '../shared/process/settings.js';
import { Child, type ChildSpec, type Facts } from './child.js';
import { registerSandboxPayments } from './payments.js';
import { findFreePort } from './ports.js';
import { createEnvironment } from './process-environment.js';
import { lockDataFolder } from './run-folder.js';

/** A running platform: its URLs, and its processes by name. */
export interface Platform {
  baseUrl: string;
  redisUrl: string;
  mongodbUrl: string;
  sandboxUrl: string;
  /** Sandbox through which customers pay, unless there is a real provider. */
  stripeUrl: string;
  /** Page of the sandbox's inbox; undefined if emails go to another server. */
  mailboxUrl: string | undefined;
  /** All settings; a process gets only the secrets that it needs. */
  environment: NodeJS.ProcessEnv;
  /** `redis`, `store`, `sandbox`, `api`, `scheduler`, and `worker:<pool>`. */
  children: ReadonlyMap<string, Child>;
  /** Ends every process, within 10 s. */
  stop(): Promise<void>;
}

interface PlatformOptions {
  /** Environment with any of the settings. */
  environment: NodeJS.ProcessEnv;
  /** Creates the stream that the log of each process goes to instead of standard output. */
  log?: () => Writable;
  /** Cancels the start. */
  signal?: AbortSignal;
  /** Called for each process that is ready or restarted. */
  say(line: string): void;
  /**
   * Runs when the store is ready, and before the API, the workers and the scheduler start.
   *
   * @returns further settings for those
   */
  prepare(config: Config): Promise<Record<string, string>>;
}

/** Time for API and workers to finish the requests in flight, and for any process to stop, in ms. */
const GRACE_MS = 3_000;
const STOP_TIMEOUT_MS = 4_500;

/**
 * Starts Redis and the document store, unless the environment names others, and the sandbox upstreams, then one worker per pool, the
 * scheduler and the API, each as a process of its own, as in production.
 *
 * @throws StartError if something cannot start; then nothing is left running
 */
export async function startPlatform({ environment, log, say, prepare, signal }: PlatformOptions): Promise<Platform> {
  const config = readConfig(environment);
  const folder = await lockDataFolder(config.DATA_DIR);
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
    for (const group of stopOrder(started)) await Promise.all(group.map((child) => child.stop(STOP_TIMEOUT_MS)));
    folder.release();
  };

  signal?.addEventListener('abort', () => void stop());
  try {
    const port = await findFreePort(config.HOST, config.PORT);
    const baseUrl = `http://${config.HOST}:${port}`;
    const payments = ['--stripe-file', join(config.DATA_DIR, 'sandbox-stripe.json')];
    const [redisUrl, mongodbUrl, sandbox] = await Promise.all([
      config.REDIS_URL ?? startRedis(run, config, folder.socket('redis')),
      config.MONGODB_URL ?? startStore(run, config, folder.socket('store')),
      run({ name: 'sandbox', module: 'dist/embedded/sandbox.js', args: payments }),
    ]);
    const connected = {
      ...environment,
      ...(await registerSandboxPayments(String(sandbox.stripe), baseUrl, environment)),
      ...createSandboxSettings(String(sandbox.url), environment, String(sandbox.dns), String(sandbox.smtp)),
      REDIS_URL: redisUrl,
      MONGODB_URL: mongodbUrl,
      HOST: config.HOST,
      PORT: String(port),
      BASE_URL: config.BASE_URL ?? baseUrl,
      SHUTDOWN_NOTICE_MS: '0',
      SHUTDOWN_GRACE_MS: String(Math.min(config.SHUTDOWN_GRACE_MS, GRACE_MS)),
    };
    const env = { ...connected, ...(await prepare(readConfig(connected))) };
    // The API gets the configured port for its metrics, the other processes get free ones.
    const others = { ...env, ...(config.METRICS_PORT === undefined ? {} : { METRICS_PORT: '0' }) };
    const envFor = (kind: ProcessKind) => createEnvironment(kind, kind === 'api' ? env : others);
    await Promise.all([
      ...[...poolNames, 'deliver' as const].map((pool) =>
        run({ name: `worker:${pool}`, module: 'dist/workers/main.js', args: [pool], env: envFor(pool) }),
      ),
      run({ name: 'scheduler', module: 'dist/scheduler/main.js', env: envFor('scheduler') }),
    ]);
    await run({ name: 'api', module: 'dist/api/main.js', env: envFor('api') });
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
  return String((await run({ name: 'store', module: 'dist/embedded/store.js', args })).url);
};

/** Groups processes in the order in which they stop: first those that clients use, last those that the others use. */
function stopOrder(started: readonly Child[]): Child[][] {
  const rank = ({ name }: Child) => {
    if (name === 'api' || name === 'scheduler') return 0;
    return name.startsWith('worker:') ? 1 : 2;
  };
  return [0, 1, 2].map((group) => started.filter((child) => rank(child) === group));
}
