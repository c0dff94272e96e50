import { instant, integer, number, object, oneOf, text } from '../../shared/contract/fields.js';
import { event } from './event-kind.js';

/** How many days before the end of a purchase its account is warned. */
export const expiryWarnings = [30, 7, 1] as const;

export const creditsRunningOut = event({
  name: 'credits.running_out',
  summary:
    'At the pace of the last week the balance does for fewer days than `credits_low_days` of `PATCH /v1/account`; once, until it has done for that many again',
  data: object({
    balance: number({ description: 'Credits that could be spent when it was noticed' }),
    per_day: number({ description: 'Credits spent in a day, on average' }),
    days_left: number({ description: 'For how many days the balance does' }),
    below_days: integer({ description: 'The threshold' }),
  }),
  example: { balance: 61.2, per_day: 10.2, days_left: 6, below_days: 7 },
});

export const creditsExpiring = event({
  name: 'credits.expiring',
  summary: 'Credits of a purchase that are not spent expire in 30 days, in 7, or in one; once for each',
  data: object({
    lot: text({ description: 'Id of the purchase' }),
    credits_left: number(),
    expires_at: instant(),
    days: integer({ description: 'Which of the warnings it is' }),
  }),
  example: { lot: 'x2Jd0aLmQz', credits_left: 12.5, expires_at: '2026-02-04T09:30:00.000Z', days: 30 },
});

const budgetOfKey = object({
  key: text({ description: 'Id of the key' }),
  name: text(),
  period: oneOf(['day', 'month'], { description: 'UTC' }),
  budget: number({ description: 'Credits that the key may spend in the period' }),
  spent: number({ description: 'Credits spent when it was noticed' }),
  until: instant({ description: 'When it begins anew' }),
});
const ofKey = { key: 'key_0123456789ab', name: 'Server', period: 'day', budget: 5 } as const;

export const budgetNear = event({
  name: 'budget.near',
  summary:
    'A key has spent 80 % of its budget for the day or the month; once in each, and anew for a budget that is changed',
  data: budgetOfKey,
  example: { ...ofKey, spent: 4.01, until: '2026-01-06T00:00:00.000Z' },
});

export const budgetReached = event({
  name: 'budget.reached',
  summary:
    'A key has spent its budget for the day or the month, or what is left of it did not do for a call; once in each, and anew for a budget that is changed',
  data: budgetOfKey,
  example: { ...ofKey, spent: 5, until: '2026-01-06T00:00:00.000Z' },
});

export const errorsHigh = event({
  name: 'errors.high',
  summary:
    'Of the calls of the last hour more have failed, with any status from 400, than `errors_above_percent` of `PATCH /v1/account`; once, until it has been fewer again',
  data: object({
    calls: integer({ description: 'Calls of the last hour, the latest 10,000 of them' }),
    failed: integer(),
    percent: number(),
    above_percent: number({ description: 'The threshold' }),
  }),
  example: { calls: 412, failed: 58, percent: 14.1, above_percent: 10 },
});
