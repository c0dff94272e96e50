import { Cluster, type Redis as SingleRedis } from 'ioredis';
import { every } from './every.js';

/**
 * So many looks in a row that find nothing heard mean that nobody is there: 2 s. Looks are counted and not time, since a
 * process that does something else for a while, or is stopped, does not listen meanwhile. At each but the last Redis is asked
 * whether it is there: where something is heard anyway it need not be.
 */
const LOOK_EVERY_MS = 500;
const SILENT_LOOKS = 4;

/**
 * The longest that a command may wait inside Redis, in ms: what else is asked on its connection is answered after it. Well
 * below the time after which a connection counts as silent.
 */
export const LONGEST_BLOCK_MS = 1_000;

/**
 * Closes a connection that is open on our side only: it accepts all commands and returns nothing. What waits on it then fails,
 * or is sent again, as on any connection that is lost. Applies to duplicates of the connection too, on which BullMQ's workers wait for jobs, and
 * to each node of a Cluster.
 */
export function detectHalfOpenConnections<R extends SingleRedis | Cluster>(redis: R): R {
  if (redis instanceof Cluster) redis.on('+node', (node: SingleRedis) => node.on('connect', () => listen(node)));
  else redis.on('connect', () => listen(redis));
  if (redis instanceof Cluster) {
    const duplicate = redis.duplicate.bind(redis);
    redis.duplicate = (...given) => detectHalfOpenConnections(duplicate(...given));
  } else {
    const duplicate = redis.duplicate.bind(redis);
    redis.duplicate = (...given) => detectHalfOpenConnections(duplicate(...given));
  }
  return redis;
}

/** From the beginning of a connection on there is something to be answered, also before it is ready. */
function listen(redis: SingleRedis): void {
  const { stream } = redis;
  let heard = stream.bytesRead;
  let silent = 0;
  const look = () => {
    silent = stream.bytesRead === heard ? silent + 1 : 0;
    heard = stream.bytesRead;
    if (silent >= SILENT_LOOKS) stream.destroy(new Error('Redis is silent'));
    else if (silent > 0 && redis.status === 'ready') redis.ping().catch(() => {});
  };
  // What has arrived is read before it is missed.
  const stop = every(LOOK_EVERY_MS, () => setImmediate(look));
  if (stream.destroyed) stop();
  else stream.once('close', stop);
}
