import { toMicro } from './amounts.js';
import { invalidInput } from './errors.js';

/** The most credits that an amount of them can be. */
export const MOST_CREDITS = 1_000_000_000;

/** @throws ApiError 422 for more than six decimals */
export function microOf(amount: number, param: string): number {
  try {
    return toMicro(amount);
  } catch {
    throw invalidInput(422, `${param} must have at most six decimals`, param);
  }
}
