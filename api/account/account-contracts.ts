import { flag, instant, integer, list, nullable, number, object, record, text } from '../../shared/contract/fields.js';
import { serviceRoute } from '../../shared/contract/route.js';
import { usageRequest, usageResponse } from '../../shared/operations/books.js';

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

export const usage = serviceRoute({
  method: 'GET',
  path: '/v1/usage',
  summary: 'Calls, credits and statuses of the account by day, endpoint or key',
  request: object(usageRequest),
  response: usageResponse,
  example: { request: { group_by: 'endpoint' } },
});
