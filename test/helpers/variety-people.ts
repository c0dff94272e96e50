import {
  expression,
  lettersOf,
  lifePath,
  personalDay,
  personality,
  personalMonth,
  personalYear,
  soulUrge,
  subconsciousSelf,
} from '../../workers/lib/numerology.js';
import { dayAfter } from '../../workers/lib/sky/days.js';
import type { Asked } from './variety.js';

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
const person = (n: number, apart = 631): Asked & { birth_date: string; full_name: string } => ({
  birth_date: dayAfter('1950-01-09', n * apart),
  birth_time: `${String((n * 5) % 24).padStart(2, '0')}:20`,
  location: cities[n % cities.length],
  full_name: `${givenNames[n % 19]} ${middleNames[n % 7]} ${familyNames[(n * 3) % 17]}`,
  birth_date_a: dayAfter('1950-01-09', n * 631),
  birth_date_b: dayAfter('1958-01-09', n * 397),
  date: dayAfter('2026-01-01', n * 11),
  now: dayAfter('2026-01-01', n * 11),
});

/** Twenty people, each asking on another day. */
export const people: readonly Asked[] = Array.from({ length: 20 }, (_, n) => person(n));

const many = Array.from({ length: 770 }, (_, n) => person(n * 29, 1));

const MOST = 12;

/** The day on which people with the same number ask. */
const ONE_DAY = '2026-03-11';

/** Endpoint → a dozen different people who all have the number 7, and ask on one day. */
export const sameNumber: Readonly<Record<string, readonly Asked[]>> = Object.fromEntries(
  (
    [
      ['lifepath-number', (one) => lifePath(one.birth_date) === 7],
      ['expression-number', (one) => expression(lettersOf(one.full_name)) === 7],
      ['soul-urge-number', (one) => soulUrge(lettersOf(one.full_name)) === 7],
      ['personality-number', (one) => personality(lettersOf(one.full_name)) === 7],
      ['subconscious-self-number', (one) => subconsciousSelf(lettersOf(one.full_name)) === 7],
      ['numerological-numbers', (one) => lifePath(one.birth_date) === 7],
      ['personal-day-prediction', (one) => personalDay(one.birth_date, ONE_DAY) === 7],
      ['personal-month-prediction', (one) => personalMonth(one.birth_date, ONE_DAY) === 7],
      ['personal-year-prediction', (one) => personalYear(one.birth_date, Number(ONE_DAY.slice(0, 4))) === 7],
    ] as const satisfies readonly (readonly [string, (one: { birth_date: string; full_name: string }) => boolean])[]
  ).map(([name, fits]) => [`numerology/${name}`, pick(fits)]),
);

/** People who differ in name and birth alike. */
function pick(fits: (one: ReturnType<typeof person>) => boolean): readonly Asked[] {
  const different = new Map(many.filter(fits).map((one) => [one.full_name, one]));
  return [...different.values()].slice(0, MOST).map(({ date: _, ...one }) => ({ ...one, now: ONE_DAY }));
}

/** Four people born under Leo, in one week's question. */
export const sameSign: readonly Asked[] = [
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

/** Endpoint → people of one sign, couples of the same two signs, people of one animal, who ask on one day. */
export const sameSigns: Readonly<Record<string, readonly Asked[]>> = {
  'horoscope/zodiac-profile': leoBirths.map((birth_date, n) => ({
    birth_date,
    birth_time: `${String(n * 3 + 1).padStart(2, '0')}:40`,
    location: cities[n % cities.length],
    now: ONE_DAY,
  })),
  'horoscope/compatibility': leoBirths.map((birth_date_a, n) => ({
    birth_date_a,
    birth_date_b: aquarianBirths[n],
    now: ONE_DAY,
  })),
  'horoscope/chinese-zodiac': horseBirths.map((birth_date) => ({ birth_date, now: ONE_DAY })),
  'horoscope/chinese-year-forecast': horseBirths.map((birth_date) => ({ birth_date, year: 2026, now: ONE_DAY })),
};
