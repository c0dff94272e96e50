import type { Dated } from '../upstream/remember.js';
import type { Asking, Upstream } from '../upstream/upstream.js';
import type { DailyTables, RateTable, SourceName } from './table.js';

/** Tables are asked for anew this often, in ms. */
export const TABLE_LIFETIME_MS = 15 * 60_000;

/** A service that publishes exchange rates, whatever its interface. */
export interface Source {
  readonly name: SourceName;
  readonly upstream: Upstream;
  /**
   * The rates of now.
   *
   * @param anew asks even when a table younger than 15 minutes is remembered
   * @throws ApiError when the source cannot be asked or fails
   */
  latest(call: Asking, anew?: boolean): Promise<Dated<RateTable>>;
  /**
   * The rates of the days from `first` to `last` (YYYY-MM-DD), at least those of `codes`. Days on which the source
   * published nothing are missing; days around the range may be there too.
   *
   * @throws ApiError when the source cannot be asked or fails
   */
  daily(call: Asking, codes: readonly string[], first: string, last: string): Promise<DailyTables>;
}
