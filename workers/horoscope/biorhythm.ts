import type { Rhythm } from 'readings';
import { biorhythm } from '../../shared/contract/catalogue/horoscope.js';
import { biorhythmCycles } from '../../shared/contract/catalogue/horoscope-names.js';
import { errors } from '../../shared/contract/errors.js';
import { findMinorFacts } from '../lib/readings/minor.js';
import { horoscope, today } from '../lib/readings/reading.js';
import { addDays, dayNumber } from '../lib/sky/days.js';

export default horoscope(biorhythm, {
  name: 'biorhythm',
  about: 'the physical, emotional and intellectual rhythm of one person on one day, and the three together',
  calculate(input, call) {
    const date = input.date ?? today(call);
    const daysAlive = dayNumber(date) - dayNumber(input.birth_date);
    if (daysAlive < 0) throw errors.birthAfterDate();
    const rhythms = {
      physical: calculateRhythm('physical', daysAlive),
      emotional: calculateRhythm('emotional', daysAlive),
      intellectual: calculateRhythm('intellectual', daysAlive),
    };
    return {
      computed: {
        date,
        days_alive: daysAlive,
        physical: rhythms.physical.value,
        emotional: rhythms.emotional.value,
        intellectual: rhythms.intellectual.value,
        critical: biorhythmCycles.filter((cycle) => rhythms[cycle].critical),
      },
      facts: {
        date,
        days_alive: daysAlive,
        rhythms,
        crests: findCrests(date, daysAlive),
        ...findMinorFacts(input.birth_date, date),
      },
    };
  },
});

/** Returns the next crest of each curve. */
const findCrests = (date: string, daysAlive: number): Readonly<Record<Cycle, string>> => {
  const next = (cycle: Cycle): string => addDays(date, daysToCrest(cycle, daysAlive));
  return { physical: next('physical'), emotional: next('emotional'), intellectual: next('intellectual') };
};

type Cycle = (typeof biorhythmCycles)[number];

/** Lengths of the cycles in days, after Fliess and Teltscher. */
const periods: Readonly<Record<Cycle, number>> = { physical: 23, emotional: 28, intellectual: 33 };

/** Returns the number of days, at least one, to the next crest of a curve. */
function daysToCrest(cycle: Cycle, daysAlive: number): number {
  const period = periods[cycle];
  const left = Math.round(period / 4) - (daysAlive % period);
  return left > 0 ? left : left + period;
}

/** Calculates a sine that starts at zero on the day of birth. */
function calculateRhythm(cycle: Cycle, daysAlive: number): Rhythm {
  const period = periods[cycle];
  const at = (day: number): number => Math.sin((2 * Math.PI * day) / period);
  const sinceCrossing = daysAlive % (period / 2);
  return {
    value: Math.round(at(daysAlive) * 1000) / 10 + 0,
    rising: at(daysAlive + 0.5) > at(daysAlive - 0.5),
    critical: sinceCrossing === 0 || period / 2 - sinceCrossing < 1,
  };
}
