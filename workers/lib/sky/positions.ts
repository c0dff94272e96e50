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

/**
 * The apparent geocentric ecliptic longitude of a body, in degrees from the true equinox of date, 0 to 360:
 * what the tropical zodiac is counted in.
 */
export function calculateLongitude(planet: Planet, instant: Date): number {
  const time = MakeTime(instant);
  if (planet === 'sun') return SunPosition(time).elon;
  if (planet === 'moon') return EclipticGeoMoon(time).lon;
  return planetLongitude(bodies[planet], time);
}

function planetLongitude(body: Body, time: AstroTime): number {
  const apparent = RotateVector(Rotation_EQJ_ECT(time), GeoVector(body, time, true));
  return SphereFromVector(apparent).lon;
}

/** How far `to` is ahead of `from` on the circle, in degrees from -180 (exclusive) to 180. */
export function turn(from: number, to: number): number {
  const ahead = (((to - from) % 360) + 360) % 360;
  return ahead > 180 ? ahead - 360 : ahead;
}

/** Whether a planet seems to move backwards through the signs at an instant. The sun and the moon never do. */
export function isRetrograde(planet: Planet, instant: Date): boolean {
  const hours = 6 * 3_600_000;
  const before = calculateLongitude(planet, new Date(instant.getTime() - hours));
  return turn(before, calculateLongitude(planet, new Date(instant.getTime() + hours))) < 0;
}

const RADIANS = Math.PI / 180;

/**
 * The ecliptic longitude of the ascendant: the point of the ecliptic that rises at the eastern horizon.
 *
 * With θ the apparent local sidereal time, ε the true obliquity and φ the latitude,
 * λ = atan2(cos θ, −(sin θ cos ε + tan φ sin ε)) (Meeus, Astronomical Algorithms, chapter 14, solved for the
 * eastern intersection). Inside the polar circles the ecliptic may lie along the horizon; the formula then still
 * gives the point that is rising. At the poles themselves, where tan φ is infinite, the latitude is held a hair short.
 *
 * @param latitude degrees, north positive
 * @param longitude degrees, east positive
 * @returns degrees, 0 to 360
 */
export function ascendant(instant: Date, latitude: number, longitude: number): number {
  const time = MakeTime(instant);
  const sidereal = (SiderealTime(time) * 15 + longitude) * RADIANS;
  const obliquity = e_tilt(time).tobl * RADIANS;
  const held = Math.max(-89.999, Math.min(89.999, latitude)) * RADIANS;
  const rising = Math.atan2(
    Math.cos(sidereal),
    -(Math.sin(sidereal) * Math.cos(obliquity) + Math.tan(held) * Math.sin(obliquity)),
  );
  return (rising / RADIANS + 360) % 360;
}

type AspectName = 'conjunction' | 'sextile' | 'square' | 'trine' | 'opposition';

export interface Aspect {
  readonly a: Planet;
  readonly b: Planet;
  readonly name: AspectName;
  /** How far from exact, in degrees. */
  readonly orb: number;
}

const angles: readonly (readonly [AspectName, number, number])[] = [
  ['conjunction', 0, 6],
  ['sextile', 60, 3],
  ['square', 90, 4],
  ['trine', 120, 4],
  ['opposition', 180, 5],
];

/** The aspect between two longitudes in degrees, if they are within its orb. */
export function aspectBetween(one: number, other: number): { name: AspectName; orb: number } | undefined {
  const apart = Math.abs(turn(one, other));
  for (const [name, angle, widest] of angles) {
    const orb = Math.abs(apart - angle);
    if (orb <= widest) return { name, orb };
  }
  return undefined;
}

/** All aspects among the given bodies, the closest to exact first. */
export function aspectsAmong(longitudes: ReadonlyMap<Planet, number>): Aspect[] {
  const found: Aspect[] = [];
  const all = [...longitudes];
  for (const [index, [a, one]] of all.entries()) {
    for (const [b, other] of all.slice(index + 1)) {
      const aspect = aspectBetween(one, other);
      if (aspect) found.push({ a, b, ...aspect });
    }
  }
  return found.sort((one, other) => one.orb - other.orb);
}

export const isHard = (name: AspectName): boolean => name === 'square' || name === 'opposition';
