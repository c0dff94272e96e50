import { personalYearPrediction } from '../../shared/contract/catalogue/numerology.js';
import {
  challenges,
  computeChallengeTimes,
  computeLifePath,
  computePersonalYear,
  findKeyMonths,
} from '../lib/numerology.js';
import { findMinorFacts } from '../lib/readings/minor.js';
import { numerology, today } from '../lib/readings/reading.js';

const CYCLE_YEARS = 9;
/** Minimum age in the last year of the cycle. */
const MIN_AGE = 5;

export default numerology(personalYearPrediction, {
  name: 'personal_year',
  about: 'what a personal year number suggests for one year: theme, and overview with its key months',
  calculate(input, call) {
    const year = input.year ?? Number(today(call).slice(0, 4));
    const number = computePersonalYear(input.birth_date, year);
    const { best, challenging } = findKeyMonths(input.birth_date, year);
    return {
      computed: { type: 'personal_year' as const, number },
      facts: {
        number,
        year,
        ...findMinorFacts(input.birth_date, today(call)),
        birth_date: input.birth_date,
        best_months: best,
        challenging_months: challenging,
        life_path: computeLifePath(input.birth_date),
        ...findCycle(input.birth_date, year),
        ...findChallenge(input.birth_date, year),
      },
    };
  },
});

/** Finds the last year of the same number, nine years before unless one is a master number, and the ages in both years. */
function findCycle(birthDate: string, year: number): { last_year?: number; last_age?: number; age?: number } {
  const last_year = year - CYCLE_YEARS;
  const age = year - Number(birthDate.slice(0, 4));
  const isSame = computePersonalYear(birthDate, last_year) === computePersonalYear(birthDate, year);
  return age - CYCLE_YEARS < MIN_AGE || !isSame ? {} : { last_year, last_age: age - CYCLE_YEARS, age };
}

/** Finds the main challenge of a year. There is none before the birth. */
function findChallenge(birthDate: string, year: number): { challenge?: number } {
  if (year < Number(birthDate.slice(0, 4))) return {};
  const at = computeChallengeTimes(birthDate).findIndex(({ until = Number.POSITIVE_INFINITY }) => year < until);
  const challenge = challenges(birthDate)[at];
  return challenge === undefined ? {} : { challenge };
}
