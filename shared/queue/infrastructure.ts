import type { Queue } from 'bullmq';
import { errors } from '../contract/errors.js';
import type { Clock } from '../process/clock.js';
import type { Redis } from '../process/redis.js';
import type { Partitions, PoolQueue } from './queues.js';

/** Redis and the queues. A process connects them once, and passes them on. */
export interface QueueInfrastructure {
  readonly redis: Redis;
  /** Clock of Redis. */
  readonly clock: Clock;
  readonly partitions: Partitions;
  readonly queues: readonly PoolQueue[];
  /** Queue of webhook deliveries. */
  readonly deliveries: Queue;
}

/** Returns all queues: those of the pools, and that of the deliveries. */
export const collectQueues = ({ queues, deliveries }: QueueInfrastructure): Queue[] => [
  ...queues.map(({ queue }): Queue => queue),
  deliveries,
];

/** Finds a queue by name. @throws ApiError 404 */
export function findQueue(infrastructure: QueueInfrastructure, name: string): Queue {
  const found = collectQueues(infrastructure).find((queue) => queue.name === name);
  if (!found) throw errors.queueUnknown({ queue: name });
  return found;
}
