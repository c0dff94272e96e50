import { setTimeout as pause } from 'node:timers/promises';
import { type Db, MongoClient, type MongoClientOptions } from 'mongodb';
import { type Config, required } from '../process/config.js';
import { StoreGate } from './gate.js';
import { guarded } from './guarded.js';
import { MendedConnection } from './mended-connection.js';

/** The document store: a connection pool and the service's database in it. */
export interface Store {
  readonly db: Db;
  close(): Promise<void>;
}

type OnError = (error: unknown) => void;

/**
 * A heartbeat every 1.5 s that may take 2: a connection that is open on our side alone is noticed after 3.5 s, and a store
 * that computes for a second or two is not taken for gone.
 */
const HEARTBEAT_MS = 1_500;
const CONNECT_MS = 2_000;
const SELECT_MS = 1_500;
/** Between two attempts to reach a store that has not been there yet. */
const AGAIN_MS = 100;
/** For what reads or writes much; a caller's single operation has its own limit at the gate. */
const SOCKET_MS = 10_000;
const PATIENT = { socketTimeoutMS: 0, serverSelectionTimeoutMS: 10_000, connectTimeoutMS: 10_000 };
/** An option of the driver that its types do not name. */
const MENDED = { connectionType: MendedConnection };

/**
 * Connects to MongoDB, or to the embedded document store, which speaks the same protocol. A write is acknowledged when it
 * is in the journal (of a majority, where there are several): a store that is killed has lost nothing that was.
 *
 * @param onError is told why the store could not be reached yet
 * @throws ConfigError when MONGODB_URL is not set
 */
export const connectStore = (config: Config, onError: OnError = () => {}): Store => connect(config, onError);

/**
 * Connects for what somebody types: no answer is given up, such as that about an index of millions of calls, and on a machine with much
 * to do the connection may take ten seconds.
 *
 * @throws ConfigError when MONGODB_URL is not set
 */
export const connectPatiently = (config: Config): Store => connect(config, () => {}, PATIENT);

function connect(config: Config, onError: OnError, options: MongoClientOptions = {}): Store {
  const client = new MongoClient(required(config, 'MONGODB_URL'), {
    serverSelectionTimeoutMS: SELECT_MS,
    connectTimeoutMS: CONNECT_MS,
    socketTimeoutMS: SOCKET_MS,
    heartbeatFrequencyMS: HEARTBEAT_MS,
    maxPoolSize: 16,
    writeConcern: { w: 'majority', journal: true },
    ignoreUndefined: true,
    ...MENDED,
    ...options,
  });
  const closing = new AbortController();
  const connecting = connectSometime(client, closing.signal, onError);
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
 * Connects, however long the store is not there yet. The driver mends a connection that it has had by itself, but after a first
 * one that failed every operation fails until it is told to connect anew.
 */
async function connectSometime(client: MongoClient, closing: AbortSignal, onError: OnError): Promise<void> {
  while (!closing.aborted) {
    const failure = await client.connect().then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    if (!failure) return;
    if (!closing.aborted) onError(failure.error);
    await pause(AGAIN_MS, undefined, { ref: false, signal: closing }).catch(() => {});
  }
}

/**
 * Connects where callers wait for the store: while it is away every operation is refused at once, with the error that
 * the caller is to read.
 *
 * @throws ConfigError when MONGODB_URL is not set
 */
export function connectGuardedStore(config: Config, onError: OnError): Store {
  const { db, close } = connect(config, onError, { waitQueueTimeoutMS: SELECT_MS });
  const gate = new StoreGate(() => db.command({ ping: 1 }), onError);
  return { db: guarded(db, gate), close };
}
