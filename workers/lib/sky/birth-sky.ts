import { MoonPhase } from 'astronomy-engine';
import type { BirthSky } from 'readings';
import { qualityOf } from './days.js';
import type { Phase } from './moon.js';
import { aspectBetween, calculateLongitude } from './positions.js';
import { decanAt, type Planet, type Sign, signAt } from './zodiac.js';

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** Mercury and Venus never leave the sun, and the moon passes through three aspects a week. */
const slow = ['mars', 'jupiter', 'saturn', 'uranus', 'neptune', 'pluto'] as const;

/**
 * Half of the arc, in degrees, in which the moon is about new, half or full. Between them it is plainly a sickle or a gibbous
 * moon, wherever on earth the day is counted: within a day it moves on by 13.
 */
const ABOUT = 20;

/**
 * @param date YYYY-MM-DD, as the place of birth counted
 * @param instant of the birth; noon UTC where no time is known
 */
export function birthSky(date: string, instant: Date): BirthSky {
  const at = (planet: Planet): Sign => signAt(calculateLongitude(planet, instant));
  const sun = calculateLongitude('sun', instant);
  return {
    mercury: at('mercury'),
    venus: at('venus'),
    mars: at('mars'),
    jupiter: at('jupiter'),
    saturn: at('saturn'),
    phase: phaseAbout(instant),
    weekday: weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? 'sunday',
    aspects: findAspects(sun, instant),
    degree: Math.floor(sun % 30),
    decan: decanAt(sun),
  };
}

function findAspects(sun: number, instant: Date): BirthSky['aspects'] {
  return slow
    .flatMap((planet) => {
      const aspect = aspectBetween(calculateLongitude(planet, instant), sun);
      return aspect ? [{ planet, quality: qualityOf(aspect), orb: aspect.orb }] : [];
    })
    .sort((one, other) => one.orb - other.orb)
    .map(({ planet, quality }) => ({ planet, quality }));
}

const about: readonly Phase[] = ['new_moon', 'first_quarter', 'full_moon', 'last_quarter'];
const between: readonly Phase[] = ['waxing_crescent', 'waxing_gibbous', 'waning_gibbous', 'waning_crescent'];

function phaseAbout(instant: Date): Phase {
  const elongation = MoonPhase(instant);
  const nearest = Math.round(elongation / 90);
  const phases = Math.abs(elongation - nearest * 90) <= ABOUT ? about : between;
  return phases[(phases === about ? nearest : Math.floor(elongation / 90)) % 4] ?? 'new_moon';
}
