import type { Composition } from '../compose/compose.js';
import { lengthen, type Words } from '../compose/words.js';
import type { BirthFacts, EventFacts, Planet, Quality, SlowFacts, Transit } from '../facts.js';
import { birthLines, transitLines } from './birth-lines.js';
import { eventLine, topicOf } from './event-lines.js';
import { areasOfLife, signTurn, slowTheme } from './slow-planets.js';

export interface Lunation {
  readonly date: string;
  readonly house: number;
}

/** A day that matters to a sign or a birth, and why. */
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

/** The fewest words of the overview. */
const SHORTEST_OVERVIEW = 60;
/** How many transits to a birth a month is told by; they take the place of what is said to everyone of the sign. */
const TRANSITS = 2;
const ofSign: ReadonlySet<string> = new Set(['slow.sign', 'slow.sun', 'monthly.open']);

export const buildComposition = (facts: MonthlyFacts): Composition => ({
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
});

export const writeTexts = (facts: MonthlyFacts, words: Words) => ({
  overview: overview(facts, words),
  ...areasOfLife(words, facts),
  planetary_influences: influences(facts, words),
  key_dates: facts.key_dates.map(({ date }) => date),
  key_date_reasons: facts.key_dates.map((one) => reasonOf(one, words)),
  themes: themes(facts, words),
});

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
