import type { Place } from '../places/find-place.js';
import { ascendant } from './ascendant.js';
import { longitudeOf } from './positions.js';
import { instantOf } from './time-zones.js';
import { type Sign, signAt } from './zodiac.js';

/** What a caller told of a birth. */
export interface Birth {
  /** YYYY-MM-DD. */
  readonly date: string;
  /** HH:MM, local. */
  readonly time?: string | undefined;
  readonly place?: Place | undefined;
}

export interface Chart {
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
