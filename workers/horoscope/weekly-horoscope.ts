import { weeklyHoroscope } from '../../shared/contract/catalogue/horoscope.js';
import { horoscope, today } from '../lib/readings/reading.js';
import {
  dayAfter,
  dayNumber,
  type MoonEvent,
  mondayOf,
  moonEvents,
  planetEvents,
  qualityOf,
  type SkyDay,
  skyOfDays,
} from '../lib/sky/days.js';
import { eventsOfDays } from '../lib/sky/events.js';
import { birthPoints, type Subject, subjectOf } from '../lib/sky/natal-chart.js';
import { houseOf, type Planet } from '../lib/sky/zodiac.js';
import { lengthen, type Words } from '../lib/writing/words.js';
import { type BirthFacts, birthFacts, birthLines, whenOf } from './birth-lines.js';
import { highlightsOf, WEEK_DAYS, WEEK_TRANSITS } from './day-score.js';
import { type EventFacts, eventFacts, eventLine, otherTopicOf, topicOf } from './event-lines.js';
import { areasOfLife, SIGN_TURNS, type SlowFacts, signTurn, slowFacts, slowTheme } from './slow-planets.js';

/** The fewest words of the overview. */
const SHORTEST_OVERVIEW = 60;

export default horoscope(weeklyHoroscope, {
  name: 'weekly_horoscope',
  about:
    'the horoscope of one sign for one week: overview (60 to 120 words), love, career, health (about 40 words each), highlights; each text begins with its plain sense',
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
        week_end: dayAfter(monday, WEEK_DAYS - 1),
        personalized,
        ...birthPoints(subject),
      },
      facts: weeklyFacts(skyOfDays(monday, WEEK_DAYS), subject),
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
      of: facts.birth_date === undefined ? 'weekly' : `weekly ${facts.sign} ${facts.birth_date}`,
      // Each sign at a place of its own in one order, so that no two draw the same line.
      turn:
        Math.round(dayNumber(facts.week_start) / WEEK_DAYS) +
        (facts.birth_date === undefined ? signTurn(facts.sign) : 0),
    },
  }),
  compose: (facts, words) => ({
    overview: overview(facts, words),
    ...areasOfLife(words, facts),
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
  /** Eclipses, stations and ingresses of the week, what matters most to the sign first. */
  readonly events: readonly EventFacts[];
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
  const { best, hardest } = highlightsOf(days, subject);
  const birth = birthFacts(days, subject);
  return {
    ...slowFacts(middle, subject),
    week_start: monday.date,
    ...(event && { moon_event: { phase: event.phase, date: event.date, house: houseOf(event.sign, subject.sign) } }),
    ...(aspect && {
      planet_event: { planet: aspect.a, other: aspect.b, quality: qualityOf(aspect), date: aspect.date },
    }),
    ...(birth && { birth }),
    events: eventFacts(eventsOfDays(days.map(({ date }) => date)), subject.sign),
    best_date: best.date,
    challenging_date: hardest.date,
  };
}

/** New and full moons are heard above quarters. */
const loudest = (events: readonly MoonEvent[]): MoonEvent | undefined =>
  events.find(({ phase }) => phase === 'full_moon' || phase === 'new_moon') ?? events[0];

const plans: readonly (readonly string[])[] = [
  ['moon', 'house', 'event', 'planet', 'sign', 'sun'],
  ['sun', 'moon', 'house', 'event', 'planet', 'sign'],
  ['planet', 'event', 'moon', 'house', 'sun', 'sign'],
  ['sign', 'event', 'moon', 'house', 'sun', 'planet'],
];

/** Composes the overview: the week's subject with its best and hardest day, the moon, the events of the sky, then the rest. */
function overview(facts: WeeklyFacts, words: Words): string {
  const ofBirth = facts.birth ? birthLines(words, facts.birth, WEEK_TRANSITS, 'weekday') : [];
  const { moon_event: moon, planet_event: aspect } = facts;
  const eclipse = facts.events.find(({ type }) => type === 'eclipse');
  const event = facts.events.find(({ type }) => type !== 'eclipse');
  const isFull = ofBirth.length >= 2;
  const moves: Readonly<Record<string, () => string | undefined>> = {
    moon: () => (eclipse ? eventLine(words, eclipse, whenOf(words, eclipse.date, 'weekday')) : moonLine(facts, words)),
    house: () => (isFull || eclipse || !moon ? undefined : words.find('weekly.house')),
    event: () => event && eventLine(words, event, whenOf(words, event.date, 'weekday')),
    planet: () =>
      aspect &&
      words.find('weekly.planet', {
        slots: { weekday: words.weekday(aspect.date), other: words.name(`planet.${aspect.other}`) },
        rest: SIGN_TURNS,
      }),
    sign: () => (isFull || event ? undefined : words.say('slow.sign')),
    sun: () => (isFull || (event && eclipse) ? undefined : words.say('slow.sun')),
  };
  const open = words.say('weekly.open', {
    slots: {
      // A new or full moon of this week names the same house by its other name.
      topic: topicOf(words, moon?.house ?? facts.sun_house, moon?.date ?? facts.week_start),
      best: whenOf(words, facts.best_date, 'weekday'),
      hardest: whenOf(words, facts.challenging_date, 'weekday'),
    },
  });
  const said = words.pick(plans).map((move) => moves[move]?.());
  const told = [open, ...said.filter((line) => line !== undefined), ...ofBirth].join(' ');
  return lengthen(words, told, 'slow.sign', SHORTEST_OVERVIEW);
}

/** The principal phase of the week: a new or full moon by its house where another sign has the general line. */
function moonLine({ moon_event: moon }: WeeklyFacts, words: Words): string {
  if (!moon) return words.find('weekly.event', { rest: SIGN_TURNS }) ?? words.say('slow.sign');
  const general = words.find('weekly.event', { slots: { weekday: words.weekday(moon.date) }, rest: SIGN_TURNS });
  if (general !== undefined) return general;
  if (moon.phase === 'new_moon' || moon.phase === 'full_moon') {
    return words.say('event.moon', {
      slots: { when: whenOf(words, moon.date, 'weekday'), topic: otherTopicOf(words, moon.house, moon.date) },
    });
  }
  return words.say('weekly.event', { slots: { weekday: words.weekday(moon.date) } });
}
