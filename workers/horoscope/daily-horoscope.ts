import { dailyHoroscope } from '../../shared/contract/catalogue/horoscope.js';
import { horoscope, today } from '../lib/readings/reading.js';
import { skyOfDay } from '../lib/sky/days.js';
import { MOST_NOONS } from '../lib/sky/moon-turns.js';
import { birthPoints, subjectOf } from '../lib/sky/natal-chart.js';
import { elementOf } from '../lib/sky/zodiac.js';
import { countWords, SHORTEST, type Words } from '../lib/writing/words.js';
import { type DailyFacts, dailyFacts, principal } from './daily-facts.js';

/** The fewest words of the general text. */
const SHORTEST_GENERAL = 60;

export default horoscope(dailyHoroscope, {
  name: 'daily_horoscope',
  about:
    'the horoscope of one sign for one day: general (60 to 120 words), love, career, health, a lucky colour, a mood',
  calculate(input, call) {
    const subject = subjectOf(input);
    const { sign, personalized } = subject;
    const date = input.date ?? today(call);
    return {
      computed: { sign, period: 'daily' as const, date, personalized, ...birthPoints(subject) },
      facts: dailyFacts(skyOfDay(date), subject),
    };
  },
  theme: (facts, names) => ({
    facts: {
      ...facts,
      planet: facts.retrograde,
      element: elementOf(facts.sign),
      tone: toneOf(facts.aspect),
    },
    slots: {
      moon_in: names.name(`in.${facts.moon}`),
      next_in: names.name(`in.${facts.next_sign}`),
      next_day: names.day(facts.next_day),
      in_days: names.inDays(facts.days_to_phase),
    },
    seed: `daily ${facts.sign} ${facts.date} ${facts.birth_date ?? ''} ${facts.rising_house ?? ''}`,
    series: { of: `daily ${facts.sign} ${facts.birth_date ?? ''}`, turn: facts.day_number },
  }),
  compose: (facts, words) => {
    const { always, again, rarely, ahead } = momentsOf(facts, words);
    return {
      general: general(facts, words),
      love: filled([
        () => always('daily.love.moon'),
        () => rarely('daily.love.sign') ?? rarely('daily.love.venus'),
        () => always('daily.love.house'),
        () => rarely('slow.love') ?? rarely('slow.love.element'),
        () => ahead('daily.love.phase'),
        () => again('daily.love.moon'),
      ]),
      career: filled([
        () => always('daily.career.house'),
        () => rarely('daily.career.sign'),
        () => always('daily.career.moon'),
        () => rarely('slow.work') ?? rarely('slow.work.element'),
        () => ahead('daily.career.phase'),
        () => again('daily.career.house'),
      ]),
      health: filled([
        () => always('daily.health.moon'),
        () => rarely('daily.health.sign'),
        () => always('daily.health.house'),
        () => rarely('slow.health'),
        () => ahead('daily.health.phase'),
        () => again('daily.health.moon'),
      ]),
      lucky_color: always('daily.color'),
      lucky_number: facts.lucky_number,
      mood: words.say('daily.mood', { facts: { element: elementOf(facts.moon) } }),
    };
  },
});

/** A line that holds for every day, or for months, comes back after this many days at the earliest. */
const REST_DAYS = 45;

/** How lines are asked for: those that follow the moon by its visits to a sign, the others by the day. */
const momentsOf = ({ moon_turn, phase_turn }: DailyFacts, words: Words) => ({
  always: (move: string): string => words.say(move, { turn: moon_turn }),
  /** The line of the moon's next visit, where today's does not make enough of a text. */
  again: (move: string): string => words.say(move, { turn: moon_turn + MOST_NOONS }),
  rarely: (move: string): string | undefined => words.find(move, { rest: REST_DAYS }),
  /** What tells how far the next phase of the moon is: from month to month another line. */
  ahead: (move: string): string => words.say(move, { turn: phase_turn }),
});

/** Two of the lines, or more while they make too short a text. */
function filled(lines: readonly (() => string | undefined)[]): string {
  const said: string[] = [];
  for (const line of lines) {
    if (said.length >= 2 && countWords(said.join(' ')) >= SHORTEST) break;
    const text = line();
    if (text !== undefined) said.push(text);
  }
  return said.join(' ');
}

/** Orders in which a day can be told. What leads, and whether it is the sky or a scene, changes the whole text. */
const plans: readonly (readonly string[])[] = [
  ['house', 'aspect', 'scene', 'caution', 'action'],
  ['house', 'scene', 'aspect', 'caution', 'action'],
  ['aspect', 'house', 'scene', 'caution', 'action'],
  ['scene', 'house', 'aspect', 'caution', 'action'],
  ['house', 'caution', 'aspect', 'scene', 'action'],
  ['aspect', 'scene', 'house', 'caution', 'action'],
  ['house', 'action', 'aspect', 'scene', 'caution'],
];

/** What is said where nothing rarer is, and of a text that is too short, where it was not said yet. */
const ofEveryDay = ['daily.scene.house', 'daily.caution.moon'];

/** A principal phase comes early, the birth chart or a retrograde planet take a caution's place. */
function general(facts: DailyFacts, words: Words): string {
  const { always, again, rarely } = momentsOf(facts, words);
  const unsaid = new Set(ofEveryDay);
  const usual = (move: string): string => {
    unsaid.delete(move);
    return always(move);
  };
  const moves: Readonly<Record<string, () => string | undefined>> = {
    house: () => always('daily.house'),
    aspect: () => words.say('daily.aspect', facts.aspect_turn === undefined ? {} : { turn: facts.aspect_turn }),
    scene: () => rarely('daily.scene') ?? usual('daily.scene.house'),
    caution: () =>
      ofBirth(facts, words) ?? rarely('daily.retrograde') ?? rarely('daily.caution') ?? usual('daily.caution.moon'),
    action: () => always('daily.action'),
    rising: () => words.say('daily.rising', { turn: monthOf(facts) }),
    phase: () => words.say('daily.phase', { turn: monthOf(facts) }),
  };
  const isPrincipal = principal.includes(facts.phase);
  // A principal phase is what the moon does to the sun: it is not told twice.
  const isTold = isPrincipal && facts.aspect.startsWith('sun-');
  const plan = words.pick(plans).filter((move) => !isTold || move !== 'aspect');
  if (facts.rising_house) plan.splice(2, 0, 'rising');
  if (isPrincipal) plan.splice(words.between(1, 2), 0, 'phase');
  const said = plan.map((move) => moves[move]?.()).filter((line) => line !== undefined);
  const more = [
    ...[...unsaid].map((move) => () => always(move)),
    () => always('daily.next'),
    () => rarely('slow.sun') ?? rarely('slow.sign'),
    () => again('daily.caution.moon'),
    () => again('daily.scene.house'),
  ];
  for (const line of more) if (countWords(said.join(' ')) < SHORTEST_GENERAL) said.splice(-1, 0, line() ?? '');
  return said.filter(Boolean).join(' ');
}

/** Counts the moon's months, for what comes once in each. */
const monthOf = ({ moon_turn }: DailyFacts): number => Math.floor(moon_turn / MOST_NOONS);

/** What the moon does to the sun of the birth. That it does nothing, as on most days, is said now and then. */
function ofBirth({ natal, natal_turn }: DailyFacts, words: Words): string | undefined {
  if (natal === undefined) return undefined;
  return words.find('daily.natal', natal_turn === undefined ? { rest: REST_DAYS } : { turn: natal_turn });
}

const toneOf = (aspect: string): 'soft' | 'hard' | 'calm' => {
  if (aspect === 'none') return 'calm';
  return aspect.endsWith('hard') ? 'hard' : 'soft';
};
