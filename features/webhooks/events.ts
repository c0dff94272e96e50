import type { TObject } from 'typebox';
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

import { budgetNear, budgetReached, creditsExpiring, creditsRunningOut, errorsHigh } from './alert-events.js';
import { type EventKind, event } from './event-kind.js';

const JOB = '0c0f7a1e-7f52-4f0a-9f43-2a8f6a3f8a11';

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
  example: { job_id: JOB, endpoint: 'vat', status: 200, body: { country_code: 'DE', net: 100, gross: 119 } },
});

export const jobFailed = event({
  name: 'job.failed',
  summary: 'A call made with `Prefer: respond-async` was answered with an error, or cancelled',
  data: endedJob,
  example: {
    job_id: JOB,
    endpoint: 'currency/convert',
    status: 404,
    body: { error: 'Exchange rate not available for EUR/XXX', code: 404, type: 'exchange_rate_unavailable' },
  },
});

/** Of a page: what it is, and where on it something was sent. */
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

/** What one asks for to try a webhook; no webhook chooses it. */
export const webhookTest = event({
  name: 'webhook.test',
  summary: 'Sent to one webhook when `POST /v1/webhooks/{webhook}/test` asks for it, whatever it has chosen',
  data: object({ test: literal(true) }),
  example: { test: true as const },
});

/** The events that webhooks choose from. One more is declared above, told where it happens, and that is all. */
export const chosenEvents = [
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

/** Every event that a receiver may meet. */
export const everyEvent = [...chosenEvents, webhookTest] as const;

export type AnyEvent = (typeof everyEvent)[number];

export const chosenNames = chosenEvents.map(({ name }) => name) as [
  (typeof chosenEvents)[number]['name'],
  ...(typeof chosenEvents)[number]['name'][],
];

/** The body of every message: the envelope of Standard Webhooks, and the event's own data in it. */
export const messageOf = <Name extends string, Data extends TObject>({ name, data }: EventKind<Name, Data>) =>
  object({
    type: literal(name),
    timestamp: instant({ description: 'When it happened' }),
    data,
    test: optional(flag({ description: 'There, and true, when the event was asked for to try a webhook' })),
  });
