import { ok } from 'node:assert/strict';
import { languages } from 'readings';
import { countWords } from 'readings/compose';
import { signs } from '../../shared/contract/catalogue/horoscope-names.js';
import { runHandler } from '../../test/helpers/run-handler.js';
import { takeTurns } from '../../test/helpers/scale.js';
import type { Handler } from '../handle.js';
import { addDays } from '../lib/sky/days.js';

const FIRST_DAY = '2026-01-01';

type Length = readonly [least: number, most: number];

const SHORT: Length = [15, 50];
/** Love, career and health of a sign. */
const AREA: Length = [30, 55];
const WHOLE: Length = [60, 120];
const MIDDLE: Length = [30, 90];
/** A number with what the letters or the date add to it: a name of two letters adds little. */
const PERSONAL: Length = [20, 120];
const SHORT_PERSONAL: Length = [15, 65];

const some = (count: number, input: (n: number) => Record<string, unknown>): Record<string, unknown>[] =>
  Array.from({ length: count }, (_, n) => input(n));

const givenNames = [
  'Ng',
  'Aoi',
  'Marie Łukasz Müller',
  'José Núñez',
  'Bob Dylan',
  'Grace Hopper',
  'Kim Ly',
  'Otto',
  'Zed',
];
const births: { readonly birth_date: string; readonly full_name: unknown }[] = Array.from({ length: 14 }, (_, n) => ({
  birth_date: addDays('1960-01-05', n * 397),
  full_name: givenNames[n % givenNames.length],
}));

/** Endpoint → what it is asked, and how many words each of its texts may have. */
const measured: Readonly<
  Record<string, { inputs: readonly Record<string, unknown>[]; lengths: Readonly<Record<string, Length>> }>
> = {
  'horoscope/daily-horoscope': {
    inputs: some(60, (n) => ({ sign: signs[n % 12], date: addDays(FIRST_DAY, n) })),
    lengths: { general: WHOLE, love: AREA, career: AREA, health: AREA },
  },
  'horoscope/weekly-horoscope': {
    inputs: some(36, (n) => ({ sign: signs[n % 12], now: addDays(FIRST_DAY, n * 7) })),
    lengths: { overview: WHOLE, love: AREA, career: AREA, health: AREA },
  },
  'horoscope/monthly-horoscope': {
    inputs: some(24, (n) => ({ sign: signs[(n * 5) % 12], month: `2026-${String((n % 12) + 1).padStart(2, '0')}` })),
    lengths: { overview: WHOLE, love: AREA, career: AREA, health: AREA, planetary_influences: [30, 90] },
  },
  'horoscope/zodiac-profile': {
    inputs: [...signs.map((sign) => ({ sign })), ...births],
    lengths: { strengths: SHORT_PERSONAL, weaknesses: SHORT_PERSONAL, description: [45, 120] },
  },
  'horoscope/compatibility': {
    inputs: [
      ...signs.flatMap((sign_a) => signs.slice(0, 4).map((sign_b) => ({ sign_a, sign_b }))),
      ...births.map(({ birth_date }, n) => ({ birth_date_a: birth_date, birth_date_b: births.at(n - 5)?.birth_date })),
    ],
    lengths: {
      'love.description': SHORT_PERSONAL,
      'friendship.description': SHORT_PERSONAL,
      'communication.description': SHORT_PERSONAL,
      summary: [15, 105],
    },
  },
  'horoscope/tarot-reading': {
    inputs: some(20, () => ({ spread: 'single' })),
    lengths: { 'cards.0.meaning': SHORT, overall: [20, 60] },
  },
  'horoscope/chinese-zodiac': {
    inputs: [...some(24, (n) => ({ birth_year: 1960 + n })), ...births],
    lengths: { personality: [45, 110], career: [15, 75], love: SHORT_PERSONAL, health: SHORT_PERSONAL },
  },
  'horoscope/chinese-year-forecast': {
    inputs: [
      ...some(24, (n) => ({ birth_year: 1960 + n, year: 2024 + (n % 12) })),
      ...births.map(({ birth_date }, n) => ({ birth_date, year: 2024 + (n % 12) })),
    ],
    lengths: { overview: [45, 110], career: SHORT, love: SHORT, health: SHORT },
  },
  'horoscope/moon-phase-report': {
    inputs: some(60, (n) => ({ date: addDays(FIRST_DAY, n), birth_date: addDays('1990-01-01', n * 11) })),
    lengths: { overview: MIDDLE, guidance: SHORT_PERSONAL, intention: [3, 15] },
  },
  'horoscope/biorhythm': {
    inputs: some(60, (n) => ({ birth_date: '1990-05-05', date: addDays(FIRST_DAY, n) })),
    lengths: { overview: [20, 60], physical: SHORT_PERSONAL, emotional: SHORT_PERSONAL, intellectual: SHORT_PERSONAL },
  },
  'numerology/numerological-numbers': {
    inputs: births,
    lengths: { life_path: PERSONAL, expression: PERSONAL, soul_urge: PERSONAL, overall: PERSONAL },
  },
  'numerology/lifepath-number': {
    inputs: births,
    lengths: { meaning: PERSONAL, career: SHORT_PERSONAL, relationships: SHORT_PERSONAL },
  },
  'numerology/personality-number': { inputs: births, lengths: { meaning: PERSONAL, first_impression: [15, 80] } },
  'numerology/expression-number': { inputs: births, lengths: { meaning: PERSONAL } },
  'numerology/soul-urge-number': { inputs: births, lengths: { meaning: PERSONAL } },
  'numerology/challenge-numbers': {
    inputs: births,
    lengths: { 'first_challenge.meaning': [15, 85], 'fourth_challenge.meaning': [15, 85] },
  },
  'numerology/subconscious-self-number': {
    inputs: births,
    lengths: { meaning: PERSONAL, crisis_response: SHORT_PERSONAL },
  },
  'numerology/personal-day-prediction': { inputs: births, lengths: { advice: SHORT_PERSONAL } },
  'numerology/personal-month-prediction': { inputs: births, lengths: { overview: [30, 100] } },
  'numerology/personal-year-prediction': { inputs: births, lengths: { overview: [40, 150] } },
};

/** The text at a place such as `reading.love.description`. */
function textAt(answer: unknown, place: string): string {
  const text = place
    .split('.')
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value ? Reflect.get(value, name) : undefined),
      answer,
    );
  ok(typeof text === 'string', `${place} is ${text}`);
  return text;
}

describe('readings', () => {
  for (const [turn, language] of languages.entries()) {
    it(`have the usual length in "${language}"`, async () => {
      for (const [name, { inputs, lengths }] of Object.entries(measured)) {
        const { default: handler }: { default: Handler } = await import(
          new URL(`../../workers/${name}.js`, import.meta.url).href
        );
        for (const { now, ...raw } of takeTurns(inputs, turn)) {
          const clock = { now: () => new Date(`${now ?? FIRST_DAY}T09:00:00Z`) };
          const answer = await runHandler(handler, { ...raw, language }, { clock });
          for (const [place, [least, most]] of Object.entries(lengths)) {
            const text = textAt(answer, `reading.${place}`);
            const count = countWords(text);
            ok(count >= least && count <= most, `${name} ${JSON.stringify(raw)} ${place}: ${count} words: ${text}`);
          }
        }
      }
    });
  }
});
