import type { Static, TObject } from 'typebox';
import {
  flag,
  instant,
  integer,
  literal,
  nullable,
  number,
  object,
  oneOf,
  optional,
  record,
  Type,
  text,
} from '../../shared/contract/fields.js';
import { reportReasons } from '../../shared/contract/hosted-pages/page-fields.js';

// The events that webhooks are sent. To add one, declare it here, list it below, and publish it where it happens.

/** A kind of event. Its documentation, the choice of it in a webhook, and the type of its messages derive from it. */
export interface EventKind<Name extends string = string, Data extends TObject = TObject> {
  /** The `type` of its messages. */
  readonly name: Name;
  /** When it is sent, as a sentence without its end. */
  readonly summary: string;
  readonly data: Data;
  readonly example: Static<Data>;
}

/** Declares a kind of event. */
const event = <const Name extends string, Data extends TObject>(
  declared: EventKind<Name, Data>,
): EventKind<Name, Data> => declared;

const JOB_ID = '0c0f7a1e-7f52-4f0a-9f43-2a8f6a3f8a11';

const endedJob = object({
  job_id: text(),
  endpoint: text({ description: 'Id of the endpoint, e.g. `qr-code/generate`' }),
  status: integer({ description: 'Status of the response' }),
  body: Type.Unknown({ description: 'Body of the response; base64 if it is a file' }),
  body_left_out: optional(
    oneOf(['too large', 'storage full', 'unknown'], {
      description:
        'Reason why the body is missing; unless it is `unknown`, `GET /v1/jobs/{job_id}` returns the body for an hour',
    }),
  ),
});

export const jobCompleted = event({
  name: 'job.completed',
  summary: 'An asynchronous request has succeeded',
  data: endedJob,
  example: { job_id: JOB_ID, endpoint: 'vat', status: 200, body: { country_code: 'DE', net: 100, gross: 119 } },
});

export const jobFailed = event({
  name: 'job.failed',
  summary: 'An asynchronous request has failed or was cancelled',
  data: endedJob,
  example: {
    job_id: JOB_ID,
    endpoint: 'qr-code/generate',
    status: 404,
    body: { error: 'Exchange rate not available for EUR/XXX', code: 404, type: 'exchange_rate_unavailable' },
  },
});

export const batchFinished = event({
  name: 'batch.finished',
  summary: 'A batch has finished or was cancelled',
  data: object({
    id: text(),
    endpoint: text({ description: 'Path of the endpoint' }),
    name: text({ minLength: 0 }),
    test: flag({ description: 'True for a batch of a test key' }),
    state: oneOf(['finished', 'canceled']),
    items: integer({ description: 'Number of items' }),
    succeeded: integer(),
    failed: integer({ description: 'Items whose result is an error; they are not charged' }),
    credits_charged: number(),
    finished_at: instant(),
    results_url: text({ description: 'URL of the results' }),
  }),
  example: {
    id: 'bat_4f9a1c7e2b8d6035afe1',
    endpoint: '/v1/vat',
    name: 'Invoices',
    test: false,
    state: 'finished',
    items: 2_000,
    succeeded: 1_998,
    failed: 2,
    credits_charged: 1.998,
    finished_at: '2026-03-04T10:15:00.000Z',
    results_url: 'https://api.example.com/v1/batches/bat_4f9a1c7e2b8d6035afe1/results',
  },
});

const experience = object({ id: integer(), code: text(), type: text(), title: text({ minLength: 0 }) });
const block = nullable(text({ description: 'Block of the page from which it was sent' }));

export const experienceFeedback = event({
  name: 'experience.feedback',
  summary: 'A visitor of a hosted page has sent a rating or feedback',
  data: object({
    experience,
    kind: oneOf(['rating', 'feedback']),
    value: Type.Union([text(), number()], { description: 'Number of stars, or text' }),
    block,
  }),
  example: {
    experience: { id: 1042, code: 'k3Jd82LmQz', type: 'feedback', title: 'How was your stay?' },
    kind: 'feedback',
    value: 'The breakfast was wonderful.',
    block: 'b1',
  },
});

export const experienceLead = event({
  name: 'experience.lead',
  summary: 'A visitor of a hosted page has submitted a form',
  data: object({
    experience,
    fields: record(text({ description: 'Value of a form field, by the name of the field' })),
    block,
  }),
  example: {
    experience: { id: 1043, code: 'p7Rt41WsXa', type: 'lead_form', title: 'Ask for a quote' },
    fields: { name: 'Ada Rossi', email: 'ada@example.com' },
    block: 'b1',
  },
});

export const experienceReported = event({
  name: 'experience.reported',
  summary: 'A visitor has reported a hosted page to the operator of the platform',
  data: object({
    experience,
    reason: oneOf(reportReasons),
    reports: integer({ description: 'Number of reports of the page' }),
  }),
  example: {
    experience: { id: 1042, code: 'k3Jd82LmQz', type: 'page', title: 'Trattoria Lucia' },
    reason: 'phishing',
    reports: 1,
  },
});

export const experienceEnded = event({
  name: 'experience.ended',
  summary:
    'A hosted page has ended, as the last of its `max_scans` was counted. Sent again if you raise the limit and it is reached',
  data: object({ experience, max_scans: integer({ description: 'Limit that was reached' }) }),
  example: {
    experience: { id: 1044, code: 'w9Lc20VbTe', type: 'coupon', title: 'A week of coffee' },
    max_scans: 100,
  },
});

export const creditsLow = event({
  name: 'credits.low',
  summary:
    'The balance is below `credits_low_below` of `PATCH /v1/account`. Sent once, and again after the balance has recovered',
  data: object({
    balance: number({ description: 'Available credits at the time of the event' }),
    below: number({ description: 'Threshold in credits' }),
  }),
  example: { balance: 49.98, below: 50 },
});

/** Days before the end of a purchase on which its account is warned. */
export const EXPIRY_WARNING_DAYS = [30, 7, 1] as const;

export const creditsRunningOut = event({
  name: 'credits.running_out',
  summary:
    'At the rate of the last week, the balance lasts for fewer days than `credits_low_days` of `PATCH /v1/account`. Sent once, and again after the balance has recovered',
  data: object({
    balance: number({ description: 'Available credits at the time of the event' }),
    per_day: number({ description: 'Credits spent per day on average' }),
    days_left: number({ description: 'Number of days for which the balance lasts' }),
    below_days: integer({ description: 'Threshold in days' }),
  }),
  example: { balance: 61.2, per_day: 10.2, days_left: 6, below_days: 7 },
});

export const creditsExpiring = event({
  name: 'credits.expiring',
  summary: 'Unused credits of a purchase expire in 30 days, 7 days or 1 day. Sent once for each',
  data: object({
    lot: text({ description: 'Id of the purchase (lot)' }),
    credits_left: number(),
    expires_at: instant(),
    days: integer({ description: 'Days until the credits expire: 30, 7 or 1' }),
  }),
  example: { lot: 'x2Jd0aLmQz', credits_left: 12.5, expires_at: '2026-02-04T09:30:00.000Z', days: 30 },
});

const keyBudget = object({
  key: text({ description: 'Id of the key' }),
  name: text(),
  period: oneOf(['day', 'month'], { description: 'Period of the budget, in UTC' }),
  budget: number({ description: 'Budget of the key for the period, in credits' }),
  spent: number({ description: 'Credits spent at the time of the event' }),
  until: instant({ description: 'Start of the next period' }),
});
const exampleKey = { key: 'key_0123456789ab', name: 'Server', period: 'day', budget: 5 } as const;

export const budgetNear = event({
  name: 'budget.near',
  summary:
    'A key has spent 80 % of its budget for the day or month. Sent once per period, and again after the budget is changed',
  data: keyBudget,
  example: { ...exampleKey, spent: 4.01, until: '2026-01-06T00:00:00.000Z' },
});

export const budgetReached = event({
  name: 'budget.reached',
  summary:
    'A key has used up its budget for the day or month, or the rest did not cover a request. Sent once per period, and again after the budget is changed',
  data: keyBudget,
  example: { ...exampleKey, spent: 5, until: '2026-01-06T00:00:00.000Z' },
});

export const errorsHigh = event({
  name: 'errors.high',
  summary:
    'The share of requests in the last hour with a status of 400 or above exceeds `errors_above_percent` of `PATCH /v1/account`. Sent once, and again after the share has recovered',
  data: object({
    calls: integer({ description: 'Number of requests in the last hour, up to the latest 10,000' }),
    failed: integer(),
    percent: number(),
    above_percent: number({ description: 'Threshold in percent' }),
  }),
  example: { calls: 412, failed: 58, percent: 14.1, above_percent: 10 },
});

export const keyRotated = event({
  name: 'key.rotated',
  summary: 'An API key was rotated',
  data: object({
    key: text({ description: 'Id of the new key' }),
    name: text(),
    prefix: text({ description: 'First characters of the new key' }),
    replaces: text({ description: 'Id of the old key' }),
    old_works_until: instant(),
  }),
  example: {
    key: 'key_0123456789ab',
    name: 'Server',
    prefix: 'ua_live_2kTq',
    replaces: 'key_ba9876543210',
    old_works_until: '2026-01-06T13:37:00.000Z',
  },
});

export const topUpFailed = event({
  name: 'top_up.failed',
  summary: 'An automatic top-up was declined and is now switched off. `PUT /v1/account/top-up` switches it on again',
  data: object({
    order: text({ description: 'Id of the declined order' }),
    pack: text(),
    credits: number(),
    price: integer({ description: 'Price in the smallest unit of the currency, e.g. cents' }),
    currency: text(),
    why: text({ description: 'Reason code of the payment provider' }),
  }),
  example: {
    order: 'top_V1StGXR8Z5jdHi6B',
    pack: 'small',
    credits: 500,
    price: 1000,
    currency: 'eur',
    why: 'insufficient_funds',
  },
});

/** Sent on request alone, to try a webhook. */
export const webhookTest = event({
  name: 'webhook.test',
  summary: 'Sent by `POST /v1/webhooks/{webhook}/test`, whatever events the webhook has',
  data: object({ test: literal(true) }),
  example: { test: true as const },
});

/** Events that a webhook may subscribe to. */
const subscribableEvents = [
  jobCompleted,
  jobFailed,
  batchFinished,
  experienceFeedback,
  experienceLead,
  experienceReported,
  experienceEnded,
  creditsLow,
  creditsRunningOut,
  creditsExpiring,
  budgetNear,
  budgetReached,
  errorsHigh,
  keyRotated,
  topUpFailed,
] as const;

/** Events that a receiver may get. */
export const allEvents = [...subscribableEvents, webhookTest] as const;

export type AnyEvent = (typeof allEvents)[number];

export const subscribableNames = subscribableEvents.map(({ name }) => name) as [
  (typeof subscribableEvents)[number]['name'],
  ...(typeof subscribableEvents)[number]['name'][],
];

/** Schema of the messages of an event: the envelope of Standard Webhooks with the event's data. */
export const createMessageSchema = <Name extends string, Data extends TObject>({ name, data }: EventKind<Name, Data>) =>
  object({
    type: literal(name),
    timestamp: instant({ description: 'Time of the event' }),
    data,
    test: optional(flag({ description: 'True for a test; otherwise absent' })),
  });
