import { readFileSync } from 'node:fs';
import { roundingModes } from '../contract/catalogue/vat.js';
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
import { compileValidator } from '../contract/input.js';
import { addDays } from '../days.js';
import { projectFile } from '../process/project-file.js';

/** Rates in percent. */
export interface Rates {
  /** null where there is no VAT. */
  readonly standard: number | null;
  readonly reduced: number[];
  readonly super_reduced: number | null;
  /** 0 if domestic supplies can be zero-rated. */
  readonly zero: 0 | null;
}

/** Rates of consecutive days. */
export interface RatePeriod {
  readonly from: string;
  /** Last day; null while no later rates are known. */
  readonly until: string | null;
  readonly rates: Rates;
  /** First and last day of the standard rate, whatever the others. */
  readonly standard: { readonly from: string; readonly until: string | null };
  /** Sources of the rates, each with the day as of which it says so. */
  readonly source: string;
}

const sources = record(object({ name: text(), as_of: day() }));

const row = object({
  from: day(),
  standard: nullable(number()),
  reduced: list(number()),
  super_reduced: optional(number()),
  zero: optional(Type.Literal(0)),
  sources: list(text()),
});

/** Rows of a country or territory, oldest first, or the code of another with the same rates. */
const rows = Type.Union([list(row), text()]);
const ratesTable = object({ sources, countries: record(rows), territories: record(rows) });

const datedNote = object({ from: day(), until: optional(day()), note: text() });

const profile = object({
  code: text({ pattern: '^[A-Z]{2}$' }),
  currency: text({ pattern: '^[A-Z]{3}$' }),
  /** Currency until the day before this one took its place; its decimals if they are others. */
  former_currency: optional(
    object({ currency: text({ pattern: '^[A-Z]{3}$' }), until: day(), precision: optional(integer({ minimum: 0 })) }),
  ),
  locale: text(),
  rounding: object({ precision: integer({ minimum: 0, maximum: 4 }), mode: oneOf(roundingModes) }),
  reverse_charge: flag(),
  vat_number_format: nullable(text()),
  /** Regions and goods with other rates, of which a calculation warns. */
  notes: list(Type.Union([text(), datedNote])),
  /** Changes of what single goods and services are taxed at. */
  temporary: optional(list(datedNote)),
  checked: day(),
});

const territory = object({
  code: text(),
  country: text({ pattern: '^[A-Z]{2}$' }),
  name: text(),
  /** Other codes and names by which requests may call it. */
  names: list(text()),
  /** Regular expression of its postal codes, without spaces and hyphens. */
  postal_codes: optional(text()),
  in_vat_area: flag(),
  in_eu_vat_area: flag(),
  local_tax: nullable(text()),
  note: text(),
  sources: list(text()),
});

export type Profile = Type.Static<typeof profile>;
export type Note = Profile['notes'][number];
export type TerritoryRow = Type.Static<typeof territory>;
type Row = Type.Static<typeof row>;
type Rows = Type.Static<typeof rows>;
type Sources = Type.Static<typeof sources>;

/** Everything that is known of countries, by code. */
export interface Tables {
  readonly profiles: ReadonlyMap<string, Profile>;
  /** Rates by country, oldest first. */
  readonly countryRates: ReadonlyMap<string, readonly RatePeriod[]>;
  /** Rates by territory, of those that have their own, oldest first. */
  readonly territoryRates: ReadonlyMap<string, readonly RatePeriod[]>;
  readonly territoriesByCountry: ReadonlyMap<string, readonly (TerritoryRow & { source: string })[]>;
}

let loaded: Tables | undefined;

/**
 * Loads the tables, once.
 *
 * @throws Error if a file is damaged
 */
export function loadTables(): Tables {
  loaded ??= buildTables();
  return loaded;
}

function buildTables(): Tables {
  const { countries } = readTable('countries.json', object({ countries: list(profile) }));
  const { territories } = readTable('territories.json', object({ territories: list(territory) }));
  const rates = readTable('rates.json', ratesTable);
  const described = territories.map((each) => ({ ...each, source: describeSources(each.sources, rates.sources) }));
  return {
    profiles: new Map(countries.map((each) => [each.code, each])),
    countryRates: buildPeriods(rates.countries, rates.sources),
    territoryRates: buildPeriods(rates.territories, rates.sources),
    territoriesByCountry: groupByCountry(described),
  };
}

function groupByCountry<T extends { country: string }>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const each of rows) groups.set(each.country, [...(groups.get(each.country) ?? []), each]);
  return groups;
}

function readTable<S extends Type.TSchema>(file: string, schema: S): Type.Static<S> {
  const parsed: unknown = JSON.parse(readFileSync(projectFile(`shared/vat/${file}`), 'utf8'));
  const isTable = (value: unknown): value is Type.Static<S> => compileValidator(schema)(value) === true;
  if (!isTable(parsed)) throw new Error(`${file}: ${JSON.stringify(compileValidator(schema).errors?.[0])}`);
  return parsed;
}

function buildPeriods(table: Record<string, Rows>, known: Sources): Map<string, RatePeriod[]> {
  const findRows = (code: string): Row[] => {
    const found = table[code];
    if (!found) throw new Error(`rates.json: there are no rates of "${code}"`);
    return typeof found === 'string' ? findRows(found) : found;
  };
  return new Map(Object.keys(table).map((code) => [code, buildHistory(findRows(code), known)]));
}

const buildHistory = (rows: readonly Row[], known: Sources): RatePeriod[] =>
  rows.map(({ from, sources: named, standard, reduced, super_reduced = null, zero = null }, index) => {
    const next = rows[index + 1];
    const first = rows.slice(0, index).findLast((row) => row.standard !== standard);
    const start = rows[first ? rows.indexOf(first) + 1 : 0] ?? { from };
    const change = rows.slice(index).find((row) => row.standard !== standard);
    return {
      from,
      until: next ? addDays(next.from, -1) : null,
      rates: { standard, reduced, super_reduced, zero },
      standard: { from: start.from, until: change ? addDays(change.from, -1) : null },
      source: describeSources(named, known),
    };
  });

const describeSources = (named: readonly string[], known: Sources): string =>
  named
    .map((key) => {
      const found = known[key];
      if (!found) throw new Error(`rates.json: there is no source "${key}"`);
      return `${found.name} (as of ${found.as_of})`;
    })
    .join('; ');
