import { readFileSync } from 'node:fs';
import type { Decimal } from 'decimal.js';
import { roundingModes, type vatTypes } from '../contract/catalogue/vat.js';
import {
  day,
  flag,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  record,
  Type,
  text,
} from '../contract/fields.js';
import { validator } from '../contract/input.js';
import { projectFile } from '../process/project-file.js';

export type VatType = (typeof vatTypes)[number];

const rates = object({
  standard: nullable(number()),
  reduced: list(number()),
  super_reduced: nullable(number()),
  zero: nullable(Type.Literal(0)),
});

const profile = object({
  code: text({ pattern: '^[A-Z]{2}$' }),
  currency: text({ pattern: '^[A-Z]{3}$' }),
  locale: text(),
  rates,
  /** Changes already enacted, oldest first. */
  later: optional(list(object({ from: day(), rates }))),
  rounding: object({ precision: integer({ minimum: 0, maximum: 4 }), mode: oneOf(roundingModes) }),
  reverse_charge: flag(),
  vat_number_format: nullable(text()),
  notes: list(text()),
  source: text(),
  checked: day(),
});

const table = object({
  sources: record(object({ name: text(), as_of: day() })),
  countries: list(profile),
});

type Table = Type.Static<typeof table>;
type Profile = Type.Static<typeof profile>;

/** VAT profile of a country on one day. */
export type Country = Omit<Profile, 'later'>;

/** Other codes in use: the VAT prefixes of Greece and Northern Ireland, and UK. */
const ALIASES = new Map([
  ['EL', 'GR'],
  ['UK', 'GB'],
  ['XI', 'GB'],
]);

let loaded: ReadonlyMap<string, Profile> | undefined;

/**
 * Loads the profiles of all countries by ISO code, once.
 *
 * @throws Error if the file is damaged
 */
export function loadProfiles(): ReadonlyMap<string, Profile> {
  loaded ??= read();
  return loaded;
}

function read(): ReadonlyMap<string, Profile> {
  const parsed: unknown = JSON.parse(readFileSync(projectFile('shared/vat/countries.json'), 'utf8'));
  if (!isTable(parsed)) throw new Error(`countries.json: ${JSON.stringify(validator(table).errors?.[0])}`);
  return new Map(parsed.countries.map((row) => [row.code, { ...row, source: describeSource(row, parsed.sources) }]));
}

const isTable = (value: unknown): value is Table => validator(table)(value) === true;

function describeSource({ code, source }: Profile, sources: Table['sources']): string {
  const found = sources[source];
  if (!found) throw new Error(`countries.json: ${code} names the unknown source "${source}"`);
  return `${found.name} (as of ${found.as_of})`;
}

/** Returns all countries with the rates of a day (YYYY-MM-DD). */
export const allCountries = (on: string): Country[] => [...loadProfiles().values()].map((found) => applyDay(found, on));

/** Finds the profile of a country by a code in any letter case. */
export function findProfile(code: string): Profile | undefined {
  const upper = code.toUpperCase();
  return loadProfiles().get(ALIASES.get(upper) ?? upper);
}

/** Finds a country by a code in any letter case, with the rates of a day (YYYY-MM-DD). */
export function findCountry(code: string, on: string): Country | undefined {
  const found = findProfile(code);
  return found && applyDay(found, on);
}

function applyDay({ later = [], ...country }: Profile, on: string): Country {
  const latest = later.filter(({ from }) => from <= on).at(-1);
  return latest ? { ...country, rates: latest.rates } : country;
}

const regionNames = new Intl.DisplayNames('en', { type: 'region' });

export const countryName = ({ code }: Pick<Country, 'code'>): string => regionNames.of(code) ?? code;

/** Lists the rates of a country: standard, reduced, super-reduced, zero. */
export function listRates({
  rates: { standard, reduced, super_reduced, zero },
}: Country): { type: VatType; rate: number }[] {
  return [
    ...(standard === null ? [] : [{ type: 'standard' as const, rate: standard }]),
    ...reduced.map((rate) => ({ type: 'reduced' as const, rate })),
    ...(super_reduced === null ? [] : [{ type: 'super-reduced' as const, rate: super_reduced }]),
    ...(zero === null ? [] : [{ type: 'zero' as const, rate: zero }]),
  ];
}

/** Finds the type of a rate in a country. */
export const findRateType = (country: Country, rate: Decimal): VatType | undefined =>
  listRates(country).find((each) => rate.eq(each.rate))?.type;

/** Regions of CLDR that are no places to be billed in. */
const NO_COUNTRIES = new Set(['AC', 'CP', 'CQ', 'DG', 'EU', 'EZ', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ']);

/** Lists all countries and territories of the world by English name, also those without a profile. */
export function listAllCountries(): { code: string; name: string }[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const found = letters.flatMap((first) =>
    letters.flatMap((second) => {
      const code = first + second;
      const name = names.of(code);
      // Retired codes lead to those that replaced them.
      const isCurrent = new Intl.Locale(`und-${code}`).region === code;
      return name !== undefined && isCurrent && !NO_COUNTRIES.has(code) ? [{ code, name }] : [];
    }),
  );
  return found.sort((one, other) => one.name.localeCompare(other.name, 'en'));
}
