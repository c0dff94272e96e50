/** What `mended-connection.ts` needs of the driver, which declares nothing of its insides. */
declare module 'mongodb/lib/cmap/connection.js' {
  import type { Socket } from 'node:net';

  export class Connection {
    readonly socket: Socket;
    cleanup(error: Error): void;
  }
}
