// Made from openapi.json by `npm run generate`; changes here are lost.

import type { RouteFacts } from '../client.js';
import * as shapes from './shapes.js';

/** The routes beside the endpoints, by name. */
export const routes: Readonly<Record<string, RouteFacts>> = {
  account: { method: 'GET', path: '/v1/account', fields: {} },
  changeAccount: {
    method: 'PATCH',
    path: '/v1/account',
    fields: { credits_low_below: true, credits_low_days: true, errors_above_percent: true },
  },
  usage: {
    method: 'GET',
    path: '/v1/usage',
    fields: { from: true, to: true, group_by: true, limit: true, after: true },
  },
  requests: {
    method: 'GET',
    path: '/v1/requests',
    fields: {
      endpoint: true,
      key: true,
      status: true,
      type: true,
      state: true,
      slower_than_ms: true,
      from: true,
      to: true,
      limit: true,
      after: true,
    },
  },
  request: { method: 'GET', path: '/v1/requests/{request_id}', fields: { request_id: true } },
  createToken: { method: 'POST', path: '/v1/tokens', fields: { scopes: true, expires_in: true, origin: true } },
  jobs: { method: 'GET', path: '/v1/jobs', fields: { limit: true, after: true } },
  listPacks: { method: 'GET', path: '/v1/account/packs', fields: {} },
  buyCredits: {
    method: 'POST',
    path: '/v1/account/orders',
    fields: { pack: true, save_method: true, return_url: true },
  },
  orders: { method: 'GET', path: '/v1/account/orders', fields: { limit: true, after: true } },
  order: { method: 'GET', path: '/v1/account/orders/{order}', fields: { order: true } },
  cancelOrder: { method: 'POST', path: '/v1/account/orders/{order}/cancel', fields: { order: true } },
  topUp: { method: 'GET', path: '/v1/account/top-up', fields: {} },
  setTopUp: { method: 'PUT', path: '/v1/account/top-up', fields: { below: true, pack: true, most_per_day: true } },
  endTopUp: { method: 'DELETE', path: '/v1/account/top-up', fields: {} },
  experiences: {
    method: 'GET',
    path: '/v1/qr-experience',
    fields: { type: true, label: true, state: true, limit: true, after: true },
  },
  experience: { method: 'GET', path: '/v1/qr-experience/{id}', fields: { id: true } },
  changeExperience: {
    method: 'PATCH',
    path: '/v1/qr-experience/{id}',
    fields: {
      if_match: true,
      page: shapes.pageDocument,
      content: true,
      target: true,
      label: true,
      slug: true,
      targets: { ios: true, android: true },
      theme: shapes.theme,
      language: true,
      state: true,
      id: true,
    },
  },
  deleteExperience: { method: 'DELETE', path: '/v1/qr-experience/{id}', fields: { if_match: true, id: true } },
  experienceVersions: { method: 'GET', path: '/v1/qr-experience/{id}/versions', fields: { id: true } },
  experienceVersion: {
    method: 'GET',
    path: '/v1/qr-experience/{id}/versions/{version}',
    fields: { id: true, version: true },
  },
  restoreExperience: {
    method: 'POST',
    path: '/v1/qr-experience/{id}/versions/{version}/restore',
    fields: { if_match: true, id: true, version: true },
  },
  experienceEvents: {
    method: 'GET',
    path: '/v1/qr-experience/{id}/events',
    fields: { id: true, event: true, from: true, to: true, limit: true, after: true },
  },
  deleteExperienceEvents: {
    method: 'DELETE',
    path: '/v1/qr-experience/{id}/events',
    fields: { before: true, id: true },
  },
  exportExperienceEvents: {
    method: 'GET',
    path: '/v1/qr-experience/{id}/events.csv',
    fields: { id: true, event: true, from: true, to: true },
  },
  experienceStats: { method: 'GET', path: '/v1/qr-experience/{id}/stats', fields: { id: true } },
  createWebhook: { method: 'POST', path: '/v1/webhooks', fields: { url: true, events: true, description: true } },
  webhooks: { method: 'GET', path: '/v1/webhooks', fields: {} },
  webhook: { method: 'GET', path: '/v1/webhooks/{webhook}', fields: { webhook: true } },
  changeWebhook: {
    method: 'PATCH',
    path: '/v1/webhooks/{webhook}',
    fields: { url: true, events: true, description: true, active: true, webhook: true },
  },
  deleteWebhook: { method: 'DELETE', path: '/v1/webhooks/{webhook}', fields: { webhook: true } },
  webhookDeliveries: {
    method: 'GET',
    path: '/v1/webhooks/{webhook}/deliveries',
    fields: { webhook: true, state: true, limit: true, after: true },
  },
  repeatDelivery: {
    method: 'POST',
    path: '/v1/webhooks/{webhook}/deliveries/{delivery}/repeat',
    fields: { webhook: true, delivery: true },
  },
  testWebhook: { method: 'POST', path: '/v1/webhooks/{webhook}/test', fields: { type: true, webhook: true } },
  rotateWebhookSecret: { method: 'POST', path: '/v1/webhooks/{webhook}/rotate-secret', fields: { webhook: true } },
};
