import { lstatSync, mkdirSync, unlinkSync } from 'node:fs';
import { connect, createServer, type ListenOptions, type Server, type Socket } from 'node:net';
import { dirname, resolve } from 'node:path';
import { StartError } from './errors.js';

/** Maximum length of the path of a unix socket, in bytes: sockaddr_un.sun_path without its final zero. */
const LONGEST_PATH = process.platform === 'linux' ? 107 : 103;

/**
 * Returns the absolute path of a unix socket, and creates its folder for the owner alone.
 * @throws StartError if it is longer than the system allows
 */
export function prepareSocket(path: string): string {
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
 * @throws StartError if listening fails
 */
export async function openServer(
  serve: (socket: Socket) => void,
  address: { path: string } | { host: string; port: number },
): Promise<Server> {
  const server = createServer({ noDelay: true }, serve);
  try {
    await listenOn(server, address);
  } catch (error) {
    const name = 'path' in address ? `the socket ${address.path}` : `the port ${address.port} on ${address.host}`;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`${name} ${isInUse(error) ? 'is in use' : `cannot be listened on (${reason})`}`);
  }
  return server;
}

/** True if an error means that a port or a socket is in use. */
export function isInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

/**
 * Listens on a socket. A stale socket file, on which no process listens, is replaced.
 * @throws the error of the system: EADDRINUSE if a process listens there
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
