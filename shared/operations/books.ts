import { errors } from '../contract/errors.js';
import {
  day,
  flag,
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
} from '../contract/fields.js';
import { accountLedger } from '../figures/account-ledger.js';
import { toCredits } from '../ledger/amounts.js';
import { audit } from '../ledger/audit.js';
import { refund } from '../ledger/refund.js';
import { usageGroups, usageReport } from '../ledger/usage-report.js';
import { accountId, accountOf } from './accounts.js';
import { operation } from './operation.js';
import { callSubject } from './subjects.js';

/** What a usage report is asked for, for callers and operators alike. */
export const usageRequest = {
  from: optional(day({ description: 'First day (UTC), by default 29 days before the last' })),
  to: optional(day({ description: 'Last day (UTC), by default today' })),
  group_by: withDefault(oneOf(usageGroups), 'day'),
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

export const reportUsage = operation({
  command: 'usage report',
  method: 'GET',
  path: '/v1/admin/accounts/{account}/usage',
  summary: 'Calls, credits and statuses of an account by day, endpoint or key',
  role: 'viewer',
  request: object({ account: accountId, ...usageRequest }),
  response: usageResponse,
  errors: [errors.accountUnknown],
  example: { request: { account: 'example', group_by: 'endpoint' } },
  async run({ account, ...asked }, { store, clock }) {
    await accountOf(store, account);
    return usageReport(store, account, asked, clock.now());
  },
});

const credits = number({ description: 'Credits; below zero where they were taken' });

export const showLedger = operation({
  command: 'ledger show',
  role: 'viewer',
  method: 'GET',
  path: '/v1/admin/accounts/{account}/ledger',
  summary: 'What made the balance of an account, day by day, so that it can be added up',
  request: object({ account: accountId }),
  response: object({
    days: list(object({ day: day(), bought: credits, spent: credits, given_back: credits, taken_back: credits })),
    expired: credits,
    held: credits,
    owed: number({ description: 'Credits that were taken back though they had been spent: they are still owed' }),
    settled: number({ description: 'Of the credits taken back, those that purchases have paid of what was owed' }),
    sum: number({ description: 'What the days, what has expired and what is held come to' }),
    balance: number({ description: 'What the wallet says' }),
    complete: flag({ description: 'Whether all calls are in it; those of the last seconds may be on their way' }),
  }),
  errors: [errors.accountUnknown],
  example: { request: { account: 'example' } },
  async run({ account }, { store, clock }) {
    await accountOf(store, account);
    const { days, ...of } = await accountLedger(store, account, clock.now());
    return {
      days: days.map(({ day: date, bought, spent, givenBack, takenBack }) => ({
        day: date,
        bought: toCredits(bought),
        spent: toCredits(spent),
        given_back: toCredits(givenBack),
        taken_back: toCredits(takenBack),
      })),
      expired: toCredits(of.expired),
      held: toCredits(of.held),
      owed: toCredits(of.owed),
      settled: toCredits(of.settled),
      sum: toCredits(of.sum),
      balance: toCredits(of.balance),
      complete: !of.isBehind,
    };
  },
});

export const giveRefund = operation({
  command: 'refunds give',
  method: 'POST',
  path: '/v1/admin/refunds',
  summary: 'Give back the credits of a call that was charged, once',
  role: 'support',
  request: object({
    request_id: text({ maxLength: 100, description: 'X-Request-Id of the call' }),
    reason: withDefault(text({ maxLength: 500 }), 'by the operator'),
  }),
  response: object({ request_id: text(), outcome: oneOf(['refunded', 'refunded before', 'not charged']) }),
  errors: [errors.requestUnknown],
  example: { request: { request_id: '0c0f7a1e-7f52-4f0a-9f43-2a8f6a3f8a11', reason: 'wrong answer' } },
  mutates: { subject: callSubject, id: ({ request_id }) => request_id },
  async run({ request_id, reason }, { store, clock }) {
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
  role: 'viewer',
  request: object({ account: optional(accountId) }),
  response: object({ accounts: integer(), findings: list(object({ account: text(), problem: text() })) }),
  example: { request: {} },
  run: ({ account }, { store }) => audit(store, account),
});
