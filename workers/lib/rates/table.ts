import { Decimal } from 'decimal.js';
import type { Logger } from '../../../shared/process/log.js';
import type { Dated } from '../upstream/cache.js';
import type { UpstreamDeclaration } from '../upstream/declarations.js';
import type { UpstreamContext } from '../upstream/upstreams.js';

export type SourceName = 'primary' | 'secondary' | 'central_bank';

/** Units of each currency per unit of the base. */
export interface RateTable {
  readonly base: string;
  readonly units: Readonly<Record<string, number>>;
}

/** Rates by day, YYYY-MM-DD. */
export type DailyTables = Readonly<Record<string, RateTable>>;

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
   * nothing are missing; days around the range may be included.
   *
   * @throws ApiError if the source is not configured or fails
   */
  daily(call: UpstreamContext, codes: readonly string[], first: string, last: string): Promise<DailyTables>;
}

/** Cache lifetime of a table, in ms. */
export const TABLE_LIFETIME_MS = 15 * 60_000;

/** Significant digits of a rate: more than any source gives. */
const SIGNIFICANT_DIGITS = 12;

/** Share by which primary and secondary may differ without a warning. */
const TOLERANCE = 0.01;

/** Returns the units of `to` per unit of `from`, or undefined if the table lacks one of the two. */
export function crossRate(table: RateTable, from: string, to: string): number | undefined {
  const give = findUnits(table, from);
  const get = findUnits(table, to);
  if (!give || !get) return undefined;
  return new Decimal(get).div(give).toSignificantDigits(SIGNIFICANT_DIGITS).toNumber();
}

const findUnits = ({ base, units }: RateTable, code: string): number | undefined => (code === base ? 1 : units[code]);

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
    const [a, b] = [crossRate(primary, 'USD', code), crossRate(secondary, 'USD', code)];
    return a !== undefined && b !== undefined && difference(a, b) > TOLERANCE;
  });
  if (currencies.length > 0) log.warn({ currencies }, 'sources of rates disagree, the primary is used');
}

/** Returns the difference as a share of the primary's rate. */
const difference = (primary: number, secondary: number): number => Math.abs(secondary / primary - 1);
