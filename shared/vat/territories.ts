import { errors } from '../contract/errors.js';
import { loadTables, type TerritoryRow } from './tables.js';

/** A place within a country. */
export interface Place {
  /** ISO 3166-2 code or name of a territory; takes precedence over the postal code. */
  readonly region?: string | undefined;
  readonly postalCode?: string | undefined;
}

/** A part of a country in which VAT differs from the rest. */
export interface Territory
  extends Pick<TerritoryRow, 'code' | 'name' | 'in_vat_area' | 'in_eu_vat_area' | 'local_tax' | 'note'> {
  readonly source: string;
}

/** Regions that stand for the rest of the country. */
const MAINLAND = 'mainland';

/**
 * Finds the territory of a country that a place is in.
 *
 * @returns undefined for places in the rest of the country
 * @throws ApiError if the region is unknown
 */
export function findTerritory(country: string, { region, postalCode }: Place): Territory | undefined {
  const known = listTerritories(country);
  if (region === undefined) {
    const code = postalCode === undefined ? '' : normalisePostalCode(postalCode, country);
    return known.find(({ postal_codes: pattern }) => pattern !== undefined && new RegExp(pattern).test(code));
  }
  const name = normaliseName(region);
  if (name === MAINLAND || name === normaliseName(country)) return undefined;
  const found = known.find((each) => [each.code, each.name, ...each.names].some((one) => normaliseName(one) === name));
  if (found) return found;
  const names = [...known.map(({ code, name }) => `${code} (${name})`), `${MAINLAND} (the rest of the country)`].join(
    ', ',
  );
  throw errors.vatRegionUnknown({ region, country, known: names });
}

/** Lists the territories of a country. */
export const listTerritories = (country: string): readonly (TerritoryRow & Territory)[] =>
  loadTables().territoriesByCountry.get(country) ?? [];

/** Finds the country and the territory of a code that ISO 3166-1 or the EU gives to a part of a country, such as AX or XI. */
export function findTerritoryByCode(code: string): { country: string; region: string } | undefined {
  for (const [country, known] of loadTables().territoriesByCountry) {
    const found = known.find((each) => each.code === code || each.names.includes(code));
    if (found) return { country, region: found.code };
  }
  return undefined;
}

/** Reduces a name to letters and digits, without accents. */
const normaliseName = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

/** Removes spaces, hyphens, and the prefix of the country: `AT-6691`, `A-6691`, `AT6691`. */
function normalisePostalCode(code: string, country: string): string {
  const bare = code
    .toUpperCase()
    .replace(/^[A-Z]{1,2}-/, '')
    .replaceAll(/[\s-]/g, '');
  return bare.startsWith(country) && /^\d/.test(bare.slice(country.length)) ? bare.slice(country.length) : bare;
}
