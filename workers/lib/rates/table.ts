import { Decimal } from 'decimal.js';
import { addDays } from '../../../shared/days.js';
import type { Logger } from '../../../shared/process/log.js';
import { findPredecessor, findReplaced } from '../currencies/withdrawn.js';
import type { Dated } from '../upstream/cache.js';
import type { UpstreamDeclaration } from '../upstream/declarations.js';
import type { UpstreamContext } from '../upstream/upstreams.js';

export type SourceName = 'primary' | 'secondary' | 'central_bank';

/** Units of each currency per unit of the base. */
export interface RateTable {
  readonly base: string;
  readonly units: Readonly<Record<string, number>>;
  /** Day of the publication, if the source publishes by day. */
  readonly publishedOn?: string;
}

/** Rates by day, YYYY-MM-DD. */
export type DailyTables = Readonly<Record<string, RateTable>>;

/** Days within which there is a publication: Easter has the longest gap, four days. */
export const LONGEST_GAP_DAYS = 7;

/** Returns the last publication on or before a day. */
export function findPublication(days: DailyTables, day: string): { day: string; table: RateTable } | undefined {
  const earliest = addDays(day, -LONGEST_GAP_DAYS);
  const [last] = Object.entries(days)
    .filter(([published]) => published <= day && published >= earliest)
    .sort(([a], [b]) => (a < b ? 1 : -1));
  return last && { day: last[0], table: last[1] };
}

/** A service that publishes exchange rates, whatever its interface. */
export interface Source {
  readonly name: SourceName;
  readonly upstream: UpstreamDeclaration;
  /**
   * Returns the current rates.
   *
   * @param refresh skips the cache
   * @throws ApiError if the source is not configured or fails
   */
  latest(call: UpstreamContext, refresh?: boolean): Promise<Dated<RateTable>>;
  /**
   * Returns the rates of the days from `first` to `last` (YYYY-MM-DD), at least those of `codes`. Days on which the source published
   * nothing are missing; days around the range may be included, and are if a publication before it applies to its first day.
   *
   * @throws ApiError if the source is not configured or fails
   */
  daily(call: UpstreamContext, codes: readonly string[], first: string, last: string): Promise<Dated<DailyTables>>;
  /** Brings stored past rates up to date with the current table, if the source has a file of them. */
  refreshHistory?(call: UpstreamContext, latest: RateTable): Promise<void>;
}

/** Cache lifetime of a table, in ms. */
export const TABLE_LIFETIME_MS = 15 * 60_000;

/** Significant digits of a rate: more than any source gives. */
const SIGNIFICANT_DIGITS = 12;

/** Share by which primary and secondary may differ without a warning. */
const TOLERANCE = 0.01;

/** Returns the units of `to` per unit of `from` on a day (today by default), or undefined if the table lacks one of the two. */
export function computeCrossRate(table: RateTable, from: string, to: string, day?: string): number | undefined {
  const rate = computeExactRate(table, from, to, day);
  return rate && roundRate(rate);
}

export const roundRate = (rate: Decimal): number => rate.toSignificantDigits(SIGNIFICANT_DIGITS).toNumber();

/** Returns the cross rate without rounding. */
export function computeExactRate(table: RateTable, from: string, to: string, day?: string): Decimal | undefined {
  const give = findUnits(table, from, day);
  const get = findUnits(table, to, day);
  return give && get?.div(give);
}

/** Returns the units of a currency per unit of the base. Of a withdrawn currency they are those of its successor at the fixed rate. */
function findUnits({ base, units }: RateTable, code: string, day?: string): Decimal | undefined {
  const find = (one: string) => (one === base ? new Decimal(1) : units[one] ? new Decimal(units[one]) : undefined);
  const replaced = findReplaced(code, day);
  if (replaced) return find(replaced.successor)?.times(replaced.fixedRate);
  const predecessor = findPredecessor(code);
  return find(code) ?? (predecessor && find(predecessor.code)?.div(predecessor.fixedRate));
}

/** Logs a warning if two sources disagree about a pair. The primary is used nevertheless. */
export function compareRates(log: Logger, pair: string, primary: number, secondary: number): void {
  const share = difference(primary, secondary);
  if (share <= TOLERANCE) return;
  const difference_pct = Number((share * 100).toFixed(2));
  log.warn({ pair, primary, secondary, difference_pct }, 'sources of rates disagree, the primary is used');
}

/** Logs one warning about all currencies for which two sources disagree. */
export function compareTables(log: Logger, primary: RateTable | undefined, secondary: RateTable | undefined): void {
  if (!primary || !secondary) return;
  const currencies = Object.keys(primary.units).filter((code) => {
    const [a, b] = [computeCrossRate(primary, 'USD', code), computeCrossRate(secondary, 'USD', code)];
    return a !== undefined && b !== undefined && difference(a, b) > TOLERANCE;
  });
  if (currencies.length > 0) log.warn({ currencies }, 'sources of rates disagree, the primary is used');
}

/** Returns the difference as a share of the primary's rate. */
const difference = (primary: number, secondary: number): number => Math.abs(secondary / primary - 1);
