import { audit } from '../credits/audit.js';
import { refund } from '../credits/refund.js';
import { usageReport } from '../credits/usage-report.js';
import { errors } from '../errors.js';
import { integer, list, object, oneOf, optional, text, withDefault } from '../fields.js';
import { usageRequest, usageResponse } from '../service/account.js';
import { accountId, accountOf } from './accounts.js';
import { operation } from './operation.js';

export const reportUsage = operation({
  command: 'usage report',
  method: 'GET',
  path: '/v1/admin/accounts/{account}/usage',
  summary: 'Calls, credits and statuses of an account by day, endpoint or key',
  request: object({ account: accountId, ...usageRequest }),
  response: usageResponse,
  errors: [errors.accountUnknown],
  example: { request: { account: 'example', group_by: 'endpoint' } },
  async run({ store, clock }, { account, ...asked }) {
    await accountOf(store, account);
    return usageReport(store, account, asked, clock.now());
  },
});

export const giveRefund = operation({
  command: 'refunds give',
  method: 'POST',
  path: '/v1/admin/refunds',
  summary: 'Give back the credits of a call that was charged, once',
  request: object({
    request_id: text({ maxLength: 100, description: 'X-Request-Id of the call' }),
    reason: withDefault(text({ maxLength: 500 }), 'by the operator'),
  }),
  response: object({ request_id: text(), outcome: oneOf(['refunded', 'refunded before', 'not charged']) }),
  errors: [errors.requestUnknown],
  example: { request: { request_id: '0c0f7a1e-7f52-4f0a-9f43-2a8f6a3f8a11', reason: 'wrong answer' } },
  async run({ store, clock }, { request_id, reason }) {
    const outcome = await refund(store, request_id, reason, clock.now());
    if (outcome === 'unknown request') throw errors.requestUnknown({ request: request_id });
    return { request_id, outcome };
  },
});

export const runAudit = operation({
  command: 'audit run',
  method: 'GET',
  path: '/v1/admin/audit',
  summary: 'Check that all credits add up, to the micro-credit; may run while calls are made',
  request: object({ account: optional(accountId) }),
  response: object({ accounts: integer(), findings: list(object({ account: text(), problem: text() })) }),
  example: { request: {} },
  run: ({ store }, { account }) => audit(store, account),
});
