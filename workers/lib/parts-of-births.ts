import { parts, reduce } from './numerology.js';

/** Facts of a birth date beside its numbers. */
export interface BirthParts {
  /** 1 to 12. */
  readonly month: number;
  /** The day of the month, reduced: 1 to 9, 11 or 22. */
  readonly day_number: number;
  /** The year, reduced. */
  readonly year_number: number;
  /** Month and day, added and reduced. */
  readonly attitude: number;
  /** Month, day and year, each reduced as for the life path. */
  readonly summands: readonly number[];
  /** The digits 1 to 9 that the date does not have. */
  readonly missing: readonly string[];
}

/** @param date YYYY-MM-DD */
export function birthParts(date: string): BirthParts {
  const { year, month, day } = parts(date);
  return {
    month,
    day_number: reduce(day),
    year_number: reduce(year),
    attitude: reduce(month + day),
    summands: [month, day, year].map(reduce),
    missing: [...'123456789'].filter((digit) => !date.includes(digit)),
  };
}
