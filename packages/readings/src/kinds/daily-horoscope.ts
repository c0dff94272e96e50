import type { Composition } from '../compose/compose.js';
import { countWords, type Names, SHORTEST_AREA, type Words } from '../compose/words.js';
import type { EventFacts, MinorFacts, Planet, Quality, Sign } from '../facts.js';
import { findTopic, sayEvent } from './event-lines.js';
import { findElement, signIndex } from './zodiac.js';

/** Tone of a day for a person. */
export type Tone = 'good' | 'even' | 'hard';

/** Facts of a day for a person. */
export interface DailyFacts extends MinorFacts {
  readonly date: string;
  readonly day_number: number;
  /** Counts the days on which the moon is in its sign, from one month to the next. */
  readonly moon_turn: number;
  /** Counts the months of the moon. */
  readonly moon_month: number;
  readonly sign: Sign;
  readonly moon: Sign;
  /** House of the moon, counted from the sign. */
  readonly house: number;
  /** First noon on which the moon is in another sign, and that sign and house. */
  readonly next_day: string;
  readonly next_sign: Sign;
  readonly next_house: number;
  readonly venus_house: number;
  readonly mars_house: number;
  readonly sun_house: number;
  /** Tone of the day: the week's best day is good, its hardest is hard. */
  readonly tone: Tone;
  /** Eclipses, stations and ingresses of the day, the most important to the sign first. */
  readonly events: readonly EventFacts[];
  /** Aspect of the moon that the text may name: planet and quality, e.g. `venus-soft`, or `none` if it has none. */
  readonly aspect?: string;
  /** Counts the aspects of this kind between the moon and that planet. */
  readonly aspect_turn?: number;
  readonly phase: string;
  /** The principal phase that is next, today's included, and in how many days it comes. */
  readonly next_phase: string;
  readonly days_to_phase: number;
  /** Counts that phase from month to month. */
  readonly phase_turn: number;
  readonly retrograde: readonly Planet[];
  /** The same in every language. */
  readonly lucky_number: number;
  readonly birth_date?: string;
  /** Aspect of the moon to the sun of the birth. */
  readonly natal?: Quality | 'none';
  /** Counts the aspects of this kind. */
  readonly natal_turn?: number;
  /** House of the moon, counted from the rising sign; only with a time and a place of birth. */
  readonly rising_house?: number;
  /** The sign of the moon at the birth; only with a time of birth. */
  readonly natal_moon?: Sign;
  /** Relation of the moon's sign to that. */
  readonly natal_moon_relation?: MoonRelation;
}

export type MoonRelation = 'same' | 'kind' | 'tense' | 'strange';

/** Minimum number of words of the general text. */
const SHORTEST_GENERAL = 60;

export const buildComposition = (facts: DailyFacts, names: Names): Composition => ({
  facts: {
    ...facts,
    events: undefined,
    planet: facts.retrograde,
    element: findElement(facts.sign),
    relation: facts.natal_moon_relation,
  },
  slots: {
    topic: findTopic(names, facts.house, facts.date),
    moon_in: names.name(`in.${facts.moon}`),
    natal_in: facts.natal_moon && names.name(`in.${facts.natal_moon}`),
    next_in: names.name(`in.${facts.next_sign}`),
    next_day: names.day(facts.next_day),
    in_days: names.inDays(facts.days_to_phase),
  },
  seed: `daily ${facts.sign} ${facts.date} ${facts.birth_date ?? ''} ${facts.rising_house ?? ''} ${facts.natal_moon ?? ''}`,
  series: { of: `daily ${seriesFor(facts)}`, turn: facts.day_number + offsetFor(facts) },
});

export const writeTexts = (facts: DailyFacts, words: Words) => {
  const { always, apart, rarely } = requestLines(facts, words);
  // Gives each day another line on the next phase, and the same line not before a month and three days.
  const phaseTurn = 3 * facts.phase_turn + facts.days_to_phase;
  const ofBirth = () => (facts.natal_moon ? words.say('birth.today', { turn: facts.day_number }) : undefined);
  return {
    general: writeGeneral(facts, words),
    love: fillArea([
      () => always(facts.minor ? 'minor.love' : 'plain.love'),
      ofBirth,
      () => rarely('daily.love.venus'),
      () => always('daily.love.house'),
      () => apart('daily.love.moon'),
      () => rarely('daily.love.sign'),
      () => rarely('slow.love'),
      () => rarely('slow.love.element'),
      () => apart('daily.love.phase', phaseTurn),
      () => apart('daily.love.moon', facts.moon_turn + SIGNS / 2),
      () => words.find('daily.love.phase', { turn: phaseTurn }),
    ]),
    career: fillArea([
      () => always('plain.career'),
      () => always('daily.career.house'),
      () => rarely('daily.career.sign'),
      () => apart('daily.career.moon'),
      () => rarely('slow.work'),
      () => rarely('slow.work.element'),
      () => apart('daily.career.phase', phaseTurn),
      () => apart('daily.career.moon', facts.moon_turn + SIGNS / 2),
      () => words.find('daily.career.phase', { turn: phaseTurn }),
    ]),
    health: fillArea([
      () => always('plain.health'),
      () => rarely('daily.health.sign'),
      () => apart('daily.health.moon'),
      () => always('daily.health.house'),
      () => rarely('slow.health'),
      () => apart('daily.health.phase', phaseTurn),
      () => apart('daily.health.moon', facts.moon_turn + SIGNS / 2),
      () => words.find('daily.health.phase', { turn: phaseTurn }),
    ]),
    lucky_color: always('daily.color'),
    lucky_number: facts.lucky_number,
    mood: words.say('daily.mood', { facts: { element: findElement(facts.moon), tone: MOODS[facts.tone] } }),
  };
};

/** Number of days after which a line that is true for months may come back. */
const REST_DAYS = 45;

/** Number of signs that share the facts of a day. */
const SIGNS = 12;

/** Offset of a sign in the order of lines that all signs share, so that no two say the same line on a day. A birth has its own order. */
const offsetFor = ({ sign, birth_date }: DailyFacts): number => (birth_date === undefined ? signIndex(sign) : 0);

const seriesFor = ({ sign, birth_date }: DailyFacts): string =>
  birth_date === undefined ? '' : `${sign} ${birth_date}`;

/** Returns functions that request lines in turn: by the visits of the moon to a sign, or by the day. */
function requestLines(facts: DailyFacts, words: Words) {
  const turn = facts.moon_turn + offsetFor(facts);
  return {
    always: (move: string): string => words.say(move, { turn }),
    /** A line on facts that all signs share, which no other sign says on that day, if there are enough lines. */
    apart: (move: string, at: number = facts.moon_turn): string | undefined =>
      words.find(move, { turn: at + offsetFor(facts), rest: SIGNS }),
    rarely: (move: string): string | undefined => words.find(move, { rest: REST_DAYS }),
  };
}

/** Returns the first of the lines, and more as long as the text is too short. */
function fillArea(lines: readonly (() => string | undefined)[]): string {
  const said: string[] = [];
  for (const line of lines) {
    if (countWords(said.join(' ')) >= SHORTEST_AREA) break;
    const text = line();
    if (text !== undefined) said.push(text);
  }
  return said.join(' ');
}

/** Orders of the moves after the first sentence. */
const PLANS: readonly (readonly string[])[] = [
  ['house', 'aspect', 'scene', 'caution', 'action'],
  ['house', 'scene', 'aspect', 'caution', 'action'],
  ['aspect', 'house', 'scene', 'caution', 'action'],
  ['house', 'caution', 'aspect', 'scene', 'action'],
  ['aspect', 'scene', 'house', 'caution', 'action'],
  ['house', 'action', 'aspect', 'scene', 'caution'],
];

/** Writes the plain sense of the day first, then an event of the sky or a phase of the moon, then the rest. */
function writeGeneral(facts: DailyFacts, words: Words): string {
  const { always, apart, rarely } = requestLines(facts, words);
  const [event] = facts.events;
  const hasPhase = facts.days_to_phase === 0 && event?.type !== 'eclipse';
  const isFull = event !== undefined || hasPhase;
  let hasScene = false;
  const sceneOfHouse = (): string | undefined => {
    if (hasScene) return undefined;
    hasScene = true;
    return always('daily.scene.house');
  };
  const moves: Readonly<Record<string, () => string | undefined>> = {
    open: () => words.say('daily.open'),
    event: () => event && sayEvent(words, event, words.name('on.today')),
    phase: () => (hasPhase ? (apart('daily.phase', facts.moon_month) ?? words.say('daily.phase')) : undefined),
    house: () => always('daily.house'),
    aspect: () => apart('daily.aspect', facts.aspect_turn ?? facts.day_number),
    scene: () => (isFull || facts.rising_house ? undefined : (rarely('daily.scene') ?? sceneOfHouse())),
    caution: () =>
      findNatalLine(facts, words) ??
      rarely('daily.retrograde') ??
      rarely('daily.caution') ??
      apart('daily.caution.moon'),
    action: () => always('daily.action'),
    rising: () => (facts.rising_house ? always('daily.rising') : undefined),
  };
  const plan = ['open', 'event', 'phase', 'rising', ...words.pick(PLANS)];
  const said = plan.map((move) => moves[move]?.()).filter((line) => line !== undefined);
  const more = [sceneOfHouse, () => always('daily.next')];
  for (const line of more) if (countWords(said.join(' ')) < SHORTEST_GENERAL) said.splice(-1, 0, line() ?? '');
  return said.filter(Boolean).join(' ');
}

/** Finds a line on the moon's aspect to the sun of the birth that suits the tone of the day; without an aspect, a rare line. */
function findNatalLine({ natal, natal_turn, tone }: DailyFacts, words: Words): string | undefined {
  if (natal === undefined || (natal === 'hard' && tone === 'good') || (natal === 'soft' && tone === 'hard'))
    return undefined;
  return words.find('daily.natal', natal_turn === undefined ? { rest: REST_DAYS } : { turn: natal_turn });
}

const MOODS: Readonly<Record<Tone, 'soft' | 'hard' | 'calm'>> = { good: 'soft', even: 'calm', hard: 'hard' };
