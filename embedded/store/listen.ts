import { lstatSync, unlinkSync } from 'node:fs';
import { connect, type ListenOptions, type Server } from 'node:net';

/**
 * Listens on a socket. A socket file that nobody listens on any more is taken over.
 * @throws the system's error: EADDRINUSE when somebody listens there
 */
export async function listenOn(server: Server, options: ListenOptions): Promise<void> {
  try {
    await listen(server, options);
  } catch (error) {
    const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!inUse || options.path === undefined || options.path.startsWith('\0') || !(await isStale(options.path)))
      throw error;
    unlinkSync(options.path);
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
