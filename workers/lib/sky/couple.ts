import type { Couple } from 'readings';
import { computeBirthSky } from './birth-sky.js';
import type { Phase } from './moon.js';
import { calculateLongitude } from './positions.js';
import { signAt } from './zodiac.js';

const YEAR_MS = 365.2425 * 86_400_000;

/** Describes a couple by their dates of birth, YYYY-MM-DD. */
export function describeCouple(one: string, other: string): Couple {
  const births = [one, other].map((date) => ({ date, noon: new Date(`${date}T12:00:00Z`) }));
  const [first, second] = births.map(({ date, noon }) => ({ noon: noon.getTime(), ...computeBirthSky(date, noon) }));
  if (!first || !second) throw new RangeError('a couple has two births');
  const midway = new Date((first.noon + second.noon) / 2);
  const years = Math.floor(Math.abs(first.noon - second.noon) / YEAR_MS);
  const moons = compareMoons(first.phase, second.phase);
  return {
    midway: midway.toISOString().slice(0, 10),
    midway_sign: signAt(calculateLongitude('sun', midway)),
    years,
    apart: describeGap(years),
    ...(moons && { moons }),
    jupiter: [first.jupiter, second.jupiter],
    saturn: [first.saturn, second.saturn],
  };
}

function describeGap(years: number): Couple['apart'] {
  if (years === 0) return 'none';
  if (years === 1) return 'one';
  if (years < 5) return 'few';
  return years < 12 ? 'some' : 'many';
}

function compareMoons(...phases: readonly Phase[]): Couple['moons'] {
  if (phases.some((phase) => phase === 'new_moon' || phase === 'full_moon')) return undefined;
  const waxing = phases.filter((phase) => phase.startsWith('waxing') || phase === 'first_quarter');
  if (waxing.length === 0) return 'waning';
  return waxing.length === phases.length ? 'waxing' : 'mixed';
}
