import { errors } from '../../../shared/contract/errors.js';
import { findPlace, type Place } from '../places/find-place.js';
import { calculateAscendant, calculateLongitude } from './positions.js';
import { toInstant } from './time-zones.js';
import { type Sign, signAt } from './zodiac.js';

/** Request fields about the person that a reading is for. */
interface Request {
  readonly sign?: Sign;
  readonly birth_date?: string;
  readonly birth_time?: string;
  readonly location?: string;
}

/** Person that a reading is for. */
export interface Subject {
  /** Requested sign, else the sun sign of the birth. */
  readonly sign: Sign;
  readonly personalized: boolean;
  readonly birthDate?: string;
  /** Instant of the birth, as far as it is known. */
  readonly instant?: Date;
  /** Longitude of the sun at noon of the day of birth, in degrees. */
  readonly natalSun?: number;
  readonly moon?: Sign;
  readonly rising?: Sign;
  readonly natal: NatalPlaces;
}

/** Longitudes of a birth, in degrees. The moon requires a time of birth, the ascendant also a place. */
export type NatalPlaces = ReadonlyMap<NatalPoint, number>;
export type NatalPoint = (typeof natalPlanets)[number] | 'moon' | 'ascendant';

const natalPlanets = ['sun', 'mercury', 'venus', 'mars'] as const;

/**
 * Calculates the subject of a reading.
 *
 * @throws ApiError 422 when the place is unknown, or neither a sign nor a birth date was given
 */
export function createSubject({ sign, birth_date: date, birth_time: time, location }: Request): Subject {
  const place = location === undefined ? undefined : findPlace(location);
  const chart: Chart | undefined = date === undefined ? undefined : calculateChart({ date, time, place });
  const own = sign ?? chart?.sun;
  if (!own) throw errors.signOrBirthDateRequired();
  return {
    sign: own,
    personalized: date !== undefined,
    ...(date === undefined
      ? {}
      : {
          birthDate: date,
          instant: toBirthInstant({ date, time, place }),
          natalSun: calculateLongitude('sun', new Date(`${date}T12:00:00Z`)),
        }),
    ...(chart?.moon ? { moon: chart.moon } : {}),
    ...(chart?.rising ? { rising: chart.rising } : {}),
    natal: date === undefined ? new Map() : calculateNatalPlaces({ date, time, place }),
  };
}

/** Returns the signs of moon and ascendant as fields of a response. */
export const birthPoints = ({ moon, rising }: Subject): { moon_sign?: Sign; rising_sign?: Sign } => ({
  ...(moon ? { moon_sign: moon } : {}),
  ...(rising ? { rising_sign: rising } : {}),
});

interface Birth {
  /** YYYY-MM-DD. */
  readonly date: string;
  /** HH:MM, local. */
  readonly time?: string | undefined;
  readonly place?: Place | undefined;
}

interface Chart {
  readonly sun: Sign;
  /** Requires a time of birth. */
  readonly moon?: Sign;
  /** Requires a time and a place of birth. */
  readonly rising?: Sign;
}

/**
 * Calculates the signs of a birth. The sun is that of the instant if time and place are known, else of 12:00 UTC. Without a place,
 * the time is taken as UTC for the moon.
 */
export function calculateChart(birth: Birth): Chart {
  const { time, place } = birth;
  const instant = toBirthInstant(birth);
  if (!time) return { sun: signAt(calculateLongitude('sun', instant)) };
  const moon = signAt(calculateLongitude('moon', instant));
  if (!place) return { sun: signAt(calculateLongitude('sun', toUtc(birth.date, '12:00'))), moon };
  return {
    sun: signAt(calculateLongitude('sun', instant)),
    moon,
    rising: signAt(calculateAscendant(instant, place.latitude, place.longitude)),
  };
}

function calculateNatalPlaces(birth: Birth): NatalPlaces {
  const instant = toBirthInstant(birth);
  const places = new Map<NatalPoint, number>(
    natalPlanets.map((planet) => [planet, calculateLongitude(planet, instant)]),
  );
  if (birth.time) places.set('moon', calculateLongitude('moon', instant));
  if (birth.time && birth.place) {
    places.set('ascendant', calculateAscendant(instant, birth.place.latitude, birth.place.longitude));
  }
  return places;
}

/** Returns the instant of a birth: noon UTC without a time, and UTC without a place. */
const toBirthInstant = ({ date, time, place }: Birth): Date =>
  time && place ? toInstant(date, time, place.timeZone, place.longitude) : toUtc(date, time ?? '12:00');

const toUtc = (date: string, time: string): Date => new Date(`${date}T${time}:00Z`);
