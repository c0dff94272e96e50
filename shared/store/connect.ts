import { setTimeout as pause } from 'node:timers/promises';
import { type Db, MongoClient, type MongoClientOptions } from 'mongodb';
import { Connection } from 'mongodb/lib/cmap/connection.js';
import { type Config, required } from '../process/config.js';
import { StoreCircuitBreaker, withCircuitBreaker } from './circuit-breaker.js';

/** Connection pool of the document store, and the database of the platform. */
export interface Store {
  readonly db: Db;
  close(): Promise<void>;
}

type OnError = (error: unknown) => void;

/**
 * Interval and timeout of heartbeats, in ms: a half-open connection is detected after 3.5 s, and a store that is busy for a second or two
 * does not count as unavailable.
 */
const HEARTBEAT_MS = 1_500;
const CONNECT_TIMEOUT_MS = 2_000;
const SELECT_TIMEOUT_MS = 1_500;
/** Time between two attempts to connect for the first time, in ms. */
const RETRY_MS = 100;
/** Timeout of operations that read or write much, in ms; the circuit breaker limits those on a single document. */
const SOCKET_TIMEOUT_MS = 10_000;
const LONG_TIMEOUTS = { socketTimeoutMS: 0, serverSelectionTimeoutMS: 10_000, connectTimeoutMS: 10_000 };
/**
 * Connection that wakes pending writers when it ends. The driver (7.8 and 7.9) may write to a socket that the store has just closed, and
 * then waits for it to drain, which a closed socket never does. Such an operation occupies its connection for ever; if it is a
 * heartbeat, the process does not notice when the store is back.
 */
class MendedConnection extends Connection {
  override cleanup(error: Error): void {
    super.cleanup(error);
    this.socket.emit('drain');
  }
}

/** An option of the driver that its types do not name. */
const MENDED = { connectionType: MendedConnection };

/**
 * Connects to MongoDB, or to the embedded document store, which speaks the same protocol. A write is acknowledged when it is in the journal
 * (of a majority in a replica set), so a store that is killed loses no acknowledged write.
 *
 * @param onError receives the errors of attempts to connect, which are repeated
 * @throws ConfigError if MONGODB_URL is not set
 */
export const connectStore = (config: Config, onError: OnError = () => {}): Store => connect(config, onError);

/**
 * Connects for command-line tools and the creation of indexes: operations have no timeout, such as an index of millions of calls, and on a
 * busy machine the connection may take ten seconds.
 *
 * @throws ConfigError if MONGODB_URL is not set
 */
export const connectWithLongTimeouts = (config: Config): Store => connect(config, () => {}, LONG_TIMEOUTS);

function connect(config: Config, onError: OnError, options: MongoClientOptions = {}): Store {
  const client = new MongoClient(required(config, 'MONGODB_URL'), {
    serverSelectionTimeoutMS: SELECT_TIMEOUT_MS,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    socketTimeoutMS: SOCKET_TIMEOUT_MS,
    heartbeatFrequencyMS: HEARTBEAT_MS,
    maxPoolSize: 16,
    writeConcern: { w: 'majority', journal: true },
    ignoreUndefined: true,
    ...MENDED,
    ...options,
  });
  const closing = new AbortController();
  const connecting = connectRepeatedly(client, closing.signal, onError);
  return {
    db: client.db(config.MONGODB_DATABASE),
    async close() {
      closing.abort();
      await connecting;
      await client.close();
    },
  };
}

/**
 * Connects, however long the store is unavailable. The driver restores a connection by itself, but if the first attempt failed, every
 * operation fails until `connect` is called again.
 */
async function connectRepeatedly(client: MongoClient, closing: AbortSignal, onError: OnError): Promise<void> {
  while (!closing.aborted) {
    const failure = await client.connect().then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    if (!failure) return;
    if (!closing.aborted) onError(failure.error);
    await pause(RETRY_MS, undefined, { ref: false, signal: closing }).catch(() => {});
  }
}

/**
 * Connects for processes whose clients wait for the store: while it is unavailable every operation is refused at once, with the error for
 * the client.
 *
 * @throws ConfigError if MONGODB_URL is not set
 */
export function connectGuardedStore(config: Config, onError: OnError): Store {
  const { db, close } = connect(config, onError, { waitQueueTimeoutMS: SELECT_TIMEOUT_MS });
  const breaker = new StoreCircuitBreaker(() => db.command({ ping: 1 }), onError);
  return { db: withCircuitBreaker(db, breaker), close };
}
