import { endpoint, group } from '../endpoint.js';
import { errors } from '../errors.js';
import { flag, integer, list, nullable, object, oneOf, text } from '../fields.js';

const mailcheckerGroup = group({
  id: 'mailchecker',
  title: 'Email check',
  summary: 'Quality, trust and risk rating of one email address',
  readsQuery: true,
});

/** What the DNS says of mail to a domain. */
export const mailStates = ['mx', 'address_only', 'null_mx', 'none', 'unknown'] as const;

export const mailchecker = endpoint(mailcheckerGroup, {
  path: '/v1/mailchecker',
  pool: 'fetch',
  credits: 0.005,
  summary: 'Rate an email address by its syntax, its domain and what the DNS says of mail to it, without sending any',
  request: object({
    email: text({ description: 'One email address', maxLength: 1000, missing: errors.missingEmail }),
  }),
  response: object({
    email: text({ description: 'The address checked' }),
    trusted: oneOf(['high', 'medium', 'low', 'unknown']),
    score: integer({ minimum: 0, maximum: 10 }),
    risk: oneOf(['low', 'medium', 'high']),
    knownProvider: flag({ description: 'Whether the domain is a common provider of mailboxes' }),
    recommend: list(text({ description: 'A whole address, corrected' })),
    parts: list(
      object({ part: text(), points: integer() }, { description: 'What the score is the sum of, before its limits' }),
    ),
    checks: object({
      valid: flag(),
      reason: nullable(text({ description: 'What is wrong with the syntax' })),
      normalized: nullable(text({ description: 'The address with its domain as the DNS has it' })),
      disposable: flag(),
      free: flag({ description: 'Whether anyone can have a mailbox at the domain' }),
      role: flag({ description: 'Whether it is read by whoever has a task, not by a person' }),
      mail: oneOf(mailStates),
      mx: list(text()),
      parked: nullable(flag()),
      spf: nullable(flag()),
      dmarc: nullable(oneOf(['absent', 'none', 'quarantine', 'reject'])),
    }),
  }),
  errors: [errors.missingEmail],
  example: { request: { email: 'jane.doe@gmial.com' } },
});
