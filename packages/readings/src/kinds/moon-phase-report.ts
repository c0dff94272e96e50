import type { Composition } from '../compose/compose.js';
import type { Names, Words } from '../compose/words.js';
import type { EclipseKind, MinorFacts, Phase, Quality, Sign } from '../facts.js';
import { findEclipsedBody } from './event-lines.js';

export interface MoonFacts extends MinorFacts {
  readonly date: string;
  readonly day_number: number;
  readonly phase: Phase;
  /** Kind of the day's eclipse. */
  readonly eclipse?: EclipseKind;
  readonly illumination: number;
  readonly age_days: number;
  readonly moon: Sign;
  readonly next_new_moon: string;
  readonly next_full_moon: string;
  /** House of the moon, counted from the sun sign of the birth. */
  readonly house?: number;
  readonly birth_date?: string;
  /** Approximate phase of the moon at the birth. */
  readonly birth_phase?: Phase;
  /** Aspect of the moon to the sun of the birth at noon, if there is one. */
  readonly natal?: Quality;
}

/** Number of activities that the day is best for, by its phase and by its sign. */
const BEST_BY_PHASE = 3;
const BEST_BY_SIGN = 2;

const WAXING: ReadonlySet<Phase> = new Set(['new_moon', 'waxing_crescent', 'first_quarter', 'waxing_gibbous']);

export const buildComposition = (facts: MoonFacts, names: Names): Composition => ({
  facts: {
    phase: facts.phase,
    of: facts.eclipse && findEclipsedBody(facts.eclipse),
    moon: facts.moon,
    house: facts.house,
    natal: facts.natal,
    wax: WAXING.has(facts.phase),
  },
  slots: {
    moon_in: names.name(`in.${facts.moon}`),
    eclipse: facts.eclipse && names.name(`eclipse.${facts.eclipse}`),
    illumination: names.number(facts.illumination),
    // The day of the new moon is the first of its cycle.
    age: names.number(Math.floor(facts.age_days) + 1),
    new: names.day(facts.next_new_moon.slice(0, 10)),
    full: names.day(facts.next_full_moon.slice(0, 10)),
  },
  seed: `moon ${facts.date} ${facts.birth_date ?? ''}`,
  series: { of: `moon ${facts.birth_date ?? ''}`, turn: facts.day_number },
});

export const writeTexts = ({ birth_phase: atBirth, natal, eclipse }: MoonFacts, words: Words) => ({
  overview: words.tell(
    eclipse ? ['moon.eclipse', 'moon.sign', 'moon.light'] : ['moon.open', 'moon.phase', 'moon.sign', 'moon.light'],
  ),
  guidance: atBirth
    ? [
        words.tell([words.pick(['moon.guidance', 'moon.guidance.sign']), 'moon.personal']),
        natal ? words.say('daily.natal') : words.say('birth.phase', { facts: { phase: atBirth } }),
      ].join(' ')
    : words.tell(['moon.guidance', 'moon.guidance.sign']),
  intention: words.say(atBirth ? 'moon.intention.own' : 'moon.intention'),
  best_for: [
    ...words.list('moon.best', BEST_BY_PHASE, { fragment: true }),
    ...words.list('moon.best.sign', BEST_BY_SIGN, { fragment: true }),
  ],
});
