import { Body, Illumination, MoonPhase, SearchMoonPhase } from 'astronomy-engine';
import type { moonPhases } from '../../../shared/contract/catalogue/horoscope-names.js';
import { calculateLongitude } from './positions.js';
import { type Sign, signAt } from './zodiac.js';

export type Phase = (typeof moonPhases)[number];

interface MoonDay {
  readonly phase: Phase;
  /** Illuminated part of the disc at 12:00 UTC, in percent. */
  readonly illumination: number;
  /** Days since the last new moon at 12:00 UTC. */
  readonly ageDays: number;
  readonly sign: Sign;
  readonly nextNewMoon: Date;
  readonly nextFullMoon: Date;
}

const DAY_MS = 86_400_000;
const MAX_LUNATION_DAYS = 30;

/** Principal phases by the moon's elongation from the sun in degrees. */
const principal: Readonly<Record<number, Phase>> = {
  0: 'new_moon',
  90: 'first_quarter',
  180: 'full_moon',
  270: 'last_quarter',
};
const between: readonly Phase[] = ['waxing_crescent', 'waxing_gibbous', 'waning_gibbous', 'waning_crescent'];

/** Finds the first instant from `start` at which the moon is `elongation` degrees ahead of the sun. */
export function findNextPhase(elongation: 0 | 90 | 180 | 270, start: Date): Date {
  const found = SearchMoonPhase(elongation, start, MAX_LUNATION_DAYS + 1);
  if (!found) throw new Error(`no moon at ${elongation} degrees within a lunation of ${start.toISOString()}`);
  return found.date;
}

/**
 * Names the phase of a UTC day. The principal names are those of the day of the event.
 *
 * @param midnight 00:00 UTC of the day
 */
export function calculatePhase(midnight: Date): Phase {
  const atStart = MoonPhase(midnight);
  const atEnd = MoonPhase(new Date(midnight.getTime() + DAY_MS));
  const quarter = Math.floor(atEnd / 90) % 4;
  if (Math.floor(atStart / 90) % 4 !== quarter) return principal[quarter * 90] ?? 'new_moon';
  return between[quarter] ?? 'waxing_crescent';
}

/** Calculates the moon of a UTC day. `nextNewMoon` and `nextFullMoon` are the first after its midnight. */
export function calculateMoon(midnight: Date): MoonDay {
  const noon = new Date(midnight.getTime() + DAY_MS / 2);
  return {
    phase: calculatePhase(midnight),
    illumination: Math.round(Illumination(Body.Moon, noon).phase_fraction * 1000) / 10,
    ageDays: Math.round(calculateAge(noon) * 10) / 10,
    sign: signAt(calculateLongitude('moon', noon)),
    nextNewMoon: findNextPhase(0, midnight),
    nextFullMoon: findNextPhase(180, midnight),
  };
}

function calculateAge(instant: Date): number {
  const lastNew = SearchMoonPhase(0, instant, -(MAX_LUNATION_DAYS + 1));
  return lastNew ? (instant.getTime() - lastNew.date.getTime()) / DAY_MS : 0;
}
