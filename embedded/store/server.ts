import { chmodSync, mkdirSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { dirname, resolve } from 'node:path';
import { StartError } from '../../shared/process/run-process.js';
import { Cursors } from './commands/cursors.js';
import { runCommand } from './commands/dispatch.js';
import { listenOn } from './listen.js';
import { DataFolder, type FolderOptions } from './storage/folder.js';
import { type Message, MessageReader, replyTo } from './wire.js';

export interface StoreOptions extends FolderOptions {
  /** The folder that holds the data; made when there is none. */
  dir: string;
  /** The unix socket to listen on; its folder is made, or made private, when needed. */
  socket?: string;
  /** The port on 127.0.0.1 to listen on, besides the socket or instead of it; 0 for any free one. */
  port?: number;
}

/** The longest path that a unix socket can have, in bytes: sockaddr_un.sun_path without its closing zero. */
const LONGEST_PATH = process.platform === 'linux' ? 107 : 103;
const UPKEEP_EVERY_MS = 1000;

/** A document store that runs. */
export interface RunningStore {
  /** Connection strings, one for each place where it listens. */
  urls: string[];
  /** Writes a snapshot now. */
  takeSnapshot(): Promise<void>;
  /** Ends the connections, makes everything durable and lets the folder go. */
  stop(): Promise<void>;
}

/**
 * Starts a document store.
 * @throws StartError with one clear line: folder in use or damaged, socket path too long, port taken
 */
export async function startStore(options: StoreOptions): Promise<RunningStore> {
  const socketPath = options.socket === undefined ? undefined : preparedSocket(options.socket);
  const folder = await DataFolder.open(resolve(options.dir), options);
  const cursors = new Cursors();
  const sockets = new Set<Socket>();
  const servers: Server[] = [];
  const serve = (socket: Socket): void => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    converse(socket, folder, cursors, () => sockets.size);
  };
  const stop = async (): Promise<void> => {
    clearInterval(upkeep);
    for (const server of servers) server.close();
    for (const socket of sockets) socket.destroy();
    await folder.close();
  };
  const upkeep = setInterval(() => {
    cursors.closeIdle(Date.now());
    folder.store.expire(new Date());
  }, UPKEEP_EVERY_MS);
  try {
    const urls: string[] = [];
    if (socketPath !== undefined) {
      servers.push(await open(serve, { path: socketPath }));
      chmodSync(socketPath, 0o600);
      urls.push(`mongodb://${encodeURIComponent(socketPath)}/?directConnection=true`);
    }
    if (options.port !== undefined) {
      const server = await open(serve, { host: '127.0.0.1', port: options.port });
      servers.push(server);
      const address = server.address();
      urls.push(`mongodb://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/?directConnection=true`);
    }
    return { urls, takeSnapshot: () => folder.takeSnapshot(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function preparedSocket(path: string): string {
  const absolute = resolve(path);
  const length = Buffer.byteLength(absolute);
  if (length > LONGEST_PATH)
    throw new StartError(
      `the socket path is ${length} bytes long, and a unix socket can have ${LONGEST_PATH}: ${absolute}`,
    );
  mkdirSync(dirname(absolute), { recursive: true, mode: 0o700 });
  return absolute;
}

async function open(
  serve: (socket: Socket) => void,
  where: { path: string } | { host: string; port: number },
): Promise<Server> {
  const server = createServer({ noDelay: true }, serve);
  try {
    await listenOn(server, where);
  } catch (error) {
    const reason =
      error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
        ? 'is in use'
        : `cannot be listened on (${error instanceof Error ? error.message : String(error)})`;
    throw new StartError(
      'path' in where ? `the socket ${where.path} ${reason}` : `the port ${where.port} on ${where.host} ${reason}`,
    );
  }
  return server;
}

let connections = 0;

function converse(socket: Socket, folder: DataFolder, cursors: Cursors, openConnections: () => number): void {
  connections += 1;
  const context = { store: folder.store, cursors, connection: connections, openConnections };
  const reader = new MessageReader();
  const answer = (message: Message): void => {
    const { reply, afterJournal } = runCommand(message.command, context);
    if (!message.wantsReply) return;
    const bytes = replyTo(message, reply);
    if (afterJournal) folder.journal.whenDurable(() => socket.write(bytes));
    else socket.write(bytes);
  };
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    try {
      for (const message of reader.read(chunk)) answer(message);
    } catch {
      // What breaks the protocol cannot be answered in it.
      socket.destroy();
    }
  });
}
