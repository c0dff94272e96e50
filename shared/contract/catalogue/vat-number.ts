import type { Rule } from '../endpoint.js';
import { errors } from '../errors.js';
import {
  flag,
  instant,
  list,
  named,
  nullable,
  object,
  oneOf,
  optional,
  type Type,
  text,
  withDefault,
} from '../fields.js';

/** Longest VAT number with its separators, in characters. */
const LONGEST_NUMBER = 40;

/** Fields of the request of `check-number`. */
export const checkNumberFields = {
  vat_number: optional(
    text({
      description: 'check-number: the number, with or without country prefix, with any separators',
      brief: '',
      maxLength: LONGEST_NUMBER,
      invalid: errors.vatNumberRequired,
    }),
  ),
  requester_vat_number: optional(
    text({
      description: 'check-number: your own VAT number with its prefix, for a consultation number as proof of the check',
      advanced: true,
      maxLength: LONGEST_NUMBER,
      invalid: errors.requesterVatNumberInvalid,
    }),
  ),
  online: withDefault(
    flag({
      description: 'check-number: false checks only format and check digits, without a register',
      advanced: true,
    }),
    true,
  ),
};

/** Requires the number. */
export const numberForCheck: Rule<{ action: string; vat_number?: string }> = {
  describe: 'vat_number is required for check-number',
  requires: [{ when: { action: 'check-number' }, fields: ['vat_number'] }],
  brief: 'check-number needs vat_number',
  check: ({ action, vat_number }) =>
    action === 'check-number' && !vat_number ? errors.vatNumberRequired() : undefined,
};

/** Reasons for a status other than `valid`. */
const numberReasons = [
  'format',
  'checksum',
  'not_registered',
  'not_covered',
  'not_asked',
  'member_state_unavailable',
  'service_unavailable',
  'timeout',
  'too_many_requests',
  'refused',
] as const;

/** Response of `check-number`. */
export const numberCheck = named(
  'VatNumberCheck',
  object({
    vat_number: text({ description: 'The number with its prefix, without separators', minLength: 0 }),
    country_code: text({ description: 'ISO 3166 code of the country; XI for Northern Ireland' }),
    format_valid: nullable(flag({ description: 'Null if the format of the country is not known' })),
    checksum_valid: nullable(flag({ description: 'Null if there are no check digits to check' })),
    status: oneOf(['valid', 'invalid', 'unknown'], {
      description: 'valid: the register has it; unknown: no register has answered, see reason',
    }),
    reason: nullable(oneOf([...numberReasons], { description: 'Why the number is invalid or unknown' })),
    name: nullable(text({ description: 'Name of the holder; null if the member state does not disclose it' })),
    address: nullable(text({ description: 'Address of the holder; null if the member state does not disclose it' })),
    consultation_number: nullable(text({ description: 'Proof of the check, with requester_vat_number' })),
    checked_at: instant({ description: 'Time of the check, also of one that is cached' }),
    source: oneOf(['VIES', 'cache', 'format'], {
      description: 'VIES, a response of VIES from the last 24 hours, or only format and check digits',
    }),
    warnings: list(text(), { description: 'Contradictions in the input, or between check digits and register' }),
  }),
);

export type NumberCheck = Type.Static<typeof numberCheck>;
