import type { biorhythm } from '../../../shared/contract/catalogue/horoscope.js';
import { biorhythmCycles } from '../../../shared/contract/catalogue/horoscope-names.js';
import type { Output } from '../../../shared/contract/endpoint.js';
import type { Cycle, Rhythm } from '../sky/biorhythm.js';
import type { ReadingKind } from './write.js';

export interface RhythmFacts {
  readonly date: string;
  readonly days_alive: number;
  readonly rhythms: Readonly<Record<Cycle, Rhythm>>;
}

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
function shapeOf({ rhythms }: RhythmFacts): string {
  const all = biorhythmCycles.map((cycle) => rhythms[cycle]);
  if (all.some(({ critical }) => critical)) return 'critical';
  if (all.every(({ value }) => value > 0)) return 'high';
  if (all.every(({ value }) => value < 0)) return 'low';
  const [leader = 'physical'] = [...biorhythmCycles].sort((one, other) => rhythms[other].value - rhythms[one].value);
  return leaders[leader];
}

export const rhythmReport: ReadingKind<RhythmFacts, Output<typeof biorhythm>['reading']> = {
  name: 'biorhythm',
  about: 'the physical, emotional and intellectual rhythm of one person on one day, and the three together',
  theme: (facts, names) => ({
    facts: { shape: shapeOf(facts) },
    slots: { days: names.number(facts.days_alive) },
    seed: `biorhythm ${facts.days_alive}`,
    turn: facts.days_alive,
  }),
  compose(facts, words) {
    const say = (cycle: Cycle): string =>
      words.tell([`bio.${cycle}`, `bio.${cycle}`], { facts: { state: stateOf(facts.rhythms[cycle]) } });
    return {
      overview: words.tell(['bio.overview', 'bio.advice']),
      physical: say('physical'),
      emotional: say('emotional'),
      intellectual: say('intellectual'),
    };
  },
};
