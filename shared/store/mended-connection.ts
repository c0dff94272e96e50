import { Connection } from 'mongodb/lib/cmap/connection.js';

/**
 * A connection that tells its writers when it ends. The driver (seen in 7.8 and 7.9) writes to a socket that the store has just
 * closed, when that socket has not yet said so, and waits for it to drain, which a closed socket never does. An operation
 * that waits like this holds its connection for ever. The check whether the store is there, when it is what waits, is
 * never made again: a store that is back is not seen by this process until it is started anew.
 */
export class MendedConnection extends Connection {
  /** Whoever waits to write on goes on, and finds that the connection has ended. */
  override cleanup(error: Error): void {
    super.cleanup(error);
    this.socket.emit('drain');
  }
}
