import type { BirthParts } from 'readings';
import { parts, reduce } from './numerology.js';

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
