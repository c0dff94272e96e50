import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, lstat, mkdir, realpath, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../shared/process/run-process.js';
import { acceptsConnections } from './ports.js';

/** What belongs to one data folder while its platform runs: sockets, and the proof that it is in use. */
export interface RunFolder {
  /** Path of a socket with this name; short, whatever the data folder is called. */
  socket(name: string): string;
  release(): void;
}

/** The bit of a mode that says that a folder is everybody's to put files into, such as /tmp (chmod(2), S_ISVTX). */
const STICKY = 0o1000;

/**
 * Takes a data folder for this process, making it when it is missing, and closes it to every other user, with all that
 * this process and those it starts will put there. Sockets live in a folder of their own that only this user can enter,
 * because a socket's path may have at most 107 bytes.
 *
 * @throws StartError when another process has it, or when it is not this user's alone
 */
export async function takeDataFolder(dataDir: string): Promise<RunFolder> {
  process.umask(0o077);
  await mkdir(dataDir, { recursive: true });
  await closeToOthers(dataDir);
  const name = createHash('sha256')
    .update(await realpath(dataDir))
    .digest('hex')
    .slice(0, 12);
  const folder = join(tmpdir(), `utility-api-${process.getuid?.() ?? 0}-${name}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = await lstat(folder);
  if (uid !== (process.getuid?.() ?? uid) || mode & 0o077) throw new StartError(`${folder} belongs to someone else`);

  const socket = (of: string) => join(folder, `${of}.sock`);
  const lock = socket('launcher');
  if (await acceptsConnections({ path: lock }))
    throw new StartError(`The data folder ${dataDir} is in use by another start`);
  await rm(lock, { force: true });
  const server = await listen(lock);
  return { socket, release: () => void server.close() };
}

async function closeToOthers(dataDir: string): Promise<void> {
  const { mode } = await stat(dataDir);
  if (mode & STICKY) throw new StartError(`${dataDir} is everybody's: choose another folder with DATA_DIR`);
  await chmod(dataDir, 0o700).catch((cause) => {
    throw new StartError(`${dataDir} belongs to someone else: choose another folder with DATA_DIR`, { cause });
  });
}

async function listen(socket: string): Promise<Server> {
  const server = createServer((connection) => connection.destroy());
  server.listen(socket);
  await once(server, 'listening');
  server.unref();
  return server;
}
