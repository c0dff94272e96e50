import { Decimal } from 'decimal.js';
import type { Logger } from '../../../shared/process/log.js';

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

/** Tables are asked for anew this often, in ms. */
export const TABLE_LIFETIME_MS = 15 * 60_000;

/** More digits than any source gives, few enough that a rate reads well. */
const SIGNIFICANT_DIGITS = 12;

/** Primary and secondary may differ by this share before it is worth a line in the log. */
const TOLERANCE = 0.01;

/** How many units of `to` one unit of `from` is worth, by this table; nothing when it lacks one of the two. */
export function crossRate(table: RateTable, from: string, to: string): number | undefined {
  const give = unitsOf(table, from);
  const get = unitsOf(table, to);
  if (!give || !get) return undefined;
  return new Decimal(get).div(give).toSignificantDigits(SIGNIFICANT_DIGITS).toNumber();
}

const unitsOf = ({ base, units }: RateTable, code: string): number | undefined => (code === base ? 1 : units[code]);

/** Logs that two sources disagree about a pair. The primary is used all the same. */
export function compareRates(log: Logger, pair: string, primary: number, secondary: number): void {
  const share = difference(primary, secondary);
  if (share <= TOLERANCE) return;
  const difference_pct = Number((share * 100).toFixed(2));
  log.warn({ pair, primary, secondary, difference_pct }, 'sources of rates disagree, the primary is used');
}

/** The same for all currencies that both sources quote, in one line. */
export function compareTables(log: Logger, primary: RateTable | undefined, secondary: RateTable | undefined): void {
  if (!primary || !secondary) return;
  const currencies = Object.keys(primary.units).filter((code) => {
    const [a, b] = [crossRate(primary, 'USD', code), crossRate(secondary, 'USD', code)];
    return a !== undefined && b !== undefined && difference(a, b) > TOLERANCE;
  });
  if (currencies.length > 0) log.warn({ currencies }, 'sources of rates disagree, the primary is used');
}

/** By what share of the primary's rate the secondary's differs. */
const difference = (primary: number, secondary: number): number => Math.abs(secondary / primary - 1);
