import { errors } from '../../../shared/contract/errors.js';
import { type Currency, currencyOf } from './currencies.js';

export interface Pair {
  readonly from: Currency;
  readonly to: Currency;
}

/**
 * The two currencies of a pair.
 *
 * @throws ApiError 404 when one of them is unknown
 */
export function pairOf(given: { from: string; to: string }): Pair {
  const from = currencyOf(given.from);
  const to = currencyOf(given.to);
  if (from && to) return { from, to };
  throw errors.exchangeRateUnavailable({ from: given.from.toUpperCase(), to: given.to.toUpperCase() });
}
