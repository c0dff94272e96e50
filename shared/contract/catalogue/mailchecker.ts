import { endpoint, group } from '../endpoint.js';
import { errors } from '../errors.js';
import { flag, integer, list, nullable, object, oneOf, text } from '../fields.js';

const mailcheckerGroup = group({
  id: 'mailchecker',
  title: 'Email check',
  summary: 'Quality, trust and risk ratings of email addresses',
  readsQuery: true,
});

/** States of the mail records of a domain. */
export const mailStates = ['mx', 'address_only', 'null_mx', 'none', 'unknown'] as const;

export const mailchecker = endpoint(mailcheckerGroup, {
  path: '/v1/mailchecker',
  pool: 'fetch',
  credits: 0.005,
  summary: 'Rates an email address by its syntax, its domain and the mail records in the DNS. No email is sent',
  request: object({
    email: text({ description: 'Email address to check', maxLength: 1000, missing: errors.missingEmail }),
  }),
  response: object({
    email: text({ description: 'Email address that was checked' }),
    trusted: oneOf(['high', 'medium', 'low', 'unknown'], {
      description: 'Trust rating; unknown if the DNS did not respond in time',
    }),
    score: integer({ minimum: 0, maximum: 10, description: 'Quality score; higher is better' }),
    risk: oneOf(['low', 'medium', 'high'], { description: 'Risk rating' }),
    knownProvider: flag({ description: 'True if the domain belongs to a common email provider' }),
    recommend: list(text({ description: 'Complete corrected address' }), { description: 'Suggested corrections' }),
    parts: list(
      object(
        { part: text(), points: integer() },
        { description: 'Parts of the score, which add up to it before limits apply' },
      ),
    ),
    checks: object({
      valid: flag({ description: 'True if the syntax is valid' }),
      reason: nullable(text({ description: 'Syntax error; null if there is none' })),
      normalized: nullable(text({ description: 'Email address with its domain in ASCII (Punycode)' })),
      disposable: flag({ description: 'True if the domain offers disposable addresses' }),
      free: flag({ description: 'True if anyone can get an email address at the domain' }),
      role: flag({ description: 'True for a role address such as info@ or support@' }),
      mail: oneOf(mailStates, { description: 'Mail records of the domain' }),
      mx: list(text(), { description: 'Mail servers of the domain' }),
      parked: nullable(flag({ description: 'True if the domain is parked; null if unknown' })),
      spf: nullable(flag({ description: 'True if the domain has an SPF record; null if unknown' })),
      dmarc: nullable(
        oneOf(['absent', 'none', 'quarantine', 'reject'], {
          description: 'DMARC policy of the domain; null if unknown',
        }),
      ),
    }),
  }),
  batch: {},
  errors: [errors.missingEmail],
  example: { request: { email: 'jane.doe@gmial.com' } },
});
