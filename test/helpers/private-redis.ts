import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Child } from '../../embedded/child.js';

/** A private Redis with an append-only file, as the one-command start has. */
export interface PrivateRedis {
  url: string;
  /** Ends the server, with -9 unless something else is said; it is started again at once, with what it had written. */
  kill(signal?: 'SIGKILL' | 'SIGTERM'): void;
  stop(): Promise<void>;
}

export async function startPrivateRedis(env: NodeJS.ProcessEnv = process.env): Promise<PrivateRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'ua-'));
  const args = [folder, join(folder, 'redis.sock')];
  const server = new Child({ name: 'redis', module: 'dist/embedded/redis.js', args, env }, () => {});
  const { url } = await server.start();
  return {
    url: String(url),
    kill: (signal = 'SIGKILL') => void process.kill(Number(server.facts.serverPid), signal),
    async stop() {
      await server.stop(10_000);
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
