import { monthlyHoroscope } from '../../shared/contract/catalogue/horoscope.js';
import { horoscope, today } from '../lib/readings/reading.js';
import type { SkyDay } from '../lib/sky/days.js';
import { moonEvents, planetEvents, skyOfMonth } from '../lib/sky/days.js';
import { birthPoints, type Subject, subjectOf } from '../lib/sky/natal-chart.js';
import { houseOf, type Planet } from '../lib/sky/zodiac.js';
import { lengthen, type Words } from '../lib/writing/words.js';
import { type BirthFacts, birthFacts, birthLines, transitLines } from './birth-lines.js';
import { areasOfLife, type SlowFacts, slowFacts, slowTheme } from './slow-planets.js';

export default horoscope(monthlyHoroscope, {
  name: 'monthly_horoscope',
  about:
    'the horoscope of one sign for one month: overview (60 to 120 words), love, career, health, influences, themes',
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
      of: `monthly ${facts.sign} ${facts.birth_date ?? ''}`,
      turn: Number(facts.month.slice(0, 4)) * 12 + Number(facts.month.slice(5)),
    },
  }),
  compose: (facts, words) => ({
    overview: overview(facts, words),
    ...areasOfLife(words, facts.birth),
    planetary_influences: influences(facts, words),
    key_dates: [...facts.key_dates],
    themes: themes(facts, words),
  }),
});

interface Lunation {
  readonly date: string;
  readonly house: number;
}

interface MonthlyFacts extends SlowFacts {
  readonly month: string;
  readonly new_moon?: Lunation;
  readonly full_moon?: Lunation;
  /** The house of each planet that a month is told by. */
  readonly planet_houses: readonly { readonly planet: Planet; readonly house: number }[];
  /** The houses of the month's themes: from the rising sign where it is known. */
  readonly theme_houses: readonly number[];
  readonly retrograde: readonly Planet[];
  readonly key_dates: readonly string[];
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
  const events = moonEvents(days);
  const lunation = (phase: string): Lunation | undefined => {
    const event = events.find((one) => one.phase === phase);
    return event && { date: event.date, house: houseOf(event.sign, subject.sign) };
  };
  const birth = birthFacts(days, subject);
  const newMoon = lunation('new_moon');
  const fullMoon = lunation('full_moon');
  const ofThemes = [
    middle.signs.get('sun'),
    ...moonEvents(days).flatMap(({ phase, sign }) => (phase === 'new_moon' || phase === 'full_moon' ? [sign] : [])),
    middle.signs.get('venus'),
    middle.signs.get('mars'),
  ].flatMap((sign) => (sign === undefined ? [] : [houseOf(sign, subject.rising ?? subject.sign)]));
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
    key_dates: keyDates(days, birth),
    ...(birth && { birth }),
  };
}

/** New and full moons, the sun's change of sign, what touches the birth, and the closest aspects between planets. */
function keyDates(days: readonly SkyDay[], birth: BirthFacts | undefined): string[] {
  const moons = moonEvents(days).filter(({ phase }) => phase === 'new_moon' || phase === 'full_moon');
  const ingress = days.find((day, index) => index > 0 && day.signs.get('sun') !== days[index - 1]?.signs.get('sun'));
  const dates = new Set([...moons.map(({ date }) => date), ...(ingress ? [ingress.date] : [])]);
  for (const { date } of [...(birth?.transits ?? []).slice(0, TRANSITS), ...planetEvents(days)]) {
    if (dates.size < MOST_KEY_DATES) dates.add(date);
  }
  return [...dates].sort();
}

const plans: readonly (readonly string[])[] = [
  ['monthly.open', 'monthly.new', 'monthly.full', 'slow.sign', 'slow.sun'],
  ['slow.sun', 'monthly.open', 'monthly.new', 'monthly.full', 'slow.sign'],
  ['monthly.open', 'slow.sign', 'monthly.full', 'monthly.new', 'slow.sun'],
];

const lunations = { 'monthly.new': 'new_moon', 'monthly.full': 'full_moon' } as const;

function overview(facts: MonthlyFacts, words: Words): string {
  const ofBirth = facts.birth ? birthLines(words, facts.birth, TRANSITS, 'date') : [];
  const plan = words.pick(plans).filter((move) => ofBirth.length < 2 || !ofSign.has(move));
  const said = plan.map((move) => {
    if (move !== 'monthly.new' && move !== 'monthly.full') return words.say(move);
    const lunation = facts[lunations[move]];
    if (!lunation) return undefined;
    return words.say(move, { facts: { house: lunation.house }, slots: { date: words.day(lunation.date) } });
  });
  const told = [...said.filter((line) => line !== undefined), ...ofBirth].join(' ');
  return lengthen(words, told, 'slow.sign', SHORTEST_OVERVIEW);
}

/** The slow planets and two of the fast ones, of a birth one planet and what else touches it; then what moves backwards. */
function influences(facts: MonthlyFacts, words: Words): string {
  const [first, second] = words.shuffle(facts.planet_houses.slice(0, 3));
  const ofBirth = facts.birth ? transitLines(words, facts.birth, [TRANSITS, 2 * TRANSITS], 'date') : [];
  const chosen = ofBirth.length > 0 ? [first] : [first, second, ...facts.planet_houses.slice(3)];
  const lines = chosen.flatMap((one) => (one ? [words.say('monthly.planet', { facts: { ...one } })] : []));
  const backwards = words.find('monthly.retrograde', { facts: { planet: facts.retrograde } });
  return [...lines, ...ofBirth, ...(backwards ? [backwards] : [])].join(' ');
}

const themes = ({ theme_houses }: MonthlyFacts, words: Words): string[] =>
  theme_houses.map((house) => words.say('monthly.theme', { facts: { house } }));
