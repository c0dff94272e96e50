import { errors } from '../../../shared/contract/errors.js';
import { findPlace } from '../places/find-place.js';
import { type Chart, chartOf } from './birth.js';
import { longitudeOf } from './positions.js';
import type { Sign } from './zodiac.js';

/** What a caller told about the person a reading is for. */
interface Told {
  readonly sign?: Sign;
  readonly birth_date?: string;
  readonly birth_time?: string;
  readonly location?: string;
}

/** The person a reading is for. */
export interface Subject {
  /** The sign asked for, else the sun sign of the birth. */
  readonly sign: Sign;
  readonly personalized: boolean;
  readonly birthDate?: string;
  /** Where the sun stood at noon of the birth day, in degrees. */
  readonly natalSun?: number;
  readonly moon?: Sign;
  readonly rising?: Sign;
}

/**
 * Calculates what is known of a person.
 *
 * @throws ApiError 422 when the place is not known, or neither a sign nor a birth date was given
 */
export function subjectOf({ sign, birth_date: date, birth_time: time, location }: Told): Subject {
  const place = location === undefined ? undefined : findPlace(location);
  const chart: Chart | undefined = date === undefined ? undefined : chartOf({ date, time, place });
  const own = sign ?? chart?.sun;
  if (!own) throw errors.signOrBirthDateRequired();
  return {
    sign: own,
    personalized: date !== undefined,
    ...(date === undefined ? {} : { birthDate: date, natalSun: longitudeOf('sun', new Date(`${date}T12:00:00Z`)) }),
    ...(chart?.moon ? { moon: chart.moon } : {}),
    ...(chart?.rising ? { rising: chart.rising } : {}),
  };
}

/** The signs of moon and ascendant, as answers carry them. */
export const birthPoints = ({ moon, rising }: Subject): { moon_sign?: Sign; rising_sign?: Sign } => ({
  ...(moon ? { moon_sign: moon } : {}),
  ...(rising ? { rising_sign: rising } : {}),
});
