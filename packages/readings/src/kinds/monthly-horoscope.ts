import type { Composition } from '../compose/compose.js';
import { lengthen, type Words } from '../compose/words.js';
import type { BirthFacts, EventFacts, Planet, Quality, SlowFacts, Transit } from '../facts.js';
import { sayBirth, sayTransits } from './birth-lines.js';
import { findTopic, sayEvent } from './event-lines.js';
import { signTurn, slowConditions, writeAreas } from './slow-planets.js';

export interface Lunation {
  readonly date: string;
  readonly house: number;
}

/** A day of importance to a sign or a birth, and the reason. */
export type KeyDate = { readonly date: string } & (
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

export interface MonthlyFacts extends SlowFacts {
  readonly month: string;
  readonly new_moon?: Lunation;
  readonly full_moon?: Lunation;
  /** Houses of the planets that the texts may name, fast ones first. */
  readonly planet_houses: readonly { readonly planet: Planet; readonly house: number }[];
  /** Houses of the month's themes, counted from the rising sign where it is known. */
  readonly theme_houses: readonly number[];
  readonly retrograde: readonly Planet[];
  /** Eclipses, stations and ingresses of the month, the most important to the sign first. */
  readonly events: readonly EventFacts[];
  readonly key_dates: readonly KeyDate[];
  /** Present if the date of birth is known. */
  readonly birth?: BirthFacts;
}

/** Minimum number of words of the overview. */
const SHORTEST_OVERVIEW = 60;
/** Number of transits to a birth that the overview names, in place of lines on the sign. */
const TRANSITS = 2;
const MOVES_OF_SIGN: ReadonlySet<string> = new Set(['slow.sign', 'slow.sun', 'monthly.open']);

export const buildComposition = (facts: MonthlyFacts): Composition => ({
  facts: slowConditions(facts),
  seed: `monthly ${facts.sign} ${facts.month} ${facts.birth_date ?? ''}`,
  series: {
    of: facts.birth_date === undefined ? 'monthly' : `monthly ${facts.sign} ${facts.birth_date}`,
    // Each sign at a place of its own in one order, so that no two draw the same line.
    turn:
      Number(facts.month.slice(0, 4)) * 12 +
      Number(facts.month.slice(5)) +
      (facts.birth_date === undefined ? signTurn(facts.sign) : 0),
  },
});

export const writeTexts = (facts: MonthlyFacts, words: Words) => ({
  overview: writeOverview(facts, words),
  ...writeAreas(words, facts),
  planetary_influences: writeInfluences(facts, words),
  key_dates: facts.key_dates.map(({ date }) => date),
  key_date_reasons: facts.key_dates.map((one) => sayReason(one, words)),
  themes: nameThemes(facts, words),
});

/** Says the line that names a key date and its reason. */
function sayReason(key: KeyDate, words: Words): string {
  const when = words.on(key.date);
  if (key.reason === 'event') return sayEvent(words, key.event, when);
  if (key.reason === 'transit') {
    const { planet, point, quality } = key.transit;
    return words.say('birth.transit', {
      facts: { planet, quality },
      slots: { point: words.name(`natal.${point}`), when },
    });
  }
  const slots = { when, topic: findTopic(words, key.house, key.date) };
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

/** Writes the overview: the month's subject, its new and full moon, which may be eclipses, then the rest. */
function writeOverview(facts: MonthlyFacts, words: Words): string {
  const ofBirth = facts.birth ? sayBirth(words, facts.birth, TRANSITS, 'date') : [];
  const open = words.say('monthly.start', {
    slots: { topic: findTopic(words, facts.sun_house, facts.new_moon?.date ?? `${facts.month}-01`) },
  });
  const plan = words.pick(plans).filter((move) => ofBirth.length < 2 || !MOVES_OF_SIGN.has(move));
  const said = plan.map((move) => {
    if (move !== 'monthly.new' && move !== 'monthly.full') return words.say(move);
    const lunation = facts[lunations[move]];
    if (!lunation) return undefined;
    const eclipse = facts.events.find(({ type, date }) => type === 'eclipse' && date === lunation.date);
    if (eclipse) return sayEvent(words, eclipse, words.on(eclipse.date));
    return words.say(move, { facts: { house: lunation.house }, slots: { date: words.day(lunation.date) } });
  });
  const told = [open, ...said.filter((line) => line !== undefined), ...ofBirth].join(' ');
  return lengthen(words, told, 'slow.sign', SHORTEST_OVERVIEW);
}

/** Number of stations and ingresses that the influences name. */
const NAMED_EVENTS = 2;

/** Writes the most important stations and ingresses, then slow and fast planets; for a birth, one planet and further transits. */
function writeInfluences(facts: MonthlyFacts, words: Words): string {
  const events = facts.events
    .filter(({ type }) => type !== 'eclipse')
    .slice(0, NAMED_EVENTS)
    .sort((one, other) => (one.date < other.date ? -1 : 1))
    .map((event) => sayEvent(words, event, words.on(event.date)));
  const [first, second] = words.shuffle(facts.planet_houses.slice(0, 3));
  const ofBirth = facts.birth ? sayTransits(words, facts.birth, [TRANSITS, 2 * TRANSITS], 'date') : [];
  const [jupiter, saturn] = facts.planet_houses.slice(3);
  const chosen =
    ofBirth.length > 0 ? [first] : events.length < NAMED_EVENTS ? [first, second, jupiter, saturn] : [jupiter, saturn];
  const lines = chosen.flatMap((one) => (one ? [words.say('monthly.planet', { facts: { ...one } })] : []));
  const backwards =
    events.length < NAMED_EVENTS
      ? words.find('monthly.retrograde', { facts: { planet: facts.retrograde } })
      : undefined;
  return [...events, ...lines, ...ofBirth, ...(backwards ? [backwards] : [])].join(' ');
}

/** Names the themes. An eclipse is a theme of its own. */
function nameThemes({ theme_houses, events }: MonthlyFacts, words: Words): string[] {
  const eclipse = events.find(({ type }) => type === 'eclipse')?.eclipse;
  const houses = theme_houses.map((house) => words.say('monthly.theme', { facts: { house } }));
  return eclipse ? [words.name(`eclipse.${eclipse}`, 1), ...houses] : houses;
}
