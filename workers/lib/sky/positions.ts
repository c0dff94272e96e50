import {
  type AstroTime,
  Body,
  EclipticGeoMoon,
  e_tilt,
  GeoVector,
  MakeTime,
  RotateVector,
  Rotation_EQJ_ECT,
  SiderealTime,
  SphereFromVector,
  SunPosition,
} from 'astronomy-engine';
import type { Planet } from './zodiac.js';

const bodies: Readonly<Record<Exclude<Planet, 'sun' | 'moon'>, Body>> = {
  mercury: Body.Mercury,
  venus: Body.Venus,
  mars: Body.Mars,
  jupiter: Body.Jupiter,
  saturn: Body.Saturn,
  uranus: Body.Uranus,
  neptune: Body.Neptune,
  pluto: Body.Pluto,
};

/** Calculates the apparent geocentric ecliptic longitude of a body, in degrees from the true equinox of date, 0 to 360. */
export function calculateLongitude(planet: Planet, instant: Date): number {
  const time = MakeTime(instant);
  if (planet === 'sun') return SunPosition(time).elon;
  if (planet === 'moon') return EclipticGeoMoon(time).lon;
  return computePlanetLongitude(bodies[planet], time);
}

function computePlanetLongitude(body: Body, time: AstroTime): number {
  const apparent = RotateVector(Rotation_EQJ_ECT(time), GeoVector(body, time, true));
  return SphereFromVector(apparent).lon;
}

/** Returns the angle from `from` to `to`, in degrees from -180 (exclusive) to 180. */
export function turn(from: number, to: number): number {
  const ahead = (((to - from) % 360) + 360) % 360;
  return ahead > 180 ? ahead - 360 : ahead;
}

/** True if a planet moves backwards through the signs. The sun and the moon never do. */
export function isRetrograde(planet: Planet, instant: Date): boolean {
  const hours = 6 * 3_600_000;
  const before = calculateLongitude(planet, new Date(instant.getTime() - hours));
  return turn(before, calculateLongitude(planet, new Date(instant.getTime() + hours))) < 0;
}

const RADIANS = Math.PI / 180;

/**
 * Calculates the ecliptic longitude of the ascendant, the point of the ecliptic that rises at the eastern horizon.
 *
 * With θ the apparent local sidereal time, ε the true obliquity and φ the latitude,
 * λ = atan2(cos θ, −(sin θ cos ε + tan φ sin ε)) (Meeus, Astronomical Algorithms, chapter 14, solved for the
 * eastern intersection). Inside the polar circles the ecliptic may lie along the horizon; the formula then still
 * gives the rising point. The latitude is limited to just below the poles, where tan φ is infinite.
 *
 * @param latitude degrees, north positive
 * @param longitude degrees, east positive
 * @returns degrees, 0 to 360
 */
export function calculateAscendant(instant: Date, latitude: number, longitude: number): number {
  const time = MakeTime(instant);
  const sidereal = (SiderealTime(time) * 15 + longitude) * RADIANS;
  const obliquity = e_tilt(time).tobl * RADIANS;
  const limited = Math.max(-89.999, Math.min(89.999, latitude)) * RADIANS;
  const rising = Math.atan2(
    Math.cos(sidereal),
    -(Math.sin(sidereal) * Math.cos(obliquity) + Math.tan(limited) * Math.sin(obliquity)),
  );
  return (rising / RADIANS + 360) % 360;
}

type AspectName = 'conjunction' | 'sextile' | 'square' | 'trine' | 'opposition';

export interface Aspect {
  readonly a: Planet;
  readonly b: Planet;
  readonly name: AspectName;
  /** Deviation from the exact angle, in degrees. */
  readonly orb: number;
}

const angles: readonly (readonly [AspectName, angle: number, maxOrb: number])[] = [
  ['conjunction', 0, 6],
  ['sextile', 60, 3],
  ['square', 90, 4],
  ['trine', 120, 4],
  ['opposition', 180, 5],
];

/** Finds the aspect between two longitudes in degrees, if they are within its orb. */
export function findAspect(one: number, other: number): { name: AspectName; orb: number } | undefined {
  const apart = Math.abs(turn(one, other));
  for (const [name, angle, maxOrb] of angles) {
    const orb = Math.abs(apart - angle);
    if (orb <= maxOrb) return { name, orb };
  }
  return undefined;
}

/** Finds the aspects among bodies, closest to exact first. */
export function findAspects(longitudes: ReadonlyMap<Planet, number>): Aspect[] {
  const found: Aspect[] = [];
  const all = [...longitudes];
  for (const [index, [a, one]] of all.entries()) {
    for (const [b, other] of all.slice(index + 1)) {
      const aspect = findAspect(one, other);
      if (aspect) found.push({ a, b, ...aspect });
    }
  }
  return found.sort((one, other) => one.orb - other.orb);
}

export const isHard = (name: AspectName): boolean => name === 'square' || name === 'opposition';
