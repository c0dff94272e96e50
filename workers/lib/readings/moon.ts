import type { moonPhaseReport } from '../../../shared/contract/catalogue/horoscope.js';
import type { Output } from '../../../shared/contract/contract.js';
import type { Phase } from '../sky/moon.js';
import type { Sign } from '../sky/zodiac.js';
import type { ReadingKind } from './write.js';

export interface MoonFacts {
  readonly date: string;
  readonly day_number: number;
  readonly phase: Phase;
  readonly illumination: number;
  readonly age_days: number;
  readonly moon: Sign;
  readonly next_new_moon: string;
  readonly next_full_moon: string;
  /** The moon's house when the sun sign of the birth is the first. */
  readonly house?: number;
}

const BY_PHASE = 3;

const waxing: ReadonlySet<Phase> = new Set(['new_moon', 'waxing_crescent', 'first_quarter', 'waxing_gibbous']);

export const moonReport: ReadingKind<MoonFacts, Output<typeof moonPhaseReport>['reading']> = {
  name: 'moon_phase_report',
  about:
    'the moon of one day by phase and sign: overview, guidance, an intention in the first person, what it is best for',
  theme: (facts, names) => ({
    facts: { phase: facts.phase, moon: facts.moon, house: facts.house, wax: waxing.has(facts.phase) },
    slots: {
      illumination: names.number(facts.illumination),
      // The day of the new moon is the first of its cycle.
      age: names.number(Math.floor(facts.age_days) + 1),
      new: names.day(facts.next_new_moon.slice(0, 10)),
      full: names.day(facts.next_full_moon.slice(0, 10)),
    },
    seed: `moon ${facts.date} ${facts.house ?? ''}`,
    turn: facts.day_number,
  }),
  compose: (_, words) => ({
    overview: words.tell(['moon.phase', 'moon.sign', 'moon.light']),
    guidance: words.tell(['moon.guidance', 'moon.guidance.sign', 'moon.personal?']),
    intention: words.say('moon.intention'),
    best_for: [
      ...words.list('moon.best', BY_PHASE, { fragment: true }),
      ...words.list('moon.best.sign', 2, { fragment: true }),
    ],
  }),
};
