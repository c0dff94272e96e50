import type { Redis } from 'ioredis';
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
 * Has a connection thrown away that is open on our side alone: it takes all that is sent, and answers nothing. What waits
 * on it then fails, or is sent again, as on any connection that is lost. Holds for the duplicates of the connection as well:
 * on such a one BullMQ's workers wait for jobs.
 */
export function noticeSilence(redis: Redis): Redis {
  redis.on('connect', () => listen(redis));
  const duplicate = redis.duplicate.bind(redis);
  redis.duplicate = (other) => {
    const made = duplicate(other);
    noticeSilence(made);
    return made;
  };
  return redis;
}

/** From the beginning of a connection on there is something to be answered, also before it is ready. */
function listen(redis: Redis): void {
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
