import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { readConfig } from '../shared/process/config.js';
import { createLogger } from '../shared/process/log.js';
import { projectFile } from '../shared/process/project-file.js';
import { connectRedis, whenReady } from '../shared/process/redis.js';
import { type Running, runProcess, StartError } from '../shared/process/run-process.js';

/**
 * Runs a redis-server for the one-command start, on a unix socket alone, and otherwise as deployed. This process wraps the server so that
 * it ends with the launcher, however that ends.
 *
 * usage: node embedded/redis.js <data folder> <socket>
 */
const [, , folder = '', socket = ''] = process.argv;
const log = createLogger('redis', readConfig());
/** Time for the server to load its data, in ms: less than the launcher waits for this process. */
const START_TIMEOUT_MS = 50_000;
const hasLauncher = process.connected === true;
/** Time for which the server runs on when the launcher is gone, in ms, since the processes that use it need some time to end. */
const LINGER_MS = 4_000;

async function start(): Promise<Running> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  await stopOrphan();
  const server = spawn(
    'redis-server',
    [
      projectFile('deploy/redis.conf'),
      ...['--port', '0', '--unixsocket', socket, '--unixsocketperm', '700'],
      ...['--dir', folder, '--loglevel', 'warning'],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], detached: true },
  );
  const died = Promise.race([once(server, 'error'), once(server, 'exit')]).then(() => {
    throw new StartError('redis-server did not start or exited: check that it is installed');
  });
  process.on('exit', () => server.kill('SIGKILL'));
  await Promise.race([waitUntilReady(), died]);
  let isStopping = false;
  died.catch(() => isStopping || process.exit(1));
  return {
    facts: { url: `unix://${socket}`, serverPid: server.pid ?? 0 },
    async stop() {
      if (hasLauncher && !process.connected) await pause(LINGER_MS);
      isStopping = true;
      const exited = once(server, 'exit');
      server.kill('SIGTERM');
      await exited;
    },
  };
}

/** Stops a server that outlived its wrapper: two servers would corrupt the folder. */
async function stopOrphan(): Promise<void> {
  if (!existsSync(socket)) return;
  const redis = new Redis(socket, { lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => {});
  await redis
    .connect()
    .then(
      () => redis.shutdown('SAVE'),
      () => {},
    )
    .catch(() => {});
  redis.disconnect();
}

/** @throws Error if the server is not ready in time */
async function waitUntilReady(): Promise<void> {
  const redis = connectRedis(`unix://${socket}`, 'producer', () => {});
  try {
    await whenReady(redis, START_TIMEOUT_MS);
  } finally {
    redis.disconnect();
  }
}

await runProcess(log, LINGER_MS + 3_000, start);
