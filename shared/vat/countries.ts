import type { Decimal } from 'decimal.js';
import type { vatTypes } from '../contract/catalogue/vat-fields.js';
import { errors } from '../contract/errors.js';
import { loadTables, type Note, type Profile, type RatePeriod, type Rates } from './tables.js';
import { findTerritory, findTerritoryByCode, listTerritories, type Place, type Territory } from './territories.js';

export type VatType = (typeof vatTypes)[number];

/** VAT profile of a country, or of a territory of it, on one day. */
export interface Country extends Omit<Profile, 'former_currency' | 'notes' | 'temporary'> {
  readonly rates: Rates;
  /** Day on which the rates took effect, or from which they are known. */
  readonly valid_from: string;
  /** Last day of the rates; null while no later ones are known. */
  readonly valid_until: string | null;
  /** First and last day of the standard rate, whatever the others. */
  readonly standard: RatePeriod['standard'];
  readonly source: string;
  /** Rates of the time before, and those of the time after. */
  readonly previous: RatePeriod | undefined;
  readonly next: RatePeriod | undefined;
  /** Regions and goods with other rates, of which a calculation warns. */
  readonly notes: string[];
  /** Changes of what single goods and services are taxed at, as of the day. */
  readonly temporary: string[];
  /** Part of the country in which VAT differs, if the place is in one. */
  readonly territory?: Territory;
}

/** Other codes in use: the VAT prefixes of Greece and Northern Ireland, and UK. */
const ALIASES = new Map([
  ['EL', 'GR'],
  ['UK', 'GB'],
  ['XI', 'GB'],
]);

/**
 * Loads the profiles of all countries by ISO code, once.
 *
 * @throws Error if a file is damaged
 */
export const loadProfiles = (): ReadonlyMap<string, Profile> => loadTables().profiles;

/** Returns the countries whose rates of a day (YYYY-MM-DD) are known. */
export function allCountries(on: string): Country[] {
  const { profiles, countryRates } = loadTables();
  return [...profiles.values()].flatMap((profile) => applyDay(profile, countryRates.get(profile.code) ?? [], on) ?? []);
}

/** Finds the profile of a country by a code in any letter case. */
export function findProfile(code: string): Profile | undefined {
  const upper = code.toUpperCase();
  return loadProfiles().get(ALIASES.get(upper) ?? upper);
}

/**
 * Finds a country by a code in any letter case, with the rates of a day (YYYY-MM-DD), and of a place if it is in a territory where VAT
 * differs. Codes of territories, such as AX and XI, lead to the country that they belong to.
 *
 * @throws ApiError if the region is unknown, or if the rates of the day are not known
 */
export function findCountry(code: string, on: string, place: Place = {}): Country | undefined {
  const upper = code.toUpperCase();
  const { profiles, countryRates, territoryRates } = loadTables();
  const part = profiles.has(upper) ? undefined : findTerritoryByCode(upper);
  const profile = findProfile(part?.country ?? upper);
  if (!profile) return undefined;
  const territory = findTerritory(profile.code, part && place.region === undefined ? part : place);
  const periods = (territory && territoryRates.get(territory.code)) ?? countryRates.get(profile.code) ?? [];
  const found = applyDay(profile, territory?.in_vat_area === false ? outsideOfVat(territory) : periods, on);
  if (!found)
    throw errors.vatRatesUnknown({ country: territory?.name ?? countryName(profile), from: periods[0]?.from ?? '' });
  if (territory)
    return { ...found, notes: [territory.note], temporary: territory.in_vat_area ? found.temporary : [], territory };
  const isPlaced = place.region !== undefined || place.postalCode !== undefined;
  return isPlaced && listTerritories(profile.code).length > 0 ? { ...found, notes: [] } : found;
}

/** True if the place is in a territory in which the country's VAT is not charged. */
export const isOutsideOfVat = ({ territory }: Country): boolean => territory?.in_vat_area === false;

const NO_RATES: Rates = { standard: null, reduced: [], super_reduced: null, zero: null };

const outsideOfVat = ({ source }: Territory): RatePeriod[] => [
  { from: EARLIEST_DAY, until: null, rates: NO_RATES, standard: { from: EARLIEST_DAY, until: null }, source },
];

/** First day whose rates can be looked up. */
export const EARLIEST_DAY = '2015-01-01';

function applyDay(profile: Profile, periods: readonly RatePeriod[], on: string): Country | undefined {
  const index = periods.findLastIndex(({ from }) => from <= on);
  const period = periods[index];
  if (!period) return undefined;
  const { former_currency: former, notes, temporary = [], ...constant } = profile;
  const past = former && on <= former.until ? former : undefined;
  const { from: valid_from, until: valid_until, ...known } = period;
  return {
    ...constant,
    ...known,
    valid_from,
    valid_until,
    currency: past?.currency ?? profile.currency,
    rounding: { ...profile.rounding, precision: past?.precision ?? profile.rounding.precision },
    notes: selectNotes(notes, on),
    temporary: selectNotes(temporary, on),
    previous: periods[index - 1],
    next: periods[index + 1],
  };
}

const selectNotes = (notes: readonly Note[], on: string): string[] =>
  notes
    .filter((each) => typeof each === 'string' || (each.from <= on && on <= (each.until ?? on)))
    .map((each) => (typeof each === 'string' ? each : each.note));

const regionNames = new Intl.DisplayNames('en', { type: 'region' });

const knownNames = new Map<string, string>();

/** Returns the English name of a country, which is cached, since Intl is slow. */
export function countryName({ code }: Pick<Country, 'code'>): string {
  const name = knownNames.get(code) ?? regionNames.of(code) ?? code;
  knownNames.set(code, name);
  return name;
}

/** Lists the rates of a country: standard, reduced, super-reduced, zero. */
export function listRates({
  rates: { standard, reduced, super_reduced, zero },
}: Pick<Country, 'rates'>): { type: VatType; rate: number }[] {
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
