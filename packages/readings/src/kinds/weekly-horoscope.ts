import type { Composition } from '../compose/compose.js';
import { lengthen, type Words } from '../compose/words.js';
import type { BirthFacts, EventFacts, Planet, Quality, SlowFacts } from '../facts.js';
import { formatDay, sayBirth } from './birth-lines.js';
import { dayNumber } from './days.js';
import { findOtherTopic, findTopic, sayEvent } from './event-lines.js';
import { SIGN_TURNS, signTurn, slowConditions, writeAreas } from './slow-planets.js';

export interface WeeklyFacts extends SlowFacts {
  readonly week_start: string;
  /** The principal phase of the moon in this week, with its house for the sign. */
  readonly moon_event?: { readonly phase: string; readonly date: string; readonly house: number };
  /** The most important aspect of this week. */
  readonly planet_event?: {
    readonly planet: Planet;
    readonly other: Planet;
    readonly quality: Quality;
    readonly date: string;
  };
  /** Present if the date of birth is known. */
  readonly birth?: BirthFacts;
  /** Eclipses, stations and ingresses of the week, the most important to the sign first. */
  readonly events: readonly EventFacts[];
  readonly best_date: string;
  readonly challenging_date: string;
}

/** Minimum number of words of the overview. */
const SHORTEST_OVERVIEW = 60;
/** Number of transits to a birth that the overview names. The best and the hardest day are chosen to suit them. */
const TRANSITS = 2;
const WEEK_DAYS = 7;

export const buildComposition = (facts: WeeklyFacts): Composition => ({
  facts: {
    ...slowConditions(facts),
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
      Math.round(dayNumber(facts.week_start) / WEEK_DAYS) + (facts.birth_date === undefined ? signTurn(facts.sign) : 0),
  },
});

export const writeTexts = (facts: WeeklyFacts, words: Words) => ({
  overview: writeOverview(facts, words),
  ...writeAreas(words, facts),
  highlights: {
    best_day: words.weekday(facts.best_date),
    challenging_day: words.weekday(facts.challenging_date),
    focus_area: words.say('slow.focus', { facts: { house: facts.moon_event?.house ?? facts.sun_house } }),
  },
});

const plans: readonly (readonly string[])[] = [
  ['moon', 'house', 'event', 'planet', 'sign', 'sun'],
  ['sun', 'moon', 'house', 'event', 'planet', 'sign'],
  ['planet', 'event', 'moon', 'house', 'sun', 'sign'],
  ['sign', 'event', 'moon', 'house', 'sun', 'planet'],
];

/** Writes the overview: the week's subject with its best and hardest day, the moon, the events of the sky, then the rest. */
function writeOverview(facts: WeeklyFacts, words: Words): string {
  const ofBirth = facts.birth ? sayBirth(words, facts.birth, TRANSITS, 'weekday') : [];
  const { moon_event: moon, planet_event: aspect } = facts;
  const eclipse = facts.events.find(({ type }) => type === 'eclipse');
  const event = facts.events.find(({ type }) => type !== 'eclipse');
  const isFull = ofBirth.length >= 2;
  const moves: Readonly<Record<string, () => string | undefined>> = {
    moon: () =>
      eclipse ? sayEvent(words, eclipse, formatDay(words, eclipse.date, 'weekday')) : sayMoonPhase(facts, words),
    house: () => (isFull || eclipse || !moon ? undefined : words.find('weekly.house')),
    event: () => event && sayEvent(words, event, formatDay(words, event.date, 'weekday')),
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
      topic: findTopic(words, moon?.house ?? facts.sun_house, moon?.date ?? facts.week_start),
      best: formatDay(words, facts.best_date, 'weekday'),
      hardest: formatDay(words, facts.challenging_date, 'weekday'),
    },
  });
  const said = words.pick(plans).map((move) => moves[move]?.());
  const told = [open, ...said.filter((line) => line !== undefined), ...ofBirth].join(' ');
  return lengthen(words, told, 'slow.sign', SHORTEST_OVERVIEW);
}

/** Says a line on the principal phase of the week. If another sign has the general line, one on its house. */
function sayMoonPhase({ moon_event: moon }: WeeklyFacts, words: Words): string {
  if (!moon) return words.find('weekly.event', { rest: SIGN_TURNS }) ?? words.say('slow.sign');
  const general = words.find('weekly.event', { slots: { weekday: words.weekday(moon.date) }, rest: SIGN_TURNS });
  if (general !== undefined) return general;
  if (moon.phase === 'new_moon' || moon.phase === 'full_moon') {
    return words.say('event.moon', {
      slots: { when: formatDay(words, moon.date, 'weekday'), topic: findOtherTopic(words, moon.house, moon.date) },
    });
  }
  return words.say('weekly.event', { slots: { weekday: words.weekday(moon.date) } });
}
