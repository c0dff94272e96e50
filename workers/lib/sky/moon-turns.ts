import { addDays, calculateSky, type Quality, type SkyDay } from './days.js';
import type { Planet } from './zodiac.js';

/** 2000-01-01, 12:00 UTC, in days since 1970-01-01. */
const J2000 = 10_957;

/**
 * Mean longitude at J2000, in degrees, and mean motion in degrees a day (Meeus, Astronomical Algorithms, table 31.A and 47.1).
 * Mercury and Venus stay near the sun, so they have its values.
 */
const means: Readonly<Record<Planet, readonly [longitude: number, motion: number]>> = {
  moon: [218.3164, 13.176396],
  sun: [280.4665, 0.985647],
  mercury: [280.4665, 0.985647],
  venus: [280.4665, 0.985647],
  mars: [355.433, 0.524071],
  jupiter: [34.3515, 0.083129],
  saturn: [50.0774, 0.033498],
  uranus: [314.055, 0.011771],
  neptune: [304.3487, 0.00602],
  pluto: [238.93, 0.00396],
};

/** Maximum number of noons that the moon spends in a sign: at its slowest it takes two and a half days. */
export const MAX_NOONS = 3;

/** Returns a longitude at noon with all revolutions since 2000, in degrees. */
function unwrapLongitude({ number, longitudes }: SkyDay, planet: Planet): number {
  const [start, motion] = means[planet];
  const longitude = longitudes.get(planet) ?? 0;
  return longitude + 360 * Math.round((start + motion * (number - J2000) - longitude) / 360);
}

/**
 * Numbers the days of the moon in a sign: three numbers a month, which continue those of the month before, so that texts about the
 * moon's sign can alternate.
 */
export function numberMoonDay(sky: SkyDay): number {
  const months = Math.floor(unwrapLongitude(sky, 'moon') / 360);
  let before = 0;
  while (before < MAX_NOONS - 1 && signOn(sky.date, -before - 1) === sky.signs.get('moon')) before++;
  return months * MAX_NOONS + before;
}

const signOn = (date: string, days: number) => calculateSky(addDays(date, days)).signs.get('moon');

/** Angles of each quality's aspects, in steps of 30 degrees. */
const steps: Readonly<Record<Quality, readonly number[]>> = { meet: [0], soft: [2, 4, 8, 10], hard: [3, 6, 9] };

/** Numbers the moon's aspects of one quality to a planet or a longitude, continuously over the months. */
export function numberMoonAspect(sky: SkyDay, to: Planet | number, quality: Quality): number {
  const longitude = typeof to === 'number' ? to : unwrapLongitude(sky, to);
  const step = Math.round((unwrapLongitude(sky, 'moon') - longitude) / 30);
  const kinds = steps[quality];
  return Math.floor(step / 12) * kinds.length + Math.max(0, kinds.indexOf(((step % 12) + 12) % 12));
}
