import { dailyHoroscope } from '../../shared/contract/catalogue/horoscope.js';
import { horoscope, today } from '../lib/readings/reading.js';
import { dayAfter, qualityOf, type SkyDay, skyOfDay } from '../lib/sky/days.js';
import { birthPoints, type Subject, subjectOf } from '../lib/sky/natal-chart.js';
import { aspectBetween } from '../lib/sky/positions.js';
import { around, elementOf, houseOf, type Planet, rulerOf, type Sign, signIndex } from '../lib/sky/zodiac.js';
import { randomFrom } from '../lib/writing/random.js';
import { paragraph, type Words } from '../lib/writing/words.js';

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
    slots: { moon_in: names.name(`in.${facts.moon}`) },
    seed: `daily ${facts.sign} ${facts.date} ${facts.birth_date ?? ''} ${facts.rising_house ?? ''}`,
    // Signs take different thirds on one day, as each of them does on consecutive days.
    turn: facts.day_number + signIndex(facts.sign),
  }),
  compose: (facts, words) => ({
    general: paragraph(words, generalPlan(facts, words), 'slow.sign', SHORTEST_GENERAL),
    love: paragraph(
      words,
      [words.chance(0.5) ? 'daily.love.venus' : 'daily.love.moon', 'daily.love.sign'],
      'slow.love.element',
    ),
    career: paragraph(words, ['daily.career.house', 'daily.career.sign'], 'slow.work.element'),
    health: paragraph(words, ['daily.health.moon', 'daily.health.sign'], 'slow.health'),
    lucky_color: words.say('daily.color'),
    lucky_number: facts.lucky_number,
    mood: words.say('daily.mood', { facts: { element: elementOf(facts.moon) } }),
  }),
});

interface DailyFacts {
  readonly date: string;
  readonly day_number: number;
  readonly sign: Sign;
  readonly moon: Sign;
  /** The moon's house when the sign is the first. */
  readonly house: number;
  readonly venus_house: number;
  /** What the moon meets: planet and quality, e.g. `venus-soft`, or `none`. */
  readonly aspect: string;
  readonly phase: string;
  readonly retrograde: readonly Planet[];
  /** The same in every language. */
  readonly lucky_number: number;
  readonly birth_date?: string;
  /** How the moon stands to the sun of the birth. */
  readonly natal?: 'meet' | 'soft' | 'hard' | 'none';
  /** The moon's house when the rising sign is the first, on the day the moon comes into it. */
  readonly rising_house?: number;
}

const LUCKY_NUMBERS = 49;

/** What one day's sky means for one person. */
function dailyFacts(sky: SkyDay, subject: Subject): DailyFacts {
  const moon = sky.signs.get('moon') ?? subject.sign;
  return {
    date: sky.date,
    day_number: sky.number,
    sign: subject.sign,
    moon,
    house: houseOf(moon, subject.sign),
    venus_house: houseOf(sky.signs.get('venus') ?? subject.sign, subject.sign),
    aspect: moonAspect(sky, subject.sign),
    phase: sky.phase,
    retrograde: [...sky.retrograde],
    lucky_number: randomFrom(`lucky ${subject.sign} ${sky.date} ${subject.birthDate ?? ''}`).between(1, LUCKY_NUMBERS),
    ...(subject.birthDate === undefined ? {} : { birth_date: subject.birthDate }),
    ...(subject.natalSun === undefined ? {} : { natal: natalAspect(sky, subject.natalSun) }),
    ...(subject.rising === undefined || !hasEntered(sky) ? {} : { rising_house: houseOf(moon, subject.rising) }),
  };
}

/** Whether the moon has come into its sign since the day before. */
const hasEntered = (sky: SkyDay): boolean =>
  skyOfDay(dayAfter(sky.date, -1)).signs.get('moon') !== sky.signs.get('moon');

/** The aspect of the moon that concerns a sign most: with its ruler, else signs take turns among those there are. */
function moonAspect(sky: SkyDay, sign: Sign): string {
  const met = sky.aspects
    .filter(({ a, b }) => a === 'moon' || b === 'moon')
    .map((aspect) => ({ planet: aspect.a === 'moon' ? aspect.b : aspect.a, quality: qualityOf(aspect) }));
  if (met.length === 0) return 'none';
  const chosen = met.find(({ planet }) => planet === rulerOf(sign)) ?? around(met, signIndex(sign) + sky.number);
  return `${chosen.planet}-${chosen.quality}`;
}

function natalAspect(sky: SkyDay, natalSun: number): 'meet' | 'soft' | 'hard' | 'none' {
  const found = aspectBetween(sky.longitudes.get('moon') ?? 0, natalSun);
  return found ? qualityOf({ a: 'moon', b: 'sun', ...found }) : 'none';
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

const RETROGRADE_SHARE = 0.3;
/** Most days the moon does not touch the sun of a birth: said each time, it would be said nearly every day. */
const UNTOUCHED_SHARE = 0.25;

const principal = ['new_moon', 'first_quarter', 'full_moon', 'last_quarter'];

/** The moves of the general text: a principal phase comes early, a retrograde or the birth chart take a caution's place. */
function generalPlan(facts: DailyFacts, words: Words): string[] {
  const plan = [...words.pick(plans)];
  const swapCaution = (move: string): void => {
    plan[plan.indexOf('caution')] = move;
  };
  if (facts.natal && (facts.natal !== 'none' || words.chance(UNTOUCHED_SHARE))) swapCaution('natal');
  else if (facts.retrograde.length > 0 && words.chance(RETROGRADE_SHARE)) {
    swapCaution('retrograde');
  }
  if (facts.rising_house) plan.splice(2, 0, 'rising');
  if (principal.includes(facts.phase)) plan.splice(words.between(0, 2), 0, 'phase');
  return plan.map((move) => `daily.${move}`);
}

const toneOf = (aspect: string): 'soft' | 'hard' | 'calm' => {
  if (aspect === 'none') return 'calm';
  return aspect.endsWith('hard') ? 'hard' : 'soft';
};
