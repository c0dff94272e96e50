import { turn } from './positions.js';
import type { Planet } from './zodiac.js';

export type AspectName = 'conjunction' | 'sextile' | 'square' | 'trine' | 'opposition';

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
