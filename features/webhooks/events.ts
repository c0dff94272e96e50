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
  endpoint: text({ description: 'Id of the endpoint, e.g. `currency/convert`' }),
  status: integer({ description: 'The status that the call would have had' }),
  body: Type.Unknown({ description: 'The body that the call would have had; base64 text when it is a file' }),
  body_left_out: optional(
    oneOf(['too large', 'storage full', 'unknown'], {
      description:
        'Why there is no body here: until it is an hour old, `GET /v1/jobs/{job_id}` has it, unless it is unknown',
    }),
  ),
});

export const jobCompleted = event({
  name: 'job.completed',
  summary: 'A call made with `Prefer: respond-async` has its answer',
  data: endedJob,
  example: { job_id: JOB_ID, endpoint: 'vat', status: 200, body: { country_code: 'DE', net: 100, gross: 119 } },
});

export const jobFailed = event({
  name: 'job.failed',
  summary: 'A call made with `Prefer: respond-async` was answered with an error, or cancelled',
  data: endedJob,
  example: {
    job_id: JOB_ID,
    endpoint: 'currency/convert',
    status: 404,
    body: { error: 'Exchange rate not available for EUR/XXX', code: 404, type: 'exchange_rate_unavailable' },
  },
});

const experience = object({ id: integer(), code: text(), type: text(), title: text({ minLength: 0 }) });
const block = nullable(text({ description: 'The block of the page that it was sent from' }));

export const experienceFeedback = event({
  name: 'experience.feedback',
  summary: 'A visitor of a hosted page has sent a rating or a feedback',
  data: object({
    experience,
    kind: oneOf(['rating', 'feedback']),
    value: Type.Union([text(), number()], { description: 'The number of stars, or the text' }),
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
  summary: 'A visitor of a hosted page has filled in a form',
  data: object({
    experience,
    fields: record(text({ description: 'What was filled in, by the name of the field' })),
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
  summary: 'A visitor has reported a hosted page to those who run the platform',
  data: object({
    experience,
    reason: oneOf(reportReasons),
    reports: integer({ description: 'How many reports of the page there are' }),
  }),
  example: {
    experience: { id: 1042, code: 'k3Jd82LmQz', type: 'page', title: 'Trattoria Lucia' },
    reason: 'phishing',
    reports: 1,
  },
});

export const creditsLow = event({
  name: 'credits.low',
  summary:
    'The balance has fallen below `credits_low_below` of `PATCH /v1/account`, or was below it when that was set; once, until it has been at least that again',
  data: object({
    balance: number({ description: 'Credits that could be spent when it was noticed' }),
    below: number({ description: 'The threshold, in credits' }),
  }),
  example: { balance: 49.98, below: 50 },
});

/** Days before the end of a purchase on which its account is warned. */
export const EXPIRY_WARNING_DAYS = [30, 7, 1] as const;

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

const keyBudget = object({
  key: text({ description: 'Id of the key' }),
  name: text(),
  period: oneOf(['day', 'month'], { description: 'UTC' }),
  budget: number({ description: 'Credits that the key may spend in the period' }),
  spent: number({ description: 'Credits spent when it was noticed' }),
  until: instant({ description: 'When it begins anew' }),
});
const exampleKey = { key: 'key_0123456789ab', name: 'Server', period: 'day', budget: 5 } as const;

export const budgetNear = event({
  name: 'budget.near',
  summary:
    'A key has spent 80 % of its budget for the day or the month; once in each, and anew for a budget that is changed',
  data: keyBudget,
  example: { ...exampleKey, spent: 4.01, until: '2026-01-06T00:00:00.000Z' },
});

export const budgetReached = event({
  name: 'budget.reached',
  summary:
    'A key has spent its budget for the day or the month, or what is left of it did not do for a call; once in each, and anew for a budget that is changed',
  data: keyBudget,
  example: { ...exampleKey, spent: 5, until: '2026-01-06T00:00:00.000Z' },
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

export const keyRotated = event({
  name: 'key.rotated',
  summary: 'An API key has been replaced by a new one',
  data: object({
    key: text({ description: 'Id of the new key' }),
    name: text(),
    prefix: text({ description: 'Its first characters' }),
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
  summary: 'An automatic top-up was declined, and is switched off until `PUT /v1/account/top-up` switches it on again',
  data: object({
    order: text({ description: 'Id of the order that was declined' }),
    pack: text(),
    credits: number(),
    price: integer({ description: 'In the smallest unit of the currency' }),
    currency: text(),
    why: text({ description: "The payment provider's word for it" }),
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
  summary: 'Sent to one webhook when `POST /v1/webhooks/{webhook}/test` asks for it, whatever it has chosen',
  data: object({ test: literal(true) }),
  example: { test: true as const },
});

/** Events that a webhook may subscribe to. */
export const subscribableEvents = [
  jobCompleted,
  jobFailed,
  experienceFeedback,
  experienceLead,
  experienceReported,
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
export const messageSchema = <Name extends string, Data extends TObject>({ name, data }: EventKind<Name, Data>) =>
  object({
    type: literal(name),
    timestamp: instant({ description: 'When it happened' }),
    data,
    test: optional(flag({ description: 'There, and true, when the event was asked for to try a webhook' })),
  });
