import { errors } from '../../shared/contract/errors.js';
import { listAllCountries } from '../../shared/vat/countries.js';
import { euCountries, parseVatNumber } from '../../shared/vat/vat-number.js';
import type { Account } from '../members/index.js';

/** Options of a field for a country: code and name, the first one for none. */
export const countryOptions: readonly (readonly [code: string, name: string])[] = [
  ['', 'Select a country'],
  ...listAllCountries().map(({ code, name }) => [code, name] as const),
];

/**
 * Reads the billing details of a form. Without a country, a VAT number of the EU decides it.
 *
 * @throws ApiError 422 for an unknown country, and a VAT number that has not the format of the country
 */
export function readBilling(
  given: Record<'address' | 'country' | 'vat_number', string>,
): NonNullable<Account['billing']> {
  const { address, country: typed, vat_number } = given;
  if (!countryOptions.some(([code]) => code === typed)) throw errors.billingCountryUnknown();
  const chosen = typed === '' ? undefined : typed;
  const number = vat_number === '' ? undefined : parseVatNumber(vat_number, chosen);
  if (vat_number !== '' && !number) throw errors.vatNumberInvalid();
  const country = chosen ?? (number && euCountries.has(number.country) ? number.country : undefined);
  return { ...(address && { address }), ...(country && { country }), ...(number && { vat_number: number.number }) };
}
