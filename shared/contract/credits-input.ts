import { toMicro } from './amounts.js';
import { invalidInput } from './errors.js';

/** Maximum amount of credits. */
export const MOST_CREDITS = 1_000_000_000;

/**
 * Converts credits of a request to micro-credits.
 *
 * @throws ApiError 422 for more than six decimals
 */
export function parseCredits(amount: number, param: string): number {
  try {
    return toMicro(amount);
  } catch {
    throw invalidInput(422, `${param} must have at most six decimals`, param);
  }
}
