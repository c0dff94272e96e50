import { errors } from '../../../shared/contract/errors.js';
import { findPlace, type Place } from '../places/find-place.js';
import { ascendant, calculateLongitude } from './positions.js';
import { toInstant } from './time-zones.js';
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
  /** When the birth was, as far as it is known. */
  readonly instant?: Date;
  /** Where the sun stood at noon of the birth day, in degrees. */
  readonly natalSun?: number;
  readonly moon?: Sign;
  readonly rising?: Sign;
  /** The places of the birth, as far as they are known. */
  readonly natal: NatalPlaces;
}

/** Longitudes in degrees: the planets that move on within a day only with a time of birth, the ascendant with a place too. */
export type NatalPlaces = ReadonlyMap<NatalPoint, number>;
export type NatalPoint = (typeof natalPlanets)[number] | 'moon' | 'ascendant';

const natalPlanets = ['sun', 'mercury', 'venus', 'mars'] as const;

/**
 * Calculates what is known of a person.
 *
 * @throws ApiError 422 when the place is not known, or neither a sign nor a birth date was given
 */
export function createSubject({ sign, birth_date: date, birth_time: time, location }: Told): Subject {
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
          instant: instantOfBirth({ date, time, place }),
          natalSun: calculateLongitude('sun', new Date(`${date}T12:00:00Z`)),
        }),
    ...(chart?.moon ? { moon: chart.moon } : {}),
    ...(chart?.rising ? { rising: chart.rising } : {}),
    natal: date === undefined ? new Map() : natalPlaces({ date, time, place }),
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
export function calculateChart(birth: Birth): Chart {
  const { time, place } = birth;
  const instant = instantOfBirth(birth);
  if (!time) return { sun: signAt(calculateLongitude('sun', instant)) };
  const moon = signAt(calculateLongitude('moon', instant));
  if (!place) return { sun: signAt(calculateLongitude('sun', utc(birth.date, '12:00'))), moon };
  return {
    sun: signAt(calculateLongitude('sun', instant)),
    moon,
    rising: signAt(ascendant(instant, place.latitude, place.longitude)),
  };
}

function natalPlaces(birth: Birth): NatalPlaces {
  const instant = instantOfBirth(birth);
  const places = new Map<NatalPoint, number>(
    natalPlanets.map((planet) => [planet, calculateLongitude(planet, instant)]),
  );
  if (birth.time) places.set('moon', calculateLongitude('moon', instant));
  if (birth.time && birth.place) {
    places.set('ascendant', ascendant(instant, birth.place.latitude, birth.place.longitude));
  }
  return places;
}

/** Noon UTC without a time, and UTC without a place. */
const instantOfBirth = ({ date, time, place }: Birth): Date =>
  time && place ? toInstant(date, time, place.timeZone, place.longitude) : utc(date, time ?? '12:00');

const utc = (date: string, time: string): Date => new Date(`${date}T${time}:00Z`);
