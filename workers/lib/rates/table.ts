import { Decimal } from 'decimal.js';

/** Where a rate can come from, in the order in which they are asked. */
export const sourceNames = ['primary', 'secondary', 'central_bank'] as const;
export type SourceName = (typeof sourceNames)[number];

/** How many units of each currency one unit of the base is worth. */
export interface RateTable {
  readonly base: string;
  readonly units: Readonly<Record<string, number>>;
}

/** Rates by day, YYYY-MM-DD. */
export type DailyTables = Readonly<Record<string, RateTable>>;

/** More digits than any source gives, few enough that a rate reads well. */
const SIGNIFICANT_DIGITS = 12;

/** How many units of `to` one unit of `from` is worth, by this table; nothing when it lacks one of the two. */
export function crossRate(table: RateTable, from: string, to: string): number | undefined {
  const give = unitsOf(table, from);
  const get = unitsOf(table, to);
  if (!give || !get) return undefined;
  return new Decimal(get).div(give).toSignificantDigits(SIGNIFICANT_DIGITS).toNumber();
}

const unitsOf = ({ base, units }: RateTable, code: string): number | undefined => (code === base ? 1 : units[code]);
