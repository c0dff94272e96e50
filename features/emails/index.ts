/** Emails: a queue of emails, and the worker that renders and sends them by SMTP. */

export { type Email, type EmailQueue, enqueueEmail, type InvitationSender, openEmailQueue } from './email-queue.js';
export { startEmailWorker } from './email-worker.js';
