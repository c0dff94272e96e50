import { monthlyHoroscope } from '../../shared/contract/catalogue/horoscope.js';
import { horoscope, today } from '../lib/readings/reading.js';
import {
  moonEvents,
  planetEvents,
  type Quality,
  qualityOf,
  type SkyDay,
  skyOfDay,
  skyOfMonth,
} from '../lib/sky/days.js';
import { eventsOfMonth } from '../lib/sky/events.js';
import { birthPoints, type Subject, subjectOf } from '../lib/sky/natal-chart.js';
import type { Transit } from '../lib/sky/transits.js';
import { houseOf, type Planet, rulerOf } from '../lib/sky/zodiac.js';
import { lengthen, type Words } from '../lib/writing/words.js';
import { type BirthFacts, birthFacts, birthLines, differentTransits, transitLines } from './birth-lines.js';
import { scoreOf, toneOf } from './day-score.js';
import { type EventFacts, eventFacts, eventLine, eventWeight, topicOf } from './event-lines.js';
import { areasOfLife, type SlowFacts, signTurn, slowFacts, slowTheme } from './slow-planets.js';

export default horoscope(monthlyHoroscope, {
  name: 'monthly_horoscope',
  about:
    'the horoscope of one sign for one month: overview (60 to 120 words), love, career, health (about 40 words each), influences, themes, and why each key date matters, which names the date; each text begins with its plain sense',
  kept: ['key_dates.*'],
  calculate(input, call) {
    const subject = subjectOf(input);
    const { sign, personalized } = subject;
    const month = input.month ?? today(call).slice(0, 7);
    return {
      computed: { sign, period: 'monthly' as const, month, personalized, ...birthPoints(subject) },
      facts: monthlyFacts(skyOfMonth(month), month, subject),
    };
  },
  theme: (facts) => ({
    facts: slowTheme(facts),
    seed: `monthly ${facts.sign} ${facts.month} ${facts.birth_date ?? ''}`,
    series: {
      of: facts.birth_date === undefined ? 'monthly' : `monthly ${facts.sign} ${facts.birth_date}`,
      // Each sign at a place of its own in one order, so that no two draw the same line.
      turn:
        Number(facts.month.slice(0, 4)) * 12 +
        Number(facts.month.slice(5)) +
        (facts.birth_date === undefined ? signTurn(facts.sign) : 0),
    },
  }),
  compose: (facts, words) => ({
    overview: overview(facts, words),
    ...areasOfLife(words, facts),
    planetary_influences: influences(facts, words),
    key_dates: facts.key_dates.map(({ date }) => date),
    key_date_reasons: facts.key_dates.map((one) => reasonOf(one, words)),
    themes: themes(facts, words),
  }),
});

interface Lunation {
  readonly date: string;
  readonly house: number;
}

/** A day that matters to a sign or a birth, and why. */
type KeyDate = { readonly date: string } & (
  | { readonly reason: 'event'; readonly event: EventFacts }
  | { readonly reason: 'new_moon' | 'full_moon' | 'best' | 'hardest'; readonly house: number }
  | {
      readonly reason: 'aspect';
      readonly planet: Planet;
      readonly other: Planet;
      readonly quality: Quality;
      readonly house: number;
    }
  | { readonly reason: 'transit'; readonly transit: Transit }
);

interface MonthlyFacts extends SlowFacts {
  readonly month: string;
  readonly new_moon?: Lunation;
  readonly full_moon?: Lunation;
  /** The house of each planet that a month is told by. */
  readonly planet_houses: readonly { readonly planet: Planet; readonly house: number }[];
  /** The houses of the month's themes: from the rising sign where it is known. */
  readonly theme_houses: readonly number[];
  readonly retrograde: readonly Planet[];
  /** Eclipses, stations and ingresses of the month, what matters most to the sign first. */
  readonly events: readonly EventFacts[];
  readonly key_dates: readonly KeyDate[];
  /** Of a person whose date of birth is known. */
  readonly birth?: BirthFacts;
}

const told: readonly Planet[] = ['mercury', 'venus', 'mars', 'jupiter', 'saturn'];
/** The fewest words of the overview. */
const SHORTEST_OVERVIEW = 60;
const MOST_KEY_DATES = 6;
const THEMES = 3;
/** How many transits to a birth a month is told by; they take the place of what is said to everyone of the sign. */
const TRANSITS = 2;
const ofSign: ReadonlySet<string> = new Set(['slow.sign', 'slow.sun', 'monthly.open']);

/** What a month's sky means for one person. */
function monthlyFacts(days: readonly SkyDay[], month: string, subject: Subject): MonthlyFacts {
  const middle = days[Math.floor(days.length / 2)];
  if (!middle) throw new RangeError('a month has days');
  const moons = moonEvents(days);
  const lunation = (phase: string): Lunation | undefined => {
    const event = moons.find((one) => one.phase === phase);
    return event && { date: event.date, house: houseOf(event.sign, subject.sign) };
  };
  const birth = birthFacts(days, subject);
  const newMoon = lunation('new_moon');
  const fullMoon = lunation('full_moon');
  const ofThemes = [
    middle.signs.get('sun'),
    ...moons.flatMap(({ phase, sign }) => (phase === 'new_moon' || phase === 'full_moon' ? [sign] : [])),
    middle.signs.get('venus'),
    middle.signs.get('mars'),
  ].flatMap((sign) => (sign === undefined ? [] : [houseOf(sign, subject.rising ?? subject.sign)]));
  const events = eventFacts(eventsOfMonth(month), subject.sign);
  return {
    ...slowFacts(middle, subject),
    month,
    ...(newMoon && { new_moon: newMoon }),
    ...(fullMoon && { full_moon: fullMoon }),
    planet_houses: told.map((planet) => ({
      planet,
      house: houseOf(middle.signs.get(planet) ?? subject.sign, subject.sign),
    })),
    theme_houses: [...new Set(ofThemes)].slice(0, THEMES),
    retrograde: [...new Set(days.flatMap(({ retrograde }) => [...retrograde]))],
    events,
    key_dates: keyDates(days, subject, birth, events),
    ...(birth && { birth }),
  };
}

/** Chooses the days that matter most to a sign or a birth, each for its strongest reason. */
function keyDates(
  days: readonly SkyDay[],
  subject: Subject,
  birth: BirthFacts | undefined,
  events: readonly EventFacts[],
): KeyDate[] {
  const { sign } = subject;
  const ruler = rulerOf(sign);
  const weighed: { readonly weight: number; readonly key: KeyDate }[] = events.map((event) => ({
    weight: eventWeight(event, sign),
    key: { date: event.date, reason: 'event', event },
  }));
  for (const { phase, date, sign: of } of moonEvents(days)) {
    if (phase === 'new_moon' || phase === 'full_moon') {
      weighed.push({ weight: 62, key: { date, reason: phase, house: houseOf(of, sign) } });
    }
  }
  const ranked = [...days].sort((one, other) => scoreOf(other, subject) - scoreOf(one, subject));
  const best = ranked.find((day) => toneOf(day, subject) === 'good');
  const hardest = ranked.findLast((day) => toneOf(day, subject) === 'hard');
  const moonHouse = (day: SkyDay): number => houseOf(day.signs.get('moon') ?? sign, sign);
  if (best) weighed.push({ weight: 64, key: { date: best.date, reason: 'best', house: moonHouse(best) } });
  if (hardest) weighed.push({ weight: 63, key: { date: hardest.date, reason: 'hardest', house: moonHouse(hardest) } });
  for (const transit of differentTransits(birth?.transits ?? []).slice(0, TRANSITS)) {
    weighed.push({ weight: 80, key: { date: transit.date, reason: 'transit', transit } });
  }
  for (const { a: planet, b: other, date, ...aspect } of planetEvents(days)) {
    const house = houseOf(skyOfDay(date).signs.get(planet) ?? sign, sign);
    const weight = planet === ruler || other === ruler ? 40 : 15;
    weighed.push({ weight, key: { date, reason: 'aspect', planet, other, quality: qualityOf(aspect), house } });
  }
  const chosen = new Map<string, KeyDate>();
  for (const { key } of weighed.sort((one, other) => other.weight - one.weight)) {
    if (chosen.size < MOST_KEY_DATES && !chosen.has(key.date)) chosen.set(key.date, key);
  }
  return [...chosen.values()].sort((one, other) => (one.date < other.date ? -1 : 1));
}

/** The sentence that names a key date and why it matters. */
function reasonOf(key: KeyDate, words: Words): string {
  const when = words.on(key.date);
  if (key.reason === 'event') return eventLine(words, key.event, when);
  if (key.reason === 'transit') {
    const { planet, point, quality } = key.transit;
    return words.say('birth.transit', {
      facts: { planet, quality },
      slots: { point: words.name(`natal.${point}`), when },
    });
  }
  const slots = { when, topic: topicOf(words, key.house, key.date) };
  if (key.reason === 'aspect') {
    const [planet, other] = [key.planet, key.other].map((one) => words.name(`planet.${one}`));
    return words.say('event.aspect', { facts: { quality: key.quality }, slots: { ...slots, planet, other } });
  }
  if (key.reason === 'best' || key.reason === 'hardest')
    return words.say('event.day', { facts: { day: key.reason }, slots });
  return words.say('event.moon', { facts: { phase: key.reason }, slots });
}

const plans: readonly (readonly string[])[] = [
  ['monthly.new', 'monthly.full', 'slow.sign', 'slow.sun'],
  ['monthly.open', 'monthly.new', 'monthly.full', 'slow.sign'],
  ['slow.sign', 'monthly.full', 'monthly.new', 'monthly.open'],
];

const lunations = { 'monthly.new': 'new_moon', 'monthly.full': 'full_moon' } as const;

/** Composes the overview: the month's subject, its new and full moon, which may be eclipses, then the rest. */
function overview(facts: MonthlyFacts, words: Words): string {
  const ofBirth = facts.birth ? birthLines(words, facts.birth, TRANSITS, 'date') : [];
  const open = words.say('monthly.start', {
    slots: { topic: topicOf(words, facts.sun_house, facts.new_moon?.date ?? `${facts.month}-01`) },
  });
  const plan = words.pick(plans).filter((move) => ofBirth.length < 2 || !ofSign.has(move));
  const said = plan.map((move) => {
    if (move !== 'monthly.new' && move !== 'monthly.full') return words.say(move);
    const lunation = facts[lunations[move]];
    if (!lunation) return undefined;
    const eclipse = facts.events.find(({ type, date }) => type === 'eclipse' && date === lunation.date);
    if (eclipse) return eventLine(words, eclipse, words.on(eclipse.date));
    return words.say(move, { facts: { house: lunation.house }, slots: { date: words.day(lunation.date) } });
  });
  const told = [open, ...said.filter((line) => line !== undefined), ...ofBirth].join(' ');
  return lengthen(words, told, 'slow.sign', SHORTEST_OVERVIEW);
}

/** Number of stations and ingresses that the influences name. */
const TOLD_EVENTS = 2;

/** The stations and ingresses that matter most, then slow planets and fast ones, of a birth one planet and what else touches it. */
function influences(facts: MonthlyFacts, words: Words): string {
  const events = facts.events
    .filter(({ type }) => type !== 'eclipse')
    .slice(0, TOLD_EVENTS)
    .sort((one, other) => (one.date < other.date ? -1 : 1))
    .map((event) => eventLine(words, event, words.on(event.date)));
  const [first, second] = words.shuffle(facts.planet_houses.slice(0, 3));
  const ofBirth = facts.birth ? transitLines(words, facts.birth, [TRANSITS, 2 * TRANSITS], 'date') : [];
  const [jupiter, saturn] = facts.planet_houses.slice(3);
  const chosen =
    ofBirth.length > 0 ? [first] : events.length < TOLD_EVENTS ? [first, second, jupiter, saturn] : [jupiter, saturn];
  const lines = chosen.flatMap((one) => (one ? [words.say('monthly.planet', { facts: { ...one } })] : []));
  const backwards =
    events.length < TOLD_EVENTS ? words.find('monthly.retrograde', { facts: { planet: facts.retrograde } }) : undefined;
  return [...events, ...lines, ...ofBirth, ...(backwards ? [backwards] : [])].join(' ');
}

/** An eclipse is a theme of its own. */
function themes({ theme_houses, events }: MonthlyFacts, words: Words): string[] {
  const eclipse = events.find(({ type }) => type === 'eclipse')?.eclipse;
  const houses = theme_houses.map((house) => words.say('monthly.theme', { facts: { house } }));
  return eclipse ? [words.name(`eclipse.${eclipse}`, 1), ...houses] : houses;
}
