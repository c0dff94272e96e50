/**
 * Webhooks: events of an account, which are written into an outbox with the change that they report and delivered to the URLs that
 * the account has registered, signed and with retries (Standard Webhooks).
 */

export { checkCallbackUrl } from './check-callback-url.js';
export {
  type Message,
  type WebhookCollections,
  webhookCollections,
  webhookIndexes,
  webhookKey,
} from './collections.js';
export { attemptDelivery, type DeliveryContext, startDeliveryCounters } from './deliver/attempt.js';
export { createGuardedAgent } from './deliver/guarded-agent.js';
export { RetrySchedule } from './deliver/retry-schedule.js';
export {
  createPublisher,
  DELIVER_POOL,
  enqueueSend,
  openDeliverQueue,
  type Publish,
  type SendJob,
} from './dispatch.js';
export {
  type AnyEvent,
  allEvents,
  batchFinished,
  budgetNear,
  budgetReached,
  createMessageSchema,
  creditsExpiring,
  creditsLow,
  creditsRunningOut,
  type EventKind,
  EXPIRY_WARNING_DAYS,
  errorsHigh,
  experienceEnded,
  experienceFeedback,
  experienceLead,
  experienceReported,
  keyRotated,
  topUpFailed,
} from './events.js';
export { createJobNotifier, selectJobEvent } from './job-events.js';
export { listDeliveries, listFailingWebhooks, listWebhooks, repeatDelivery } from './operations.js';
export { addToOutbox, createMessage, createStoredMessage } from './outbox.js';
export { recoverOutbox } from './recover-outbox.js';
export { createWebhook, webhookRoutes } from './routes.js';
export { OVERLAP_MS, SigningSecrets } from './signing-secrets.js';
export { isSubscribed } from './subscriptions.js';
export { Targets } from './targets.js';
export { toWebhookView } from './view.js';
