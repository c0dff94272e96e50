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
