import type { ErrorName, Explanation } from './explanation.js';

/** Errors of webhooks, their deliveries, and addresses to which answers are posted. */
export const ofWebhooks = {
  webhooksOff: {
    cause: 'The operator of this platform has not switched on webhooks.',
    remedy: 'Fetch answers from `GET /v1/jobs`, or ask the operator to set `WEBHOOK_SECRETS`.',
  },
  webhookUnknown: {
    cause: 'The account has no webhook with this id: it was deleted, or is another account’s.',
    remedy: 'Take the id from `GET /v1/webhooks`.',
  },
  webhookUrlRefused: {
    cause:
      'Nothing is sent to such an address: it is not `https`, names a low port or a user, or leads into a private network.',
    remedy:
      'Give an address that can be reached from the internet. [Webhooks](/docs/webhooks) says how to try one locally.',
    example: { field: 'url', problem: 'must be an https address' },
  },
  tooManyWebhooks: {
    cause: 'The account has as many webhooks as it may have.',
    remedy: 'Delete one, or have one webhook receive more events.',
    example: { limit: 10 },
  },
  webhookIsOff: {
    cause:
      'The webhook was switched off, by you or after five days in which nothing could be delivered. Nothing is sent to it until it is on again.',
    remedy:
      'See to what it says under `switched_off`, then switch it on: `{"active": true}` with `PATCH /v1/webhooks/{webhook}`.',
  },
  deliveryUnknown: {
    cause: 'The webhook has no delivery with this id. Deliveries are kept for 30 days.',
    remedy: 'Take the id from the list of its deliveries.',
  },
  callbackSecretMissing: {
    cause:
      'The call names a `callback_url`, and the account has no secret yet with which what is posted there could be signed.',
    remedy: 'Make one, once, with `POST /v1/webhooks/callback/rotate-secret`, and keep it where the receiver finds it.',
  },
} satisfies Partial<Record<ErrorName, Explanation>>;
