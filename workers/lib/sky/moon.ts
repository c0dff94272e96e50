import { Body, Illumination, MoonPhase, SearchMoonPhase } from 'astronomy-engine';
import type { moonPhases } from '../../../shared/contract/catalogue/horoscope-names.js';
import { calculateLongitude } from './positions.js';
import { type Sign, signAt } from './zodiac.js';

export type Phase = (typeof moonPhases)[number];

interface MoonDay {
  readonly phase: Phase;
  /** Lit part of the disc at 12:00 UTC, in percent. */
  readonly illumination: number;
  /** Days since the last new moon at 12:00 UTC. */
  readonly ageDays: number;
  readonly sign: Sign;
  readonly nextNewMoon: Date;
  readonly nextFullMoon: Date;
}

const DAY_MS = 86_400_000;
const MAX_LUNATION_DAYS = 30;

/** The four events, by the moon's elongation from the sun in degrees. */
const principal: Readonly<Record<number, Phase>> = {
  0: 'new_moon',
  90: 'first_quarter',
  180: 'full_moon',
  270: 'last_quarter',
};
const between: readonly Phase[] = ['waxing_crescent', 'waxing_gibbous', 'waning_gibbous', 'waning_crescent'];

/** The first instant from `start` at which the moon is `elongation` degrees ahead of the sun. */
export function nextPhase(elongation: 0 | 90 | 180 | 270, start: Date): Date {
  const found = SearchMoonPhase(elongation, start, MAX_LUNATION_DAYS + 1);
  if (!found) throw new Error(`no moon at ${elongation} degrees within a lunation of ${start.toISOString()}`);
  return found.date;
}

/**
 * The phase of a UTC day. The four principal names belong to the day on which the event falls.
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

/** Everything the moon does on a UTC day; `nextNewMoon` and `nextFullMoon` are the first from its midnight on. */
export function calculateMoon(midnight: Date): MoonDay {
  const noon = new Date(midnight.getTime() + DAY_MS / 2);
  return {
    phase: calculatePhase(midnight),
    illumination: Math.round(Illumination(Body.Moon, noon).phase_fraction * 1000) / 10,
    ageDays: Math.round(age(noon) * 10) / 10,
    sign: signAt(calculateLongitude('moon', noon)),
    nextNewMoon: nextPhase(0, midnight),
    nextFullMoon: nextPhase(180, midnight),
  };
}

function age(instant: Date): number {
  const lastNew = SearchMoonPhase(0, instant, -(MAX_LUNATION_DAYS + 1));
  return lastNew ? (instant.getTime() - lastNew.date.getTime()) / DAY_MS : 0;
}
