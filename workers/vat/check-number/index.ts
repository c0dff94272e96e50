import type { vat } from '../../../shared/contract/catalogue/vat.js';
import type { NumberCheck } from '../../../shared/contract/catalogue/vat-number.js';
import type { Input } from '../../../shared/contract/contract.js';
import { errors } from '../../../shared/contract/errors.js';
import { euCountries, type ReadNumber, readVatNumber } from '../../../shared/vat/vat-number.js';
import type { UpstreamContext } from '../../lib/upstream/upstreams.js';
import { queryVies, type Unanswered } from './vies.js';

type Request = Pick<Input<typeof vat>, 'country_code' | 'online' | 'requester_vat_number' | 'vat_number'>;

/** True if VIES has the register of a country: member states, and Northern Ireland. Monaco's numbers are French ones. */
const isInVies = (country: string): boolean => euCountries.has(country) || country === 'XI' || country === 'MC';

/** Checks format and check digits of a VAT number, then at VIES whether it is registered. */
export async function checkNumber(
  { vat_number: typed, country_code: country, requester_vat_number: requester, online }: Request,
  call: UpstreamContext,
): Promise<NumberCheck> {
  if (typed === undefined) throw errors.vatNumberRequired();
  const number = readVatNumber(typed, country);
  if (!number) throw country ? errors.countryUnknown({ country }) : errors.vatNumberWithoutCountry();
  const requesterNumber = requester === undefined ? undefined : readRequester(requester);
  const base = describe(number, country, call.clock.now());
  if (number.hasValidFormat === false) return { ...base, status: 'invalid', reason: 'format' };
  if (!online || !isInVies(number.country)) {
    if (number.hasValidCheckDigits === false) return { ...base, status: 'invalid', reason: 'checksum' };
    return { ...base, reason: isInVies(number.country) ? 'not_requested' : 'not_covered' };
  }
  const answer = await queryVies(call, number, requesterNumber);
  if ('unanswered' in answer) return describeUnanswered(base, answer.unanswered);
  const { registration, checkedAt, isCached } = answer;
  return {
    ...base,
    status: registration.valid ? 'valid' : 'invalid',
    reason: registration.valid ? null : 'not_registered',
    name: registration.name,
    address: registration.address,
    consultation_number: registration.consultationNumber,
    checked_at: checkedAt.toISOString(),
    source: isCached ? 'cache' : 'VIES',
    warnings: registration.valid
      ? [...base.warnings, ...(number.hasValidCheckDigits === false ? [CONFIRMED] : [])]
      : base.warnings,
  };
}

const CONFIRMED = 'The check digits do not fit, but the register has the number';

/** @throws ApiError 400 for a requester without a number that VIES accepts */
function readRequester(typed: string): ReadNumber {
  const requester = readVatNumber(typed);
  if (!requester?.hasValidFormat || !isInVies(requester.country)) throw errors.requesterVatNumberInvalid();
  return requester;
}

/** Describes a number of which no register is asked yet. */
function describe(number: ReadNumber, given: string | undefined, now: Date): NumberCheck {
  const isOther = given !== undefined && readVatNumber(number.national, given)?.country !== number.country;
  return {
    vat_number: number.number,
    country_code: number.country,
    format_valid: number.hasValidFormat,
    checksum_valid: number.hasValidCheckDigits,
    status: 'unknown',
    reason: null,
    ...{ name: null, address: null, consultation_number: null },
    checked_at: now.toISOString(),
    source: 'format',
    warnings: isOther ? [`The number has the prefix ${number.prefix}: country_code ${given} was ignored`] : [],
  };
}

/** @throws ApiError 400 if VIES does not know the requester */
function describeUnanswered(base: NumberCheck, unanswered: Unanswered): NumberCheck {
  if (unanswered === 'requester_invalid') throw errors.requesterVatNumberInvalid();
  const warnings = base.checksum_valid === false ? ['The check digits do not fit'] : [];
  return { ...base, reason: unanswered, warnings: [...base.warnings, ...warnings] };
}
