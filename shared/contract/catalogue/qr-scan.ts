import { LARGEST_META } from '../bounds.js';
import type { Output } from '../contract.js';
import { endpoint, group } from '../endpoint.js';
import { errors } from '../errors.js';
import { flag, integer, named, object, optional, Type, text } from '../fields.js';
import { pageType } from '../hosted-pages/page-types.js';
import { generateExperience } from './qr-experience.js';

const qrScan = group({ id: 'qr-scan', title: 'QR scans', summary: 'Logs of scans and events' });

const visit = named(
  'QrVisit',
  object(
    {
      experience_id: optional(
        integer({
          minimum: 1,
          description: 'Id of the hosted page; alternatively, send type and code',
          brief: 'Id of the hosted page',
        }),
      ),
      type: optional({ ...pageType, description: 'Type of the hosted page', advanced: true }),
      code: optional(text({ maxLength: 64, description: 'Code in the public URL of the hosted page', advanced: true })),
      client_ip: optional(
        text({
          maxLength: 64,
          description: 'IP address of the visitor; defaults to that of the request',
          advanced: true,
        }),
      ),
      user_agent: optional(
        text({
          maxLength: 16_384,
          description: 'User agent of the visitor; defaults to that of the request',
          advanced: true,
        }),
      ),
      referrer: optional(
        text({
          maxLength: 16_384,
          description: 'Referrer of the visitor; defaults to that of the request',
          advanced: true,
        }),
      ),
    },
    { description: 'Hosted page that was visited, and its visitor' },
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
  keywords: ['track', 'visit', 'scanned', 'logging'],
  pool: 'compute',
  credits: 0.001,
  summary: 'Logs a scan of a hosted page',
  request: visit,
  fromHeaders,
  effect: 'adds',
  response: object({ ok: flag(), experience_id: integer(), code: text(), type: text() }),
  errors: [errors.experienceUnknown, errors.experienceNotNamed],
  example: { first, request: { experience_id: 1 } },
});

const valueIs = {
  description: 'Value of the event, text or number',
  brief: 'Text or number',
  shape: 'a number or text of at most 2000 characters',
};

const metaTooLarge = () => errors.metaTooLarge({ limit: LARGEST_META });

export const event = endpoint(qrScan, {
  path: '/v1/qr-scan/event',
  keywords: ['track', 'analytics', 'button'],
  pool: 'compute',
  credits: 0.001,
  summary: 'Logs an event on a hosted page, such as a click or a rating',
  request: object(
    {
      ...visit.properties,
      event: text({
        maxLength: 64,
        description: 'Name of the event, e.g. cta_click, rating_submitted or download',
        brief: 'e.g. cta_click, rating_submitted',
      }),
      value: optional(Type.Union([Type.String({ maxLength: 2_000 }), Type.Number()], valueIs)),
      meta: optional(
        Type.Record(Type.String(), Type.Unknown(), {
          description: 'Object with additional data',
          advanced: true,
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
