export {
  budgetNear,
  budgetReached,
  creditsExpiring,
  creditsRunningOut,
  errorsHigh,
  expiryWarnings,
} from './alert-events.js';
export {
  CALLBACK,
  type Message,
  type WebhookCollections,
  webhookCollections,
  webhookIndexes,
  webhookKey,
} from './collections.js';
export { attempt, type Sender } from './deliver/attempt.js';
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
export type { EventKind } from './event-kind.js';
export {
  type AnyEvent,
  creditsLow,
  everyEvent,
  experienceFeedback,
  experienceLead,
  experienceReported,
  keyRotated,
  messageOf,
  topUpFailed,
} from './events.js';
export { eventOfEnd, jobNotifier } from './job-events.js';
export { createWebhook } from './manage.js';
export { listDeliveries, listFailing, listWebhooks, repeatDelivery } from './operations.js';
export { addToOutbox, createMessage, createStoredMessage } from './outbox.js';
export { recoverOutbox } from './recover-outbox.js';
export { webhookRoutes } from './routes.js';
export { OVERLAP_MS, SigningSecrets } from './secrets.js';
export { isSubscribed } from './subscriptions.js';
export { Targets } from './targets.js';
export { viewOf } from './view.js';
