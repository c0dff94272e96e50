import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PoolName } from '../shared/contract/pools.js';
import { systemClock } from '../shared/process/clock.js';
import { projectFile } from '../shared/process/project-file.js';
import { connectRedis, type Redis, whenReady } from '../shared/process/redis.js';
import { JobClient } from '../shared/queue/job-client.js';
import { openPoolQueues, parsePartitions } from '../shared/queue/queues.js';

/** Workers of one pool with their own Redis, and a client that sends them jobs. */
interface WorkersAlone {
  readonly sender: JobClient;
  readonly redis: Redis;
  readonly workers: readonly ChildProcess[];
  /** Stops all processes and deletes their data. */
  stop(): Promise<void>;
}

/** Starts a number of worker processes as in production. */
export async function startWorkersAlone(
  pool: PoolName,
  count: number,
  settings: Readonly<Record<string, string>>,
): Promise<WorkersAlone> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-workers-'));
  const socket = join(folder, 's');
  const redisUrl = `unix://${socket}`;
  const redisServer = spawn('redis-server', ['--port', '0', '--unixsocket', socket, '--save', '', '--dir', folder], {
    stdio: 'ignore',
  });
  const workers = Array.from({ length: count }, () =>
    spawn(process.execPath, [projectFile('dist/workers/main.js'), pool], {
      env: { ...process.env, ...settings, REDIS_URL: redisUrl },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
  const redis = connectRedis(redisUrl, 'producer', () => {});
  const blocking = connectRedis(redisUrl, 'blocking', () => {});
  await Promise.all([redis, blocking].map((connection) => whenReady(connection, 5_000)));
  const sender = new JobClient({
    ...{ instance: 'bench', redis, blocking, clock: systemClock, onError: console.error },
    queues: openPoolQueues(redis, parsePartitions(), console.error),
  });
  await sender.start();
  return {
    sender,
    redis,
    workers,
    async stop() {
      await sender.stop();
      for (const connection of [redis, blocking]) connection.disconnect();
      for (const child of [...workers, redisServer]) {
        child.kill();
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      }
      await rm(folder, { recursive: true });
    },
  };
}
