import { readConfig } from '../../shared/process/config.js';
import { createLogger } from '../../shared/process/log.js';
import { chooseBackend } from '../../shared/queue/backend.js';
import type { QueueBackend } from '../../shared/queue/queues.js';

/** How workers inside a test take their jobs: as the platform beside them does, by QUEUE_BACKEND. */
export const backendOfTests = (): QueueBackend =>
  chooseBackend(readConfig(), createLogger('test', { LOG_LEVEL: 'silent', LOG_PRETTY: false }));
