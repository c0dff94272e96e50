import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomFrom } from 'readings/compose';
import { ApiError } from '../../shared/contract/api-error.js';
import { signs } from '../../shared/contract/catalogue/horoscope-names.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import type { Handler } from '../../workers/handle.js';
import { seed, seeded } from '../helpers/randomised.js';
import { runHandler } from '../helpers/run-handler.js';
import { call, errorIn, newAccount, stack } from '../helpers/stack.js';

const endpoints = catalogue.filter(({ group }) => group.id === 'horoscope' || group.id === 'numerology');

/** Values of a field that are refused with one message: mistyped, out of range, or in another script. */
type Refused = readonly (readonly [message: string, values: readonly unknown[]])[];

const objects = [{}, { a: 1 }, [], ['a', 'b']];

const sign: Refused = [
  [
    `must be one of ${signs.join(', ')}`,
    ['ophiuchus', 'leo virgo', 7, true, ...objects, 'лев', '獅子座', 'Löwe', '♌'],
  ],
];
const malformedDay: Refused[number] = [
  'must be a date as YYYY-MM-DD',
  [
    ...['2026-02-30', '2100-02-29', '2026-13-01', '2026-00-10', '2026-1-5', '05/01/2026', '2026-01-05T00:00:00Z'],
    ...['today', 'вчера', '２０２６-０１-０５', '٢٠٢٦-٠١-٠٥', '令和8年1月5日', 20260105, -1, true, ...objects],
  ],
];
const skyDay: Refused = [
  malformedDay,
  ['must be from 1800-01-01 to 2200-12-31', ['1799-12-31', '2201-01-01', '0001-01-01', '9999-12-31']],
];
const malformedMonth: Refused[number] = [
  'must be a month as YYYY-MM',
  ['2026-13', '2026-00', '2026', '2026-3', 'March', '２０２６-０３', 202603, true, ...objects],
];
const calculatedYear: Refused = [
  [
    'must be a whole number from 1800 to 2200',
    [1799, 2201, 1990.5, 'soon', '１９９０', '1990年', 1e30, true, ...objects],
  ],
];

/** Every field of the two groups; those that differ between endpoints are named with theirs. */
const fields: Readonly<Record<string, Refused>> = {
  sign,
  sign_a: sign,
  sign_b: sign,
  birth_date: skyDay,
  birth_date_a: skyDay,
  birth_date_b: skyDay,
  date: skyDay,
  month: [malformedMonth, ['must be from 1800-01-01 to 2200-12-31', ['1799-12', '2201-01']]],
  birth_time: [
    [
      'must be a time as HH:MM (24 h)',
      ['24:00', '12:60', '9:5', 'noon', '１２:３０', '12:30 PM', 930, true, ...objects],
    ],
  ],
  location: [
    ['must be text of at most 200 characters', ['x'.repeat(201), true, ...objects]],
    [
      'must have a latitude from -90 to 90 and a longitude from -180 to 180, e.g. 48.14,11.58',
      ['90.1,0', '-91,10', '0,180.5', '0,-181'],
    ],
    ['"Xyzzyville" is not a known city: use "city, country" or "latitude,longitude"', ['Xyzzyville', ' Xyzzyville ']],
    ['"🦁" is not a known city: use "city, country" or "latitude,longitude"', ['🦁']],
    ['"12345" is not a known city: use "city, country" or "latitude,longitude"', [12345]],
  ],
  question: [['must be text of at most 500 characters', ['?'.repeat(501), true, ...objects]]],
  spread: [['must be one of single, three, celtic_cross', ['horseshoe', 'Три', 3, true, ...objects]]],
  birth_year: calculatedYear,
  'horoscope/chinese-year-forecast year': calculatedYear,
  full_name: [
    ['must be text of at most 200 characters', ['x'.repeat(201), true, ...objects]],
    ['must contain at least one letter', ['12 34', '—', '🦁', '٤٥', 42]],
  ],
  'numerology birth_date': [malformedDay],
  'numerology date': [malformedDay],
  'numerology month': [malformedMonth],
  'numerology/personal-year-prediction year': [
    ['must be a year of four digits', [26, 999, 10_000, 2026.5, 'soon', '２０２６', true, ...objects]],
  ],
  language: [['must be a language code such as en', ['english', 'e', '日本', 'русский', 12, true, ...objects]]],
};

const refusedIn = (id: string, field: string): Refused =>
  fields[`${id} ${field}`] ?? fields[`${id.split('/')[0]} ${field}`] ?? fields[field] ?? [];

/** The example, with what a place needs to be looked up, and one field as the test wants it. */
const withField = (example: object, field: string, value: unknown): object => ({ ...example, [field]: value });

async function catchRefusal(id: string, raw: unknown): Promise<ApiError> {
  const { default: handler }: { default: Handler } = await import(
    new URL(`../../workers/${id}.js`, import.meta.url).href
  );
  try {
    await runHandler(handler, raw);
  } catch (error) {
    ok(error instanceof ApiError, `${id} ${JSON.stringify(raw)}: ${error}`);
    return error;
  }
  throw new Error(`${id} took ${JSON.stringify(raw)}`);
}

describe('bad input to horoscope and numerology', () => {
  it('is refused with 422 and the named message in every field of every endpoint', async () => {
    let refused = 0;
    for (const { id, request, example } of endpoints) {
      for (const field of Object.keys(request.properties)) {
        const table = refusedIn(id, field);
        ok(table.length > 0, `nothing is known of ${field} of ${id}`);
        for (const [message, values] of table) {
          for (const value of values) {
            const error = await catchRefusal(id, withField(example.request, field, value));
            const what = `${id} ${JSON.stringify({ [field]: value })}`;
            deepEqual([error.status, error.message], [422, `${field} ${message}`], what);
            refused++;
          }
        }
      }
    }
    ok(refused > 900, `${refused} refusals`);
  });

  it('is refused when the body is no object', async () => {
    for (const { id } of endpoints) {
      for (const raw of [[], ['leo'], 'leo', 7, true]) {
        equal((await catchRefusal(id, raw)).status, 422, `${id} ${JSON.stringify(raw)}`);
      }
    }
  });

  it(seeded('is never a server error over HTTP, whatever is in every field'), async () => {
    await stack();
    const { key } = await newAccount();
    const random = randomFrom(String(seed));
    const odd = [
      null,
      '',
      0,
      -1,
      2.5,
      1e12,
      true,
      [],
      {},
      'leo',
      '2026-02-29',
      '12:30',
      'Paris',
      'de',
      '🦁',
      '\u0000',
      'x'.repeat(5_000),
    ];
    for (const { id, path, request } of endpoints) {
      const body = Object.fromEntries(Object.keys(request.properties).map((field) => [field, random.pick(odd)]));
      const { status } = await call(path, body, { key });
      ok(status === 200 || status === 422, `${id} ${JSON.stringify(body)}: ${status}`);
    }
  });

  it('is refused over HTTP with the error object, and charged', async () => {
    await stack();
    const { key } = await newAccount();
    let remaining = 1;
    for (const { id, path, cost, request, example } of endpoints) {
      const [field = ''] = Object.keys(request.properties);
      const [[message, [value]] = ['', []]] = refusedIn(id, field);
      const answer = await call(path, withField(example.request, field, value), { key });
      deepEqual([answer.status, errorIn(answer.body)], [422, { error: `${field} ${message}`, code: 422 }], id);
      remaining -= cost / 1_000_000;
      equal(Number(answer.headers.get('x-credits-remaining')).toFixed(6), remaining.toFixed(6));
    }
  });
});
