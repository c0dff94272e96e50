import { Cluster, type Redis as SingleRedis } from 'ioredis';
import { every } from './every.js';

/**
 * Checks without received data after which a connection counts as half-open (2 s). Checks are counted and not time, since a process that
 * is busy or stopped receives nothing either. Every check but the last sends a PING if nothing was received.
 */
const CHECK_EVERY_MS = 500;
const MAX_SILENT_CHECKS = 4;

/**
 * Maximum time for which a command may block, in ms, as it delays all others on its connection. Well below the time after which a
 * connection counts as half-open.
 */
export const LONGEST_BLOCK_MS = 1_000;

/**
 * Closes half-open connections, which accept commands and return nothing. Pending commands then fail or are sent again, as on any lost
 * connection. Includes duplicates of the connection, on which BullMQ's workers wait for jobs, and each node of a Cluster.
 */
export function detectHalfOpenConnections<R extends SingleRedis | Cluster>(redis: R): R {
  if (redis instanceof Cluster) redis.on('+node', (node: SingleRedis) => node.on('connect', () => startChecks(node)));
  else redis.on('connect', () => startChecks(redis));
  if (redis instanceof Cluster) {
    const duplicate = redis.duplicate.bind(redis);
    redis.duplicate = (...given) => detectHalfOpenConnections(duplicate(...given));
  } else {
    const duplicate = redis.duplicate.bind(redis);
    redis.duplicate = (...given) => detectHalfOpenConnections(duplicate(...given));
  }
  return redis;
}

/** Checks a connection until it is closed. It has pending commands from the beginning, also before it is ready. */
function startChecks(redis: SingleRedis): void {
  const { stream } = redis;
  let received = stream.bytesRead;
  let silentChecks = 0;
  const check = () => {
    silentChecks = stream.bytesRead === received ? silentChecks + 1 : 0;
    received = stream.bytesRead;
    if (silentChecks >= MAX_SILENT_CHECKS) stream.destroy(new Error('the connection to Redis is half-open'));
    else if (silentChecks > 0 && redis.status === 'ready') redis.ping().catch(() => {});
  };
  // Data that has arrived is read before the check.
  const stop = every(CHECK_EVERY_MS, () => setImmediate(check));
  if (stream.destroyed) stop();
  else stream.once('close', stop);
}
