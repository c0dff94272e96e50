import { MoonPhase } from 'astronomy-engine';
import type { BirthSky } from 'readings';
import { rateAspect } from './days.js';
import type { Phase } from './moon.js';
import { calculateLongitude, findAspect } from './positions.js';
import { findDecan, type Planet, type Sign, signAt } from './zodiac.js';

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** Planets whose aspects to the sun are reported. Mercury and Venus stay near it; the moon passes through three aspects a week. */
const slow = ['mars', 'jupiter', 'saturn', 'uranus', 'neptune', 'pluto'] as const;

/**
 * Maximum distance from a principal phase that has its name, in degrees. The moon moves by 13 degrees a day, so the name holds in all
 * time zones.
 */
const MAX_DISTANCE = 20;

/**
 * Calculates the sky of a birth.
 *
 * @param date local date, YYYY-MM-DD
 * @param instant instant of the birth, or noon UTC if the time is unknown
 */
export function computeBirthSky(date: string, instant: Date): BirthSky {
  const at = (planet: Planet): Sign => signAt(calculateLongitude(planet, instant));
  const sun = calculateLongitude('sun', instant);
  return {
    mercury: at('mercury'),
    venus: at('venus'),
    mars: at('mars'),
    jupiter: at('jupiter'),
    saturn: at('saturn'),
    phase: nameRoughPhase(instant),
    weekday: weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? 'sunday',
    aspects: findAspects(sun, instant),
    degree: Math.floor(sun % 30),
    decan: findDecan(sun),
  };
}

function findAspects(sun: number, instant: Date): BirthSky['aspects'] {
  return slow
    .flatMap((planet) => {
      const aspect = findAspect(calculateLongitude(planet, instant), sun);
      return aspect ? [{ planet, quality: rateAspect(aspect), orb: aspect.orb }] : [];
    })
    .sort((one, other) => one.orb - other.orb)
    .map(({ planet, quality }) => ({ planet, quality }));
}

const principal: readonly Phase[] = ['new_moon', 'first_quarter', 'full_moon', 'last_quarter'];
const between: readonly Phase[] = ['waxing_crescent', 'waxing_gibbous', 'waning_gibbous', 'waning_crescent'];

function nameRoughPhase(instant: Date): Phase {
  const elongation = MoonPhase(instant);
  const nearest = Math.round(elongation / 90);
  const phases = Math.abs(elongation - nearest * 90) <= MAX_DISTANCE ? principal : between;
  return phases[(phases === principal ? nearest : Math.floor(elongation / 90)) % 4] ?? 'new_moon';
}
