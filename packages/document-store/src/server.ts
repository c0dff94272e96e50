import { chmodSync } from 'node:fs';
import type { Server, Socket } from 'node:net';
import { resolve } from 'node:path';
import type { Context } from './commands/command.js';
import { Cursors } from './commands/cursors.js';
import { runCommand } from './commands/dispatch.js';
import { openServer, preparedSocket } from './listen.js';
import { DataFolder, type FolderOptions } from './storage/folder.js';
import { type Message, MessageReader, replyTo } from './wire.js';

export { StartError } from './errors.js';

export interface StoreOptions extends FolderOptions {
  /** The folder that holds the data; made when there is none. */
  dir: string;
  /** The unix socket to listen on; its folder is made, or made private, when needed. */
  socket?: string;
  /** The port on 127.0.0.1 to listen on, besides the socket or instead of it; 0 for any free one. */
  port?: number;
}

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
  let connections = 0;
  const serve = (socket: Socket): void => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    connections += 1;
    converse(socket, folder, { cursors, connection: connections, openConnections: () => sockets.size });
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

/** Answers the messages of one connection. */
function converse(
  socket: Socket,
  folder: DataFolder,
  about: Pick<Context, 'cursors' | 'connection' | 'openConnections'>,
): void {
  const context = { store: folder.store, ...about };
  const reader = new MessageReader();
  let replies = 0;
  const answer = (message: Message): void => {
    const { reply, afterJournal } = runCommand(message.command, context);
    if (!message.wantsReply) return;
    replies = (replies + 1) | 0;
    const bytes = replyTo(message, reply, replies);
    if (afterJournal) folder.journal.whenDurable(() => socket.write(bytes));
    else socket.write(bytes);
  };
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    try {
      for (const message of reader.read(chunk)) answer(message);
    } catch {
      // A message that violates the protocol gets no reply.
      socket.destroy();
    }
  });
}
