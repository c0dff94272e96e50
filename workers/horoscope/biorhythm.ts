import { biorhythm } from '../../shared/contract/catalogue/horoscope.js';
import { biorhythmCycles } from '../../shared/contract/catalogue/horoscope-names.js';
import { errors } from '../../shared/contract/errors.js';
import { minorFacts } from '../lib/readings/minor.js';
import { horoscope, today } from '../lib/readings/reading.js';
import { type Cycle, calculateRhythm, daysToCrest } from '../lib/sky/biorhythm.js';
import { dayAfter, dayNumber } from '../lib/sky/days.js';

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
        ...minorFacts(input.birth_date, date),
      },
    };
  },
});

/** The days on which each curve is next at its highest. */
const findCrests = (date: string, daysAlive: number): Readonly<Record<Cycle, string>> => {
  const next = (cycle: Cycle): string => dayAfter(date, daysToCrest(cycle, daysAlive));
  return { physical: next('physical'), emotional: next('emotional'), intellectual: next('intellectual') };
};
