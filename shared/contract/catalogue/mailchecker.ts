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
const mailStates = ['mx', 'address_only', 'null_mx', 'none', 'unknown'] as const;

/** Why an address is not trusted more, or what it is. */
export const reasons = [
  'invalid_syntax',
  'disposable',
  'null_mx',
  'no_mail_hosts',
  'address_only',
  'relay',
  'dns_unknown',
  'mistyped_domain',
  'parked_domain',
  'placeholder',
  'role_account',
  'quoted',
] as const;

/** Kinds of typos in domains. */
const typos = [
  'swapped_letters',
  'missing_letter',
  'extra_letter',
  'neighbouring_key',
  'broken_ending',
  'unknown_ending',
  'known_typosquat',
  'no_mail',
] as const;

export const mailchecker = endpoint(mailcheckerGroup, {
  path: '/v1/mailchecker',
  keywords: ['verify', 'validate', 'disposable', 'bounce', 'spam', 'real'],
  pool: 'fetch',
  credits: 0.005,
  summary: 'Rates an email address by its syntax, its domain and the mail records in the DNS. No email is sent',
  request: object({
    email: text({ description: 'Email address to check', brief: '', maxLength: 1000, missing: errors.missingEmail }),
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
    reasons: list(oneOf(reasons), {
      description:
        'Why the address is not trusted more, or what it is: disposable, null MX, mistyped, a role account and so on',
    }),
    checks: object({
      valid: flag({ description: 'True if the syntax is valid' }),
      reason: nullable(text({ description: 'Syntax error; null if there is none' })),
      normalized: nullable(text({ description: 'Email address with its domain in ASCII (Punycode)' })),
      typo: nullable(
        oneOf(typos, { description: 'Kind of typo in the domain, which `recommend` corrects; null if there is none' }),
      ),
      disposable: flag({ description: 'True if the domain offers disposable addresses' }),
      relay: flag({
        description: 'True if the domain forwards to an inbox elsewhere, such as Hide My Email or SimpleLogin',
      }),
      free: flag({ description: 'True if anyone can get an email address at the domain' }),
      role: flag({ description: 'True for a role address such as info@ or support@' }),
      mail: oneOf(mailStates, { description: 'Mail records of the domain' }),
      mx: list(text(), { description: 'Mail servers of the domain' }),
      mx_provider: nullable(
        text({
          description:
            'Well-known company that receives email for the domain, e.g. Google Workspace; null if none does',
        }),
      ),
      catch_all: nullable(
        flag({
          description:
            'True if the domain accepts every local part, false if only registered ones. Known of some services only, null of ' +
            'all other domains: no mail server is contacted',
        }),
      ),
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
