import { errors } from '../../../shared/contract/errors.js';
import { findPlace, type Place } from '../places/find-place.js';
import { ascendant, longitudeOf } from './positions.js';
import { instantOf } from './time-zones.js';
import { type Sign, signAt } from './zodiac.js';

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

/** What a caller told of a birth. */
interface Birth {
  /** YYYY-MM-DD. */
  readonly date: string;
  /** HH:MM, local. */
  readonly time?: string | undefined;
  readonly place?: Place | undefined;
}

interface Chart {
  readonly sun: Sign;
  /** Only with a time of birth. */
  readonly moon?: Sign;
  /** Only with a time and a place of birth. */
  readonly rising?: Sign;
}

/**
 * The signs of a birth. The sun is taken at the birth instant when time and place are known, else at 12:00 UTC;
 * the moon of a birth without a place takes the time as UTC.
 */
export function chartOf({ date, time, place }: Birth): Chart {
  if (!time) return { sun: signAt(longitudeOf('sun', utc(date, '12:00'))) };
  if (!place) {
    return { sun: signAt(longitudeOf('sun', utc(date, '12:00'))), moon: signAt(longitudeOf('moon', utc(date, time))) };
  }
  const instant = instantOf(date, time, place.timeZone, place.longitude);
  return {
    sun: signAt(longitudeOf('sun', instant)),
    moon: signAt(longitudeOf('moon', instant)),
    rising: signAt(ascendant(instant, place.latitude, place.longitude)),
  };
}

const utc = (date: string, time: string): Date => new Date(`${date}T${time}:00Z`);
