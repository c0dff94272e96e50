import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { NetConnectOpts } from 'node:net';
import { createInterface } from 'node:readline';
import { projectFile } from '../../../shared/process/project-file.js';

const START_WITHIN_MS = 60_000;

/** A store that runs, until it is killed. */
export interface RunningEngine {
  /** URL on which the engine listens. */
  at: NetConnectOpts;
  /** Ends it, with -9 unless something else is said, and waits until it is gone. */
  kill(signal?: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Waits until it has ended by itself. */
  ended(): Promise<unknown>;
}

/** A program that is the platform's store. It prints `MONGODB_URL=…` when it is ready. */
export interface Engine {
  name: string;
  /** @param port it listens there, where it can be told */
  command(folder: string, port: number): string[];
}

const embedded: Engine = {
  name: 'embedded store',
  command: (folder, port) => [
    process.execPath,
    projectFile('packages/document-store/dist/main.js'),
    ...['--dir', folder, '--port', String(port)],
  ],
};

/** `REAL_MONGODB` is a command that starts a MongoDB in a given folder, in the foreground. */
const { REAL_MONGODB } = process.env;
const real: Engine | undefined = REAL_MONGODB
  ? { name: 'MongoDB', command: (folder) => [REAL_MONGODB, folder] }
  : undefined;

/** The stores on which the platform must survive its faults: the embedded one, and MongoDB's own engine where there is one. */
export const engines: readonly [Engine, ...Engine[]] = real ? [embedded, real] : [embedded];

/**
 * Starts a store.
 *
 * @param filesUpTo bytes that no file of it may outgrow, as on a disk that is full
 */
export async function startEngine(
  engine: Engine,
  folder: string,
  port: number,
  filesUpTo?: number,
): Promise<RunningEngine> {
  const limit = filesUpTo === undefined ? 'unlimited' : String(Math.ceil(filesUpTo / 1024));
  const command = ['-c', `ulimit -f ${limit}; exec "$@"`, 'store', ...engine.command(folder, port)];
  const child = spawn('bash', command, { stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const [line = ''] = await Promise.race([
    once(lines, 'line', { signal: AbortSignal.timeout(START_WITHIN_MS) }),
    exited.then(([code]) => Promise.reject(new Error(`the store ended with ${code}`))),
  ]);
  return {
    at: storeAddress(String(line).replace(/^MONGODB_URL=/, '')),
    ended: () => exited,
    async kill(signal = 'SIGKILL') {
      child.kill(signal);
      await exited;
    },
  };
}

/** The URL of a store that listens there. */
export function toRedisUrl(at: NetConnectOpts): string {
  const address = 'path' in at ? encodeURIComponent(at.path) : `${at.host}:${at.port}`;
  return `mongodb://${address}/?directConnection=true`;
}

/** The address in a URL of a store: host and port, of a set those of its first member, or a socket's path. */
export function storeAddress(url: string): NetConnectOpts {
  const [, address = ''] = /^mongodb:\/\/([^/,]+)/.exec(url) ?? [];
  const [host, port] = address.split(':');
  return port === undefined ? { path: decodeURIComponent(address) } : { host, port: Number(port) };
}
