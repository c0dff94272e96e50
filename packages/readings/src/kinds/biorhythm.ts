import type { Composition } from '../compose/compose.js';
import type { Names, Words } from '../compose/words.js';
import type { MinorFacts } from '../facts.js';

export type Cycle = 'physical' | 'emotional' | 'intellectual';

export interface Rhythm {
  /** -100 to 100, one decimal. */
  readonly value: number;
  readonly rising: boolean;
  /** True if the curve crosses zero in the 24 hours of this day. */
  readonly critical: boolean;
}

type Rhythms = Readonly<Record<Cycle, Rhythm>>;

export interface BiorhythmFacts extends MinorFacts {
  readonly date: string;
  readonly days_alive: number;
  readonly rhythms: Rhythms;
  /** Days on which each curve is next at its highest. */
  readonly crests: Readonly<Record<Cycle, string>>;
}

const CYCLES: readonly Cycle[] = ['physical', 'emotional', 'intellectual'];

export const buildComposition = ({ rhythms, days_alive }: BiorhythmFacts, names: Names): Composition => ({
  facts: { shape: describeShape(rhythms) },
  slots: { days: names.number(days_alive) },
  seed: `biorhythm ${days_alive}`,
  series: { of: 'biorhythm', turn: days_alive },
});

export function writeTexts({ rhythms, crests }: BiorhythmFacts, words: Words) {
  const say = (cycle: Cycle): string =>
    words.tell([`bio.${cycle}`, `bio.${cycle}`, 'bio.next'], {
      facts: { cycle, state: classifyRhythm(rhythms[cycle]) },
      slots: { day: words.day(crests[cycle]) },
    });
  return {
    overview: words.tell(['bio.overview', 'bio.advice']),
    physical: say('physical'),
    emotional: say('emotional'),
    intellectual: say('intellectual'),
  };
}

type State = 'peak' | 'rising' | 'falling' | 'low' | 'recovering' | 'ebbing' | 'critical';

/** Height in percent from which a curve is at its crest or in its trough. */
const EXTREME = 75;

function classifyRhythm({ value, rising, critical }: Rhythm): State {
  if (critical) return 'critical';
  if (value >= EXTREME) return 'peak';
  if (value <= -EXTREME) return 'low';
  if (value > 0) return rising ? 'rising' : 'falling';
  return rising ? 'recovering' : 'ebbing';
}

const leaders: Readonly<Record<Cycle, string>> = { physical: 'body', emotional: 'heart', intellectual: 'mind' };

/** Returns the most striking feature of the three curves: a change, all above, all below, or the one that leads. */
function describeShape(rhythms: Rhythms): string {
  const all = CYCLES.map((cycle) => rhythms[cycle]);
  if (all.some(({ critical }) => critical)) return 'critical';
  if (all.every(({ value }) => value > 0)) return 'high';
  if (all.every(({ value }) => value < 0)) return 'low';
  const [leader = 'physical'] = [...CYCLES].sort((one, other) => rhythms[other].value - rhythms[one].value);
  return leaders[leader];
}
