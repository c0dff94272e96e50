import { type Db, MongoClient } from 'mongodb';
import { type Config, required } from '../process/config.js';

/** The document store: a connection pool and the service's database in it. */
export interface Store {
  readonly db: Db;
  close(): Promise<void>;
}

/**
 * Connects to MongoDB, or to the embedded document store, which speaks the same protocol.
 * An unreachable store is noticed within 2 s, one that hangs within 10 s.
 *
 * @throws ConfigError when MONGODB_URL is not set
 */
export function connectStore(config: Config): Store {
  const client = new MongoClient(required(config, 'MONGODB_URL'), {
    serverSelectionTimeoutMS: 2_000,
    connectTimeoutMS: 2_000,
    socketTimeoutMS: 10_000,
    maxPoolSize: 16,
    ignoreUndefined: true,
  });
  return { db: client.db(config.MONGODB_DATABASE), close: () => client.close() };
}
