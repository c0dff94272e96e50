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
 * Runs a redis-server for the one-command start: on a unix socket alone, and in all else as it is deployed.
 * It is a process of ours around the server so that the server goes when the launcher does, however that ends.
 *
 * usage: node embedded/redis.js <data folder> <socket>
 */
const [, , folder = '', socket = ''] = process.argv;
const log = createLogger('redis', readConfig());
/** It reads all it has kept first. Less than a launcher waits for this process. */
const ANSWER_WITHIN_MS = 50_000;
const launched = process.connected === true;
/** How long Redis goes on when the launcher is gone, in ms: the processes that use it end with the launcher too. */
const OUTLIVES_LAUNCHER_MS = 4_000;

async function start(): Promise<Running> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  await endLeftover();
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
    throw new StartError('redis-server could not be run, or ended: is it installed?');
  });
  process.on('exit', () => server.kill('SIGKILL'));
  await Promise.race([answering(), died]);
  let stopping = false;
  died.catch(() => stopping || process.exit(1));
  return {
    facts: { url: `unix://${socket}`, serverPid: server.pid ?? 0 },
    async stop() {
      if (launched && !process.connected) await pause(OUTLIVES_LAUNCHER_MS);
      stopping = true;
      const exited = once(server, 'exit');
      server.kill('SIGTERM');
      await exited;
    },
  };
}

/** Ends a server that outlived its keeper: two on one folder would spoil it. */
async function endLeftover(): Promise<void> {
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

/** @throws Error when the server does not answer in time */
async function answering(): Promise<void> {
  const redis = connectRedis(`unix://${socket}`, 'producer', () => {});
  try {
    await whenReady(redis, ANSWER_WITHIN_MS);
  } finally {
    redis.disconnect();
  }
}

await runProcess(log, OUTLIVES_LAUNCHER_MS + 3_000, start);
