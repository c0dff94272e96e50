import { loadProfiles } from './countries.js';

/** Member states of the European Union, by ISO code (europa.eu, "EU countries"). */
export const euCountries: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** Prefix of the VAT numbers of a member state, which is EL for Greece. */
const prefixOf = (country: string): string => (country === 'GR' ? 'EL' : country);

/** A VAT number without spaces, and the country whose format it has. Whether it is assigned, only the country's register knows. */
interface VatNumber {
  readonly number: string;
  readonly country: string;
}

/**
 * Reads a VAT number, also one without the prefix of a given country. Numbers of a country whose format is not known are accepted as they
 * are.
 *
 * @param country ISO code; by default, the number may be of any country
 * @returns undefined for a number that has not the format of the country, or of any
 */
export function parseVatNumber(typed: string, country?: string): VatNumber | undefined {
  const number = typed.toUpperCase().replace(/[\s.-]/g, '');
  const profiles = loadProfiles();
  if (country === undefined) {
    const found = [...profiles.values()].find(({ vat_number_format: format }) => matches(number, format));
    return found && { number, country: found.code };
  }
  const format = profiles.get(country)?.vat_number_format ?? null;
  if (format === null) return { number, country };
  const fits = [number, `${prefixOf(country)}${number}`].find((each) => matches(each, format));
  return fits === undefined ? undefined : { number: fits, country };
}

const matches = (number: string, format: string | null): boolean => format !== null && new RegExp(format).test(number);
