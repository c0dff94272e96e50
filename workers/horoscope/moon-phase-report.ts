import { moonPhaseReport } from '../../shared/contract/catalogue/horoscope.js';
import { type MinorFacts, minorFacts } from '../lib/readings/minor.js';
import { horoscope, today } from '../lib/readings/reading.js';
import { birthSky } from '../lib/sky/birth-sky.js';
import { dayNumber, midnightOf, type Quality, qualityOf } from '../lib/sky/days.js';
import { type EclipseKind, eclipseOfDay } from '../lib/sky/events.js';
import { moonOfDay, type Phase } from '../lib/sky/moon.js';
import { chartOf } from '../lib/sky/natal-chart.js';
import { aspectBetween, longitudeOf } from '../lib/sky/positions.js';
import { houseOf, type Sign } from '../lib/sky/zodiac.js';
import { bodyOf } from './event-lines.js';

interface MoonFacts extends MinorFacts {
  readonly date: string;
  readonly day_number: number;
  readonly phase: Phase;
  /** The kind of the eclipse of the day. */
  readonly eclipse?: EclipseKind;
  readonly illumination: number;
  readonly age_days: number;
  readonly moon: Sign;
  readonly next_new_moon: string;
  readonly next_full_moon: string;
  /** The moon's house when the sun sign of the birth is the first. */
  readonly house?: number;
  readonly birth_date?: string;
  /** About what the moon looked like at the birth. */
  readonly birth_phase?: Phase;
  /** How the moon stands to the sun of the birth, where it meets, helps or hinders it at noon. */
  readonly natal?: Quality;
}

/** How many things the day is best for by its phase, and by its sign. */
const BEST_BY_PHASE = 3;
const BEST_BY_SIGN = 2;

const waxing: ReadonlySet<Phase> = new Set(['new_moon', 'waxing_crescent', 'first_quarter', 'waxing_gibbous']);

export default horoscope(moonPhaseReport, {
  name: 'moon_phase_report',
  about:
    'the moon of one day by phase and sign: overview, guidance, an intention in the first person, what it is best for',
  calculate(input, call) {
    const date = input.date ?? today(call);
    const moon = moonOfDay(midnightOf(date));
    const eclipse = eclipseOfDay(date);
    const computed = {
      date,
      phase: moon.phase,
      ...(eclipse && { eclipse: eclipse.kind }),
      illumination: moon.illumination,
      age_days: moon.ageDays,
      moon_sign: moon.sign,
      next_new_moon: toSecond(moon.nextNewMoon),
      next_full_moon: toSecond(moon.nextFullMoon),
    };
    const own = input.birth_date === undefined ? undefined : chartOf({ date: input.birth_date }).sun;
    const { moon_sign, ...told } = computed;
    const facts: MoonFacts = {
      ...told,
      day_number: dayNumber(date),
      moon: moon_sign,
      ...(input.birth_date !== undefined && own ? ofBirth(input.birth_date, houseOf(moon_sign, own), date) : {}),
      ...minorFacts(input.birth_date, date),
    };
    return { computed: { ...computed, personalized: own !== undefined }, facts };
  },
  theme: (facts, names) => ({
    facts: {
      phase: facts.phase,
      of: facts.eclipse && bodyOf(facts.eclipse),
      moon: facts.moon,
      house: facts.house,
      natal: facts.natal,
      wax: waxing.has(facts.phase),
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
  }),
  compose: ({ birth_phase: atBirth, natal, eclipse }, words) => ({
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
  }),
});

/** An instant to the second, as almanacs would round it. */
const toSecond = (instant: Date): string =>
  `${new Date(Math.round(instant.getTime() / 1000) * 1000).toISOString().slice(0, 19)}Z`;

/** What the moon of a day means for one birth. */
function ofBirth(birth: string, house: number, date: string): Partial<MoonFacts> {
  const [born, noon] = [birth, date].map((day) => new Date(`${day}T12:00:00Z`));
  if (!born || !noon) return {};
  const aspect = aspectBetween(longitudeOf('moon', noon), longitudeOf('sun', born));
  return {
    house,
    birth_date: birth,
    birth_phase: birthSky(birth, born).phase,
    ...(aspect && { natal: qualityOf(aspect) }),
  };
}
