import {
  day,
  flag,
  instant,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  record,
  text,
  withDefault,
} from '../fields.js';
import { serviceRoute } from '../service-route.js';

export const account = serviceRoute({
  method: 'GET',
  path: '/v1/account',
  summary: 'The balance of the account, its purchases with their expiry, and the key that asks',
  request: object({}),
  response: object({
    account: text(),
    name: text(),
    balance: number({ description: 'Credits that can be spent' }),
    held: number({ description: 'Credits held for calls that are under way' }),
    lots: list(
      object({
        id: text(),
        bought_at: instant(),
        expires_at: instant(),
        credits_left: number(),
      }),
    ),
    key: object({
      id: text(),
      name: text(),
      prefix: text(),
      scopes: list(text()),
      active: flag(),
      expires_at: nullable(instant()),
    }),
    limits: record(integer()),
  }),
  example: { request: {} },
});

/** What a usage report is asked for, for callers and operators alike. */
export const usageRequest = {
  from: optional(day({ description: 'First day (UTC), by default 29 days before the last' })),
  to: optional(day({ description: 'Last day (UTC), by default today' })),
  group_by: withDefault(oneOf(['day', 'endpoint', 'key']), 'day'),
  limit: withDefault(integer({ minimum: 1, maximum: 500, description: 'Rows per page' }), 100),
  after: optional(text({ maxLength: 200, description: 'The `next` of the page before' })),
};

export const usageResponse = object({
  from: day(),
  to: day(),
  group_by: text(),
  rows: list(object({ group: text(), calls: integer(), credits: number(), statuses: record(integer()) })),
  next: nullable(text()),
});

export const usage = serviceRoute({
  method: 'GET',
  path: '/v1/usage',
  summary: 'Calls, credits and statuses of the account by day, endpoint or key',
  request: object(usageRequest),
  response: usageResponse,
  example: { request: { group_by: 'endpoint' } },
});
