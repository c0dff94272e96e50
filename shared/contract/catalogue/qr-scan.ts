import { LARGEST_META } from '../bounds.js';
import type { Output } from '../contract.js';
import { endpoint, group } from '../endpoint.js';
import { errors } from '../errors.js';
import { flag, integer, named, object, optional, Type, text } from '../fields.js';
import { pageType } from '../hosted-pages/page-types.js';
import { generateExperience } from './qr-experience.js';

const qrScan = group({ id: 'qr-scan', title: 'QR scans', summary: 'Scan and event logging' });

const visit = named(
  'QrVisit',
  object(
    {
      experience_id: optional(integer({ minimum: 1, description: 'The experience, or else type and code' })),
      type: optional(pageType),
      code: optional(text({ maxLength: 64 })),
      client_ip: optional(text({ maxLength: 64, description: "The visitor's address; by default the caller's own" })),
      user_agent: optional(text({ maxLength: 16_384, description: "By default the call's own" })),
      referrer: optional(text({ maxLength: 16_384, description: "By default the call's own" })),
    },
    { description: 'The experience that was visited, and who visited it' },
  ),
);

const fromHeaders = { client_ip: ':ip', user_agent: 'user-agent', referrer: 'referer' };

/** There must be an experience before anything about it can be logged. */
const first = {
  endpoint: generateExperience,
  take: (answer: unknown) => ({ experience_id: (answer as Output<typeof generateExperience>).experience.id }),
};

export const scan = endpoint(qrScan, {
  path: '/v1/qr-scan/scan',
  pool: 'compute',
  credits: 0.001,
  summary: 'Log a scan of an experience',
  request: visit,
  fromHeaders,
  effect: 'adds',
  response: object({ ok: flag(), experience_id: integer(), code: text(), type: text() }),
  errors: [errors.experienceUnknown, errors.experienceNotNamed],
  example: { first, request: { experience_id: 1 } },
});

const valueIs = { description: 'Text or a number', shape: 'a number or text of at most 2000 characters' };

const metaTooLarge = () => errors.metaTooLarge({ limit: LARGEST_META });

export const event = endpoint(qrScan, {
  path: '/v1/qr-scan/event',
  pool: 'compute',
  credits: 0.001,
  summary: 'Log something that a visitor did',
  request: object(
    {
      ...visit.properties,
      event: text({ maxLength: 64, description: 'E.g. cta_click, rating_submitted, download' }),
      value: optional(Type.Union([Type.Number(), Type.String({ maxLength: 2_000 })], valueIs)),
      meta: optional(
        Type.Record(Type.String(), Type.Unknown(), {
          description: 'An object with anything else',
          maxJson: LARGEST_META,
          tooLong: metaTooLarge,
        }),
      ),
    },
    { includes: [visit] },
  ),
  fromHeaders,
  effect: 'adds',
  response: object({ ok: flag() }),
  errors: [errors.experienceUnknown, errors.experienceNotNamed, errors.metaTooLarge],
  example: { first, request: { experience_id: 1, event: 'cta_click', value: 'Reserve a table' } },
});
