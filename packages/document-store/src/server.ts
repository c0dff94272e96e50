import { chmodSync } from 'node:fs';
import type { Server, Socket } from 'node:net';
import { resolve } from 'node:path';
import type { Context } from './commands/command.js';
import { Cursors } from './commands/cursors.js';
import { runCommand } from './commands/dispatch.js';
import { openServer, prepareSocket } from './listen.js';
import { DataFolder, type FolderOptions } from './storage/folder.js';
import { encodeReply, type Message, MessageReader } from './wire.js';

export { StartError } from './errors.js';

export interface StoreOptions extends FolderOptions {
  /** Data folder. It is created if it is missing. */
  dir: string;
  /** Unix socket to listen on. Its folder is created if it is missing. */
  socket?: string;
  /** Port on 127.0.0.1 to listen on, besides the socket or instead of it; 0 for a free one. */
  port?: number;
}

const CLEANUP_INTERVAL_MS = 1000;

/** A running document store. */
export interface RunningStore {
  /** Connection strings: of the socket, of the port. */
  urls: string[];
  /** Writes a snapshot now. */
  takeSnapshot(): Promise<void>;
  /** Closes the connections, writes everything to disk and releases the folder. */
  stop(): Promise<void>;
}

/**
 * Starts a document store.
 * @throws StartError if the folder is in use or damaged, the socket path is too long, or the port is in use
 */
export async function startStore(options: StoreOptions): Promise<RunningStore> {
  const socketPath = options.socket === undefined ? undefined : prepareSocket(options.socket);
  const folder = await DataFolder.open(resolve(options.dir), options);
  const cursors = new Cursors();
  const sockets = new Set<Socket>();
  const servers: Server[] = [];
  let connections = 0;
  const serve = (socket: Socket): void => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    connections += 1;
    handleConnection(socket, folder, { cursors, connection: connections, openConnections: () => sockets.size });
  };
  const stop = async (): Promise<void> => {
    clearInterval(cleanup);
    for (const server of servers) server.close();
    for (const socket of sockets) socket.destroy();
    await folder.close();
  };
  const cleanup = setInterval(() => {
    cursors.closeIdle(Date.now());
    folder.store.expire(new Date());
  }, CLEANUP_INTERVAL_MS);
  try {
    const urls: string[] = [];
    if (socketPath !== undefined) {
      servers.push(await openServer(serve, { path: socketPath }));
      chmodSync(socketPath, 0o600);
      urls.push(`mongodb://${encodeURIComponent(socketPath)}/?directConnection=true`);
    }
    if (options.port !== undefined) {
      const server = await openServer(serve, { host: '127.0.0.1', port: options.port });
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

/** Handles the messages of a connection. */
function handleConnection(
  socket: Socket,
  folder: DataFolder,
  connection: Pick<Context, 'cursors' | 'connection' | 'openConnections'>,
): void {
  const context = { store: folder.store, ...connection };
  const reader = new MessageReader();
  let replies = 0;
  const handle = (message: Message): void => {
    const { reply, afterJournal } = runCommand(message.command, context);
    if (!message.wantsReply) return;
    replies = (replies + 1) | 0;
    const bytes = encodeReply(message, reply, replies);
    if (afterJournal) folder.journal.whenDurable(() => socket.write(bytes));
    else socket.write(bytes);
  };
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    try {
      for (const message of reader.read(chunk)) handle(message);
    } catch {
      // A message that violates the protocol gets no reply.
      socket.destroy();
    }
  });
}
