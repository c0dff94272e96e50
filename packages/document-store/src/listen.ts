import { lstatSync, mkdirSync, unlinkSync } from 'node:fs';
import { connect, createServer, type ListenOptions, type Server, type Socket } from 'node:net';
import { dirname, resolve } from 'node:path';
import { StartError } from './errors.js';

/** The longest path that a unix socket can have, in bytes: sockaddr_un.sun_path without its closing zero. */
const LONGEST_PATH = process.platform === 'linux' ? 107 : 103;

/**
 * The absolute path of a unix socket. Its folder is made, for its owner alone, when there is none.
 * @throws StartError when it is longer than the system allows
 */
export function preparedSocket(path: string): string {
  const absolute = resolve(path);
  const length = Buffer.byteLength(absolute);
  if (length > LONGEST_PATH)
    throw new StartError(
      `the socket path is ${length} bytes long, and a unix socket can have ${LONGEST_PATH}: ${absolute}`,
    );
  mkdirSync(dirname(absolute), { recursive: true, mode: 0o700 });
  return absolute;
}

/**
 * Serves on a unix socket or a port.
 * @throws StartError when it cannot be listened on
 */
export async function openServer(
  serve: (socket: Socket) => void,
  where: { path: string } | { host: string; port: number },
): Promise<Server> {
  const server = createServer({ noDelay: true }, serve);
  try {
    await listenOn(server, where);
  } catch (error) {
    const name = 'path' in where ? `the socket ${where.path}` : `the port ${where.port} on ${where.host}`;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`${name} ${isInUse(error) ? 'is in use' : `cannot be listened on (${reason})`}`);
  }
  return server;
}

/** True if the port is in use. */
export function isInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

/**
 * Listens on a socket. A socket file that nobody listens on any more is taken over.
 * @throws the system's error: EADDRINUSE when somebody listens there
 */
export async function listenOn(server: Server, options: ListenOptions): Promise<void> {
  try {
    await listen(server, options);
  } catch (error) {
    const { path } = options;
    if (!isInUse(error) || path === undefined || path.startsWith('\0') || !(await isStale(path))) throw error;
    unlinkSync(path);
    await listen(server, options);
  }
}

function listen(server: Server, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function isStale(path: string): Promise<boolean> {
  if (!lstatSync(path).isSocket()) return Promise.resolve(false);
  return new Promise((resolve) => {
    const probe = connect(path);
    probe.once('connect', () => {
      probe.destroy();
      resolve(false);
    });
    probe.once('error', (error) => resolve('code' in error && error.code === 'ECONNREFUSED'));
  });
}
