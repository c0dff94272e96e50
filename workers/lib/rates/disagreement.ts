import type { Logger } from '../../../shared/process/log.js';
import { crossRate, type RateTable } from './table.js';

/** Primary and secondary may differ by this share before it is worth a line in the log. */
const TOLERANCE = 0.01;

/** By what share of the primary's rate the secondary's differs. */
const difference = (primary: number, secondary: number): number => Math.abs(secondary / primary - 1);

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
