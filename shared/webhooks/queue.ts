import type { Queue } from 'bullmq';
import type { Redis } from '../process/redis.js';
import { openQueue } from '../queue/queues.js';

/** The queue of the turns in which receivers get their deliveries. */
export const DELIVER_QUEUE = 'deliver';

/** A turn: the id of its job is the lane's, so that a receiver has one turn at a time. */
export interface Turn {
  lane: string;
}

export const openDeliverQueue = (redis: Redis, onError: (error: unknown) => void): Queue<Turn, object> =>
  openQueue(DELIVER_QUEUE, redis, onError);
