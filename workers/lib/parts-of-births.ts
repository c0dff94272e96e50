import { parts, reduce, reduceFully } from './numerology.js';

/** What the parts of a birth date tell besides its numbers. */
export interface BirthParts {
  /** 1 to 12. */
  readonly month: number;
  /** The day of the month, reduced: 1 to 9, 11 or 22. */
  readonly day_number: number;
  /** The year, reduced to one digit. */
  readonly year_number: number;
  /** Month and day, added and reduced to one digit. */
  readonly attitude: number;
  /** Month, day and year, each reduced as for the life path. */
  readonly summands: readonly string[];
  /** Which of them is the greatest, if one is. */
  readonly strongest: 'month' | 'day' | 'year' | 'even';
  /** The digits 1 to 9 that the date does not have. */
  readonly missing: readonly string[];
}

/** @param date YYYY-MM-DD */
export function birthParts(date: string): BirthParts {
  const { year, month, day } = parts(date);
  const summands = { month: reduce(month), day: reduce(day), year: reduce(year) };
  const greatest = Math.max(...Object.values(summands));
  const [strongest, ...others] = (['month', 'day', 'year'] as const).filter((part) => summands[part] === greatest);
  return {
    month,
    day_number: reduce(day),
    year_number: reduceFully(year),
    attitude: reduceFully(month + day),
    summands: Object.values(summands).map(String),
    strongest: strongest === undefined || others.length > 0 ? 'even' : strongest,
    missing: [...'123456789'].filter((digit) => !date.includes(digit)),
  };
}
