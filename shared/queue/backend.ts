import { createRedisBackend } from 'bullmq';
import { batchingBackend } from 'bullmq-batching';
import type { Config } from '../process/config.js';
import type { Logger } from '../process/log.js';
import type { QueueBackend } from './queues.js';

/** Returns the backend that the settings choose. Processes with different ones may share a queue. */
export const chooseBackend = ({ QUEUE_BACKEND }: Pick<Config, 'QUEUE_BACKEND'>, log: Logger): QueueBackend =>
  QUEUE_BACKEND === 'stock'
    ? createRedisBackend
    : batchingBackend({ onFallback: (err) => log.warn({ err }, 'jobs are not batched: BullMQ is not supported') });
