import { biorhythm } from '../../shared/contract/catalogue/horoscope.js';
import { biorhythmCycles } from '../../shared/contract/catalogue/horoscope-names.js';
import { errors } from '../../shared/contract/errors.js';
import { minorFacts } from '../lib/readings/minor.js';
import { horoscope, today } from '../lib/readings/reading.js';
import { type Cycle, daysToCrest, type Rhythm, rhythmOf } from '../lib/sky/biorhythm.js';
import { dayAfter, dayNumber } from '../lib/sky/days.js';

type Rhythms = Readonly<Record<Cycle, Rhythm>>;

export default horoscope(biorhythm, {
  name: 'biorhythm',
  about: 'the physical, emotional and intellectual rhythm of one person on one day, and the three together',
  calculate(input, call) {
    const date = input.date ?? today(call);
    const daysAlive = dayNumber(date) - dayNumber(input.birth_date);
    if (daysAlive < 0) throw errors.birthAfterDate();
    const rhythms: Rhythms = {
      physical: rhythmOf('physical', daysAlive),
      emotional: rhythmOf('emotional', daysAlive),
      intellectual: rhythmOf('intellectual', daysAlive),
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
        crests: crestsOf(date, daysAlive),
        ...minorFacts(input.birth_date, date),
      },
    };
  },
  theme: ({ rhythms, days_alive }, names) => ({
    facts: { shape: shapeOf(rhythms) },
    slots: { days: names.number(days_alive) },
    seed: `biorhythm ${days_alive}`,
    series: { of: 'biorhythm', turn: days_alive },
  }),
  compose({ rhythms, crests }, words) {
    const say = (cycle: Cycle): string =>
      words.tell([`bio.${cycle}`, `bio.${cycle}`, 'bio.next'], {
        facts: { cycle, state: stateOf(rhythms[cycle]) },
        slots: { day: words.day(crests[cycle]) },
      });
    return {
      overview: words.tell(['bio.overview', 'bio.advice']),
      physical: say('physical'),
      emotional: say('emotional'),
      intellectual: say('intellectual'),
    };
  },
});

/** The days on which each curve is next at its highest. */
const crestsOf = (date: string, daysAlive: number): Readonly<Record<Cycle, string>> => {
  const next = (cycle: Cycle): string => dayAfter(date, daysToCrest(cycle, daysAlive));
  return { physical: next('physical'), emotional: next('emotional'), intellectual: next('intellectual') };
};

type State = 'peak' | 'rising' | 'falling' | 'low' | 'recovering' | 'ebbing' | 'critical';

/** From this height on, in percent, a curve is at its crest or in its trough. */
const EXTREME = 75;

function stateOf({ value, rising, critical }: Rhythm): State {
  if (critical) return 'critical';
  if (value >= EXTREME) return 'peak';
  if (value <= -EXTREME) return 'low';
  if (value > 0) return rising ? 'rising' : 'falling';
  return rising ? 'recovering' : 'ebbing';
}

const leaders: Readonly<Record<Cycle, string>> = { physical: 'body', emotional: 'heart', intellectual: 'mind' };

/** What stands out in the three curves together: a change, all above, all below, or the one that leads. */
function shapeOf(rhythms: Rhythms): string {
  const all = biorhythmCycles.map((cycle) => rhythms[cycle]);
  if (all.some(({ critical }) => critical)) return 'critical';
  if (all.every(({ value }) => value > 0)) return 'high';
  if (all.every(({ value }) => value < 0)) return 'low';
  const [leader = 'physical'] = [...biorhythmCycles].sort((one, other) => rhythms[other].value - rhythms[one].value);
  return leaders[leader];
}
