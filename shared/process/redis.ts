import { setTimeout as pause } from 'node:timers/promises';
import { Cluster, Redis as SingleRedis } from 'ioredis';
import { detectHalfOpenConnections } from './half-open-connections.js';
import type { WatchedService } from './outages.js';
import { parseRedisAddress } from './redis-address.js';
import { redisKey } from './redis-keys.js';

/** A connection to Redis: to one server, to the master that sentinels name, or to a Cluster. */
export type Redis = SingleRedis | Cluster;

/**
 * Use of a connection. It decides what happens to commands while Redis is unavailable:
 * - `producer`: a client waits for the command, so it fails at once.
 *   (No auto-pipelining: ioredis 6.0.0 throws out of reach of any handler when the connection is lost inside it.)
 * - `worker`: commands are queued until Redis is back.
 * - `blocking`: waits for data, at most LONGEST_BLOCK_MS at a time; commands are queued as for a worker.
 */
export type Use = 'producer' | 'worker' | 'blocking';

const RECONNECT_CAP_MS = 500;
/** Timeout of a command that a client waits for, in ms. A half-open connection is detected before. */
const COMMAND_TIMEOUT_MS = 5_000;
/** Time between two attempts at a command while a Cluster elects a master, in ms. */
const CLUSTER_RETRY_MS = 100;
/** Maximum number of those attempts: a command of a worker is tried for as long as a Cluster may need, and longer. */
const CLUSTER_ATTEMPTS = { producer: 3, worker: 600, blocking: 600 };

const options = {
  producer: { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: COMMAND_TIMEOUT_MS },
  worker: { maxRetriesPerRequest: null },
  blocking: { maxRetriesPerRequest: null },
} as const;

const retryStrategy = (attempt: number): number => Math.min(50 * attempt, RECONNECT_CAP_MS);

/**
 * Connects to Redis. A connection that is lost or half-open, or whose server is no longer the master, is established again, with at most
 * 500 ms between two attempts.
 *
 * @param url as `redisAddress` parses it
 */
export function connectRedis(url: string, use: Use, onError: (error: Error) => void): Redis {
  const address = parseRedisAddress(url);
  const shared = {
    ...address.options,
    ...options[use],
    connectTimeout: 2_000,
  };
  const redis = address.nodes
    ? new Cluster([...address.nodes], {
        redisOptions: shared,
        enableOfflineQueue: use !== 'producer',
        maxRedirections: CLUSTER_ATTEMPTS[use],
        ...{ retryDelayOnFailover: CLUSTER_RETRY_MS, retryDelayOnClusterDown: CLUSTER_RETRY_MS },
        clusterRetryStrategy: retryStrategy,
        // Certificates name hosts.
        dnsLookup: (host, callback) => callback(null, host),
      })
    : new SingleRedis({
        ...shared,
        retryStrategy,
        // The command is sent again, to the new master.
        reconnectOnError: (error) => (/^(READONLY|UNBLOCKED) /.test(error.message) ? 2 : false),
      });
  redis.on('error', onError);
  return detectHalfOpenConnections(redis);
}

const UNAVAILABLE =
  /^(LOADING|MASTERDOWN|CLUSTERDOWN|NOREPLICAS|READONLY|UNBLOCKED|WRONGPASS|NOAUTH) |Stream isn't writeable|Connection is closed|Command timed out|Failed to refresh slots|None of startup nodes|connection to Redis is half-open/;

/** True if an error of a command or a connection means that Redis is unavailable. */
export const isRedisOutage = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'MaxRetriesPerRequestError' ||
    error.name === 'ClusterAllFailedError' ||
    UNAVAILABLE.test(error.message));

/**
 * Redis, watched for outages. The probe is a write without effect: unlike PING it fails while the server is a replica, or a Cluster without
 * all of its slots.
 */
export const watchRedis = (redis: Redis): WatchedService => ({
  isOutage: isRedisOutage,
  probe: () => redis.del(redisKey('probe')),
});

/** Check interval of a connection that is waited for, in ms. */
const CHECK_EVERY_MS = 50;

/**
 * Waits until a connection is ready, however many attempts that takes.
 *
 * @throws Error on a timeout
 */
export async function whenReady(redis: Redis, timeoutMs: number): Promise<void> {
  const until = performance.now() + timeoutMs;
  while (redis.status !== 'ready') {
    if (performance.now() >= until) throw new Error('Redis does not respond');
    await pause(CHECK_EVERY_MS);
  }
}
