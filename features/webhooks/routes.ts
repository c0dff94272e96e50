import { listDeliveries, repeatDelivery, testWebhook } from './deliveries-api.js';
import { changeWebhook, createWebhook, deleteWebhook, listWebhooks, readWebhook } from './manage.js';
import { rotateSecret } from './secret.js';

/** What accounts ask about their webhooks. */
export const webhookRoutes = [
  createWebhook,
  listWebhooks,
  readWebhook,
  changeWebhook,
  listDeliveries,
  repeatDelivery,
  testWebhook,
  rotateSecret,
  deleteWebhook,
] as const;
