import { readConfig } from '../../shared/process/config.js';
import { createLogger } from '../../shared/process/log.js';
import { chooseBackend } from '../../shared/queue/backend.js';
import type { QueueBackend } from '../../shared/queue/queues.js';

/** Returns the queue backend of the platform, for workers inside a test. */
export const testQueueBackend = (): QueueBackend =>
  chooseBackend(readConfig(), createLogger('test', { LOG_LEVEL: 'silent', LOG_PRETTY: false }));
