import { weeklyHoroscope } from '../../shared/contract/catalogue/horoscope.js';
import { horoscope, today } from '../lib/readings/reading.js';
import {
  dayAfter,
  dayNumber,
  type MoonEvent,
  mondayOf,
  moonEvents,
  planetEvents,
  type Quality,
  qualityOf,
  type SkyDay,
  skyOfDays,
} from '../lib/sky/days.js';
import { birthPoints, type Subject, subjectOf } from '../lib/sky/natal-chart.js';
import { aspectBetween, isHard } from '../lib/sky/positions.js';
import { houseOf, type Planet } from '../lib/sky/zodiac.js';
import { lengthen, type Words } from '../lib/writing/words.js';
import { type BirthFacts, birthFacts, birthLines, differentTransits } from './birth-lines.js';
import { areasOfLife, type SlowFacts, slowFacts, slowTheme } from './slow-planets.js';

const DAYS = 7;
/** How many transits to a birth a week is told by; they take the place of what is said to everyone of the sign. */
const TRANSITS = 2;
/** The fewest words of the overview. */
const SHORTEST_OVERVIEW = 60;

export default horoscope(weeklyHoroscope, {
  name: 'weekly_horoscope',
  about: 'the horoscope of one sign for one week: overview (60 to 120 words), love, career, health, highlights',
  kept: ['highlights.best_day', 'highlights.challenging_day'],
  calculate(input, call) {
    const subject = subjectOf(input);
    const { sign, personalized } = subject;
    const monday = mondayOf(today(call));
    return {
      computed: {
        sign,
        period: 'weekly' as const,
        week_start: monday,
        week_end: dayAfter(monday, DAYS - 1),
        personalized,
        ...birthPoints(subject),
      },
      facts: weeklyFacts(skyOfDays(monday, DAYS), subject),
    };
  },
  theme: (facts) => ({
    facts: {
      ...slowTheme(facts),
      phase: facts.moon_event?.phase ?? 'none',
      house: facts.moon_event?.house,
      planet: facts.planet_event?.planet ?? 'none',
      aspect: facts.planet_event?.quality,
    },
    seed: `weekly ${facts.sign} ${facts.week_start} ${facts.birth_date ?? ''}`,
    series: {
      of: `weekly ${facts.sign} ${facts.birth_date ?? ''}`,
      turn: Math.round(dayNumber(facts.week_start) / DAYS),
    },
  }),
  compose: (facts, words) => ({
    overview: overview(facts, words),
    ...areasOfLife(words, facts.birth),
    highlights: {
      best_day: words.weekday(facts.best_date),
      challenging_day: words.weekday(facts.challenging_date),
      focus_area: words.say('slow.focus', { facts: { house: facts.moon_event?.house ?? facts.sun_house } }),
    },
  }),
});

interface WeeklyFacts extends SlowFacts {
  readonly week_start: string;
  /** The principal phase of the moon in this week, with its house for the sign. */
  readonly moon_event?: { readonly phase: string; readonly date: string; readonly house: number };
  /** The aspect that matters most in this week. */
  readonly planet_event?: {
    readonly planet: Planet;
    readonly other: Planet;
    readonly quality: 'meet' | 'soft' | 'hard';
    readonly date: string;
  };
  /** Of a person whose date of birth is known. */
  readonly birth?: BirthFacts;
  readonly best_date: string;
  readonly challenging_date: string;
}

/** What a week's sky means for one person. */
function weeklyFacts(days: readonly SkyDay[], subject: Subject): WeeklyFacts {
  const [monday] = days;
  const middle = days[Math.floor(days.length / 2)];
  if (!monday || !middle) throw new RangeError('a week has days');
  const event = loudest(moonEvents(days));
  const [aspect] = planetEvents(days);
  const ranked = [...days].sort((one, other) => favour(other, subject) - favour(one, subject));
  const birth = birthFacts(days, subject);
  const told = [
    ...differentTransits(birth?.transits ?? []).slice(0, TRANSITS),
    ...(aspect ? [{ date: aspect.date, quality: qualityOf(aspect) }] : []),
  ];
  // No day is the best of which the overview tells something hard, and none the hardest of which it tells something easy.
  const without = (quality: Quality) =>
    ranked.filter(({ date }) => !told.some((one) => one.date === date && one.quality === quality));
  return {
    ...slowFacts(middle, subject),
    week_start: monday.date,
    ...(event && { moon_event: { phase: event.phase, date: event.date, house: houseOf(event.sign, subject.sign) } }),
    ...(aspect && {
      planet_event: { planet: aspect.a, other: aspect.b, quality: qualityOf(aspect), date: aspect.date },
    }),
    ...(birth && { birth }),
    best_date: (without('hard')[0] ?? monday).date,
    challenging_date: (without('soft').at(-1) ?? monday).date,
  };
}

/** New and full moons are heard above quarters. */
const loudest = (events: readonly MoonEvent[]): MoonEvent | undefined =>
  events.find(({ phase }) => phase === 'full_moon' || phase === 'new_moon') ?? events[0];

/** How well the moon suits a sign in each house: trines and sextiles help, the sixth, eighth and twelfth demand. */
const houseFavour: readonly number[] = [6, 2, 5, 1, 8, -3, 0, -4, 7, 2, 6, -5];
const benefics: ReadonlySet<Planet> = new Set(['sun', 'venus', 'jupiter']);
const malefics: ReadonlySet<Planet> = new Set(['mars', 'saturn', 'pluto']);

/** What the moon's aspect to a place of the birth is worth. */
const NATAL_WEIGHT = 3;

/** How kind a day is to a person: by the moon's house and its aspects, and by what it does to the places of the birth. */
function favour(day: SkyDay, { sign, natal }: Subject): number {
  let sum = houseFavour[houseOf(day.signs.get('moon') ?? sign, sign) - 1] ?? 0;
  for (const aspect of day.aspects) {
    if (aspect.a !== 'moon' && aspect.b !== 'moon') continue;
    const planet = aspect.a === 'moon' ? aspect.b : aspect.a;
    const quality = qualityOf(aspect);
    if (quality === 'hard') sum -= malefics.has(planet) ? 3 : 1;
    else if (benefics.has(planet)) sum += 3;
    else sum += quality === 'meet' && malefics.has(planet) ? -2 : 1;
  }
  for (const place of natal.values()) {
    const aspect = aspectBetween(day.longitudes.get('moon') ?? 0, place);
    if (aspect) sum += isHard(aspect.name) ? -NATAL_WEIGHT : NATAL_WEIGHT;
  }
  return sum;
}

const plans: readonly (readonly string[])[] = [
  ['weekly.event', 'weekly.house?', 'weekly.planet', 'slow.sign', 'slow.sun'],
  ['slow.sun', 'weekly.event', 'weekly.house?', 'weekly.planet', 'slow.sign'],
  ['weekly.planet', 'weekly.event', 'weekly.house?', 'slow.sun', 'slow.sign'],
  ['slow.sign', 'weekly.event', 'weekly.house?', 'slow.sun', 'weekly.planet'],
];

const ofSign: ReadonlySet<string> = new Set(['slow.sign', 'slow.sun', 'weekly.house?']);

function overview(facts: WeeklyFacts, words: Words): string {
  const ofBirth = facts.birth ? birthLines(words, facts.birth, TRANSITS, 'weekday') : [];
  const { moon_event: moon, planet_event: aspect } = facts;
  const slots = (move: string) =>
    move === 'weekly.planet'
      ? aspect && { weekday: words.weekday(aspect.date), other: words.name(`planet.${aspect.other}`) }
      : moon && { weekday: words.weekday(moon.date) };
  const plan = words.pick(plans).filter((move) => ofBirth.length < 2 || !ofSign.has(move));
  const said = plan.map((move) => {
    const given = slots(move);
    const ask = given ? { slots: given } : {};
    return move.endsWith('?') ? words.find(move.slice(0, -1), ask) : words.say(move, ask);
  });
  const told = [...said.filter((line) => line !== undefined), ...ofBirth].join(' ');
  return lengthen(words, told, 'slow.sign', SHORTEST_OVERVIEW);
}
