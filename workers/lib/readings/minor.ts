import type { MinorFacts } from 'readings';

const ADULT_YEARS = 18;

/** Returns the fact `minor` for a person under 18 on a day; both dates are YYYY-MM-DD. */
export function findMinorFacts(birthDate: string | undefined, day: string): MinorFacts {
  if (birthDate === undefined) return {};
  const adult = `${String(Number(birthDate.slice(0, 4)) + ADULT_YEARS).padStart(4, '0')}${birthDate.slice(4)}`;
  return day < adult ? { minor: true } : {};
}

/** Returns the date of a birth, or the last day of its year. */
export const findLatestBirth = (born: {
  readonly birth_date?: string;
  readonly birth_year?: number;
}): string | undefined => born.birth_date ?? (born.birth_year === undefined ? undefined : `${born.birth_year}-12-31`);
