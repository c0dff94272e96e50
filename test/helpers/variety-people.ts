import { chineseAnimals, signs } from '../../shared/contract/catalogue/horoscope-names.js';
import { findChineseYear } from '../../workers/lib/chinese-calendar.js';
import {
  computeLifePath,
  computePersonalDay,
  computePersonalMonth,
  computePersonalYear,
  computeSoulUrge,
  computeSubconsciousSelf,
  expression,
  parseLetters,
  personality,
} from '../../workers/lib/numerology.js';
import { addDays } from '../../workers/lib/sky/days.js';
import { calculateChart } from '../../workers/lib/sky/natal-chart.js';
import type { ReadingInput } from './text-variety.js';

const givenNames =
  'Marie Anton Beatriz Colin Dora Emeka Freya Giorgio Hana Igor Jean Klaus Lucía Mehmet Noor Otis Paula Quentin Rosa'.split(
    ' ',
  );
const familyNames =
  'Müller Okafor Silva Brown Rossi Nakamura Petit Lund Vega Kowalski Dupont Haddad Ivanova Jensen Quispe Tanaka Wolf'.split(
    ' ',
  );
const middleNames = ['Louise', 'Jan', 'Ruth', 'Pio', 'Edda', 'Kofi', 'Uma'];
const cities = ['Lisbon', 'München', 'Osaka', 'Nairobi', 'Lima'];

/** The n-th of many people, born this many days apart. */
const person = (n: number, apart = 631): ReadingInput & { birth_date: string; full_name: string } => ({
  birth_date: addDays('1950-01-09', n * apart),
  birth_time: `${String((n * 5) % 24).padStart(2, '0')}:20`,
  location: cities[n % cities.length],
  full_name: `${givenNames[n % 19]} ${middleNames[n % 7]} ${familyNames[(n * 3) % 17]}`,
  birth_date_a: addDays('1950-01-09', n * 631),
  birth_date_b: addDays('1958-01-09', n * 397),
  date: addDays('2026-01-01', n * 11),
  now: addDays('2026-01-01', n * 11),
});

/** Twenty people, each asking on another day. */
export const people: readonly ReadingInput[] = Array.from({ length: 20 }, (_, n) => person(n));

const many = Array.from({ length: 770 }, (_, n) => person(n * 29, 1));

const MOST = 12;

/** Number of births under each sign that are compared. */
const PAIRED = 8;

/** The day on which people with the same number ask. */
const ONE_DAY = '2026-03-11';

/** Endpoint → a dozen different people who all have this number, and ask on one day. */
export const withNumber = (number: number): Readonly<Record<string, readonly ReadingInput[]>> =>
  Object.fromEntries(
    (
      [
        ['lifepath-number', (one) => computeLifePath(one.birth_date) === number],
        ['expression-number', (one) => expression(parseLetters(one.full_name)) === number],
        ['soul-urge-number', (one) => computeSoulUrge(parseLetters(one.full_name)) === number],
        ['personality-number', (one) => personality(parseLetters(one.full_name)) === number],
        ['subconscious-self-number', (one) => computeSubconsciousSelf(parseLetters(one.full_name)) === number],
        ['numerological-numbers', (one) => computeLifePath(one.birth_date) === number],
        ['personal-day-prediction', (one) => computePersonalDay(one.birth_date, ONE_DAY) === number],
        ['personal-month-prediction', (one) => computePersonalMonth(one.birth_date, ONE_DAY) === number],
        [
          'personal-year-prediction',
          (one) => computePersonalYear(one.birth_date, Number(ONE_DAY.slice(0, 4))) === number,
        ],
      ] as const satisfies readonly (readonly [string, (one: { birth_date: string; full_name: string }) => boolean])[]
    ).map(([name, fits]) => [`numerology/${name}`, pick(fits)]),
  );

export const sameNumber = withNumber(7);

/** People who differ in name and birth alike. */
function pick(fits: (one: ReturnType<typeof person>) => boolean): readonly ReadingInput[] {
  const different = new Map(many.filter(fits).map((one) => [one.full_name, one]));
  return [...different.values()].slice(0, MOST).map(({ date: _, ...one }) => ({ ...one, now: ONE_DAY }));
}

/** Four people born under Leo, in one week's question. */
export const sameSign: readonly ReadingInput[] = [
  { birth_date: '1978-07-26', birth_time: '03:40', location: 'Lisbon', now: '2026-03-11' },
  { birth_date: '1985-08-04', birth_time: '09:15', location: 'Osaka', now: '2026-03-11' },
  { birth_date: '1991-08-11', birth_time: '16:50', location: 'Nairobi', now: '2026-03-11' },
  { birth_date: '2000-08-19', birth_time: '22:05', location: 'Lima', now: '2026-03-11' },
];

const leoBirths = '1968-07-29 1974-08-14 1979-08-02 1985-08-04 1991-08-11 1996-07-27 2000-08-19 2003-08-07'.split(' ');
const aquarianBirths = '1971-02-03 1976-01-27 1982-02-14 1987-02-06 1990-02-11 1993-01-24 1998-02-17 2001-02-01'.split(
  ' ',
);
const horseBirths = '1954-03-20 1966-07-11 1978-11-02 1990-04-09 2002-08-25 1954-09-01 1966-12-06 1978-05-17'.split(
  ' ',
);

/** Births under one sign, as many under another, as many in years of one animal. */
interface Births {
  readonly sign: readonly string[];
  readonly other: readonly string[];
  readonly animal: readonly string[];
}

/** Endpoints, with people of one sign, with and without the time and place of birth, couples of two signs, people of one animal. */
const usedBy = ({
  sign,
  other,
  animal,
}: Births): readonly (readonly [id: string, asked: readonly ReadingInput[]])[] => [
  [
    'horoscope/zodiac-profile',
    sign.map((birth_date, n) => ({
      birth_date,
      birth_time: `${String(n * 3 + 1).padStart(2, '0')}:40`,
      location: cities[n % cities.length],
      now: ONE_DAY,
    })),
  ],
  ['horoscope/zodiac-profile', sign.map((birth_date) => ({ birth_date, now: ONE_DAY }))],
  ['horoscope/compatibility', sign.map((birth_date_a, n) => ({ birth_date_a, birth_date_b: other[n], now: ONE_DAY }))],
  ['horoscope/chinese-zodiac', animal.map((birth_date) => ({ birth_date, now: ONE_DAY }))],
  ['horoscope/chinese-year-forecast', animal.map((birth_date) => ({ birth_date, year: 2026, now: ONE_DAY }))],
];

export const sameSigns = usedBy({ sign: leoBirths, other: aquarianBirths, animal: horseBirths });

const days = Array.from({ length: 900 }, (_, n) => addDays('1950-01-09', n * 29));

/** The same of every sign and every animal. */
export const sameOfEverySign = () => {
  const under = signs.map((sign) => days.filter((birth_date) => calculateChart({ date: birth_date }).sun === sign));
  const daysByAnimal = chineseAnimals.map((animal) => days.filter((date) => findChineseYear(date).animal === animal));
  return signs.flatMap((_, n) =>
    usedBy({
      sign: under[n]?.filter((_, at) => at % 9 === 0).slice(0, PAIRED) ?? [],
      other: under[(n * 5 + 3) % signs.length]?.filter((_, at) => at % 9 === 4).slice(0, PAIRED) ?? [],
      animal: daysByAnimal[n]?.filter((_, at) => at % 9 === 0).slice(0, PAIRED) ?? [],
    }),
  );
};
