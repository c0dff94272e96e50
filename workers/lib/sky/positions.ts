import {
  type AstroTime,
  Body,
  EclipticGeoMoon,
  GeoVector,
  MakeTime,
  RotateVector,
  Rotation_EQJ_ECT,
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

export const planets: readonly Planet[] = [
  'sun',
  'moon',
  'mercury',
  'venus',
  'mars',
  'jupiter',
  'saturn',
  'uranus',
  'neptune',
  'pluto',
];

/**
 * The apparent geocentric ecliptic longitude of a body, in degrees from the true equinox of date, 0 to 360:
 * what the tropical zodiac is counted in.
 */
export function longitudeOf(planet: Planet, instant: Date): number {
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
  const before = longitudeOf(planet, new Date(instant.getTime() - hours));
  return turn(before, longitudeOf(planet, new Date(instant.getTime() + hours))) < 0;
}
