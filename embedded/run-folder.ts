import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, lstat, mkdir, realpath, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../shared/process/run-process.js';
import { acceptsConnections } from './ports.js';

/** Folder of the sockets of a platform while it runs, and the lock of its data folder. */
interface RunFolder {
  /** Returns the path of a socket, which is short regardless of the path of the data folder. */
  socket(name: string): string;
  release(): void;
}

/** Mode bit of folders in which every user may create files, such as /tmp (chmod(2), S_ISVTX). */
const STICKY = 0o1000;

/**
 * Locks a data folder for this process, creates it if it is missing, and denies access to other users, also to all files that this process
 * and its children create. Sockets are in a folder of their own, since a socket's path may have at most 107 bytes.
 *
 * @throws StartError if another process uses the folder, or if it does not belong to this user alone
 */
export async function lockDataFolder(dataDir: string): Promise<RunFolder> {
  process.umask(0o077);
  await mkdir(dataDir, { recursive: true });
  await denyOthers(dataDir);
  const name = createHash('sha256')
    .update(await realpath(dataDir))
    .digest('hex')
    .slice(0, 12);
  const folder = join(tmpdir(), `utility-api-${process.getuid?.() ?? 0}-${name}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = await lstat(folder);
  if (uid !== (process.getuid?.() ?? uid) || mode & 0o077)
    throw new StartError(`${folder} belongs to another user: remove it`);

  const socket = (socketName: string) => join(folder, `${socketName}.sock`);
  const lock = socket('launcher');
  if (await acceptsConnections({ path: lock }))
    throw new StartError(
      `The data folder ${dataDir} is in use by another running platform: stop it, or set another folder with DATA_DIR`,
    );
  await rm(lock, { force: true });
  const server = await listen(lock);
  return { socket, release: () => void server.close() };
}

async function denyOthers(dataDir: string): Promise<void> {
  const { mode } = await stat(dataDir);
  if (mode & STICKY) throw new StartError(`Every user can write to ${dataDir}: set another folder with DATA_DIR`);
  await chmod(dataDir, 0o700).catch((cause) => {
    throw new StartError(`${dataDir} belongs to another user: set another folder with DATA_DIR`, { cause });
  });
}

async function listen(socket: string): Promise<Server> {
  const server = createServer((connection) => connection.destroy());
  server.listen(socket);
  await once(server, 'listening');
  server.unref();
  return server;
}
