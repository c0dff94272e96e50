export { type Email, type EmailQueue, enqueueEmail, openEmailQueue } from './email-queue.js';
export { startEmailWorker } from './send.js';
