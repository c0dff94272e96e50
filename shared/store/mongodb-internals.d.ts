/** Types of the part of the driver's internals that `connect.ts` uses. */
declare module 'mongodb/lib/cmap/connection.js' {
  import type { Socket } from 'node:net';

  export class Connection {
    readonly socket: Socket;
    cleanup(error: Error): void;
  }
}
