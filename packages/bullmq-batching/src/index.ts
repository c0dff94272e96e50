import { type BackendFactory, createRedisBackend, type RedisQueueBackend } from 'bullmq';
import { BatchingBackend } from './batching-backend.js';
import { loadScripts, type Scripts } from './scripts.js';

/** Options of the batching backend. */
export interface BatchingOptions {
  /** Called with the reason if the installed BullMQ is not supported, so that its own backend is used. */
  onFallback?(reason: unknown): void;
}

/**
 * Creates a backend factory for queues and workers that add, fetch and finish jobs in batches. Returns BullMQ's own factory if the
 * installed version is not supported.
 *
 * @example
 * const backend = batchingBackend();
 * const queue = new Queue('mail', { connection }, backend);
 * const worker = new Worker('mail', send, { connection }, backend);
 */
export function batchingBackend({ onFallback }: BatchingOptions = {}): BackendFactory<RedisQueueBackend> {
  let scripts: Scripts;
  try {
    scripts = loadScripts();
  } catch (reason) {
    onFallback?.(reason);
    return createRedisBackend;
  }
  return (name, opts, options) => new BatchingBackend(createRedisBackend(name, opts, options), name, opts, scripts);
}
