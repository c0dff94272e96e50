import type { Rhythm } from 'readings';
import type { biorhythmCycles } from '../../../shared/contract/catalogue/horoscope-names.js';

export type Cycle = (typeof biorhythmCycles)[number];

/** The length of each cycle in days, after Fliess and Teltscher. */
const periods: Readonly<Record<Cycle, number>> = { physical: 23, emotional: 28, intellectual: 33 };

/** In how many days, at least one, a curve is next at its highest. */
export function daysToCrest(cycle: Cycle, daysAlive: number): number {
  const period = periods[cycle];
  const left = Math.round(period / 4) - (daysAlive % period);
  return left > 0 ? left : left + period;
}

/** A sine that starts at zero on the day of birth. */
export function calculateRhythm(cycle: Cycle, daysAlive: number): Rhythm {
  const period = periods[cycle];
  const at = (day: number): number => Math.sin((2 * Math.PI * day) / period);
  const sinceCrossing = daysAlive % (period / 2);
  return {
    value: Math.round(at(daysAlive) * 1000) / 10 + 0,
    rising: at(daysAlive + 0.5) > at(daysAlive - 0.5),
    critical: sinceCrossing === 0 || period / 2 - sinceCrossing < 1,
  };
}
