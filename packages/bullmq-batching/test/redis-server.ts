import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';

/** A Redis server for one test file. */
export interface RedisServer {
  connect(): Redis;
  stop(): Promise<void>;
}

/** Starts a Redis server of its own, without persistence, on a socket in a temporary folder. */
export async function startRedisServer(): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'bullmq-batching-'));
  const path = join(folder, 'redis.sock');
  const server = spawn('redis-server', ['--port', '0', '--unixsocket', path, '--save', '', '--dir', folder], {
    stdio: 'ignore',
  });
  const exited = once(server, 'exit');
  const connections: Redis[] = [];
  return {
    connect() {
      const redis = new Redis({ path, maxRetriesPerRequest: null, retryStrategy: () => 20 });
      // The first attempts may come before the server listens.
      redis.on('error', () => {});
      connections.push(redis);
      return redis;
    },
    async stop() {
      for (const redis of connections) redis.disconnect();
      server.kill();
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}
