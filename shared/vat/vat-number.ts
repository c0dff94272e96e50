import { checkDigits } from './check-digits.js';
import { findProfile, loadProfiles } from './countries.js';

/** Member states of the European Union, by ISO code (europa.eu, "EU countries"). */
export const euCountries: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** Prefix of the VAT numbers of Northern Ireland, which belong to the EU's VAT area for goods. */
const NORTHERN_IRELAND = 'XI';

/** Prefixes that differ from the ISO code of the country. Monaco has French numbers. */
const PREFIXES: Readonly<Record<string, string>> = { GR: 'EL', MC: 'FR', IM: 'GB' };

/** Returns the prefix of the VAT numbers of a country. */
const findPrefix = (country: string): string => PREFIXES[country] ?? country;

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
  const fits = [number, `${findPrefix(country)}${number}`].find((each) => matches(each, format));
  return fits === undefined ? undefined : { number: fits, country };
}

const matches = (number: string, format: string | null): boolean => format !== null && new RegExp(format).test(number);

/** A VAT number as far as it can be checked without a register. */
export interface ReadNumber {
  /** Prefix and number, without separators; what was typed if the format is not valid. */
  readonly number: string;
  readonly prefix: string;
  /** Number without the prefix. */
  readonly national: string;
  /** ISO code, or XI for Northern Ireland. */
  readonly country: string;
  /** Null if the format of the country is not known. */
  readonly hasValidFormat: boolean | null;
  /** Null if the format is not valid or not known, or the country has no check digits. */
  readonly hasValidCheckDigits: boolean | null;
}

/**
 * Reads a VAT number with any separators, and checks its format and its check digits.
 *
 * @param code ISO code or prefix of the country; by default, the number begins with one
 * @returns undefined if there is neither a code nor a prefix of a known country
 */
export function readVatNumber(typed: string, code?: string): ReadNumber | undefined {
  const number = typed.toUpperCase().replace(/[^A-Z0-9+*&Ñ]/g, '');
  const given = code === undefined ? undefined : readAs(number, code);
  if (given?.hasValidFormat) return given;
  const own = readAs(number, number.slice(0, 2));
  return own?.hasValidFormat ? own : (given ?? own ?? readNorwegian(number));
}

/** Norwegian numbers are usually written without a prefix, which their ending makes up for. */
const readNorwegian = (number: string): ReadNumber | undefined =>
  /^\d{9}MVA$/.test(number) ? readAs(number, 'NO') : undefined;

function readAs(number: string, code: string): ReadNumber | undefined {
  const profile = findProfile(code);
  if (!profile) return undefined;
  const isNorthern =
    (code.toUpperCase() === NORTHERN_IRELAND || number.startsWith(NORTHERN_IRELAND)) && profile.code === 'GB';
  const prefix = isNorthern ? NORTHERN_IRELAND : findPrefix(profile.code);
  const national = complete(withoutPrefix(number, [prefix, profile.code, code.toUpperCase()]), prefix);
  const format = profile.vat_number_format;
  const forms = national.startsWith(prefix) ? [] : [national, prefix + national];
  const hasValidFormat = format === null ? null : forms.some((each) => matches(each, format));
  return {
    ...{ number: hasValidFormat === false ? number : prefix + national, prefix, national, hasValidFormat },
    country: isNorthern ? NORTHERN_IRELAND : profile.code,
    hasValidCheckDigits: hasValidFormat ? (checkDigits[profile.code]?.(national) ?? null) : null,
  };
}

const withoutPrefix = (number: string, prefixes: readonly string[]): string => {
  const prefix = prefixes.find((each) => number.startsWith(each));
  return prefix === undefined ? number : number.slice(prefix.length);
};

/** Lengths of numbers whose leading zeros are often left out. */
const PADDED: Readonly<Record<string, readonly [form: RegExp, length: number]>> = {
  BE: [/^\d{9}$/, 10],
  EL: [/^\d{8}$/, 9],
  NL: [/^\d{7,8}B\d\d$/, 12],
};

/** Adds leading zeros that were left out, and the E of Swiss numbers. */
function complete(national: string, prefix: string): string {
  const [form, length] = PADDED[prefix] ?? [];
  if (form?.test(national)) return national.padStart(length ?? 0, '0');
  return prefix === 'CH' && /^\d/.test(national) ? `E${national}` : national;
}
