import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { randomFrom } from 'readings/compose';
import { ApiError } from '../../shared/contract/api-error.js';
import { signs } from '../../shared/contract/catalogue/horoscope-names.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { seed, seeded } from '../../test/helpers/randomised.js';
import { runHandler } from '../../test/helpers/run-handler.js';
import type { Handler } from '../handle.js';

const endpoints = catalogue.filter(({ group }) => group.id === 'horoscope' || group.id === 'numerology');

async function loadHandler(id: string): Promise<Handler> {
  const loaded: { default: Handler } = await import(new URL(`../../workers/${id}.js`, import.meta.url).href);
  return loaded.default;
}

const refuses = async (id: string, raw: unknown, message: string | RegExp): Promise<void> => {
  const handler = await loadHandler(id);
  await rejects(
    () => runHandler(handler, raw),
    (error) => {
      ok(error instanceof ApiError, `${id}: ${error}`);
      equal(error.status, 422, `${id}: ${error.message}`);
      if (typeof message === 'string') equal(error.message, message);
      else ok(message.test(error.message), `${id}: ${error.message}`);
      return true;
    },
    `${id} took ${JSON.stringify(raw)}`,
  );
};

describe('the horoscope and numerology groups', () => {
  it('accept the example of each of their twenty contracts', async () => {
    equal(endpoints.length, 20);
    for (const endpoint of endpoints) await runHandler(await loadHandler(endpoint.id), endpoint.example.request);
  });

  it('name what is missing', async () => {
    for (const id of ['zodiac-profile', 'daily-horoscope', 'weekly-horoscope', 'monthly-horoscope']) {
      await refuses(`horoscope/${id}`, {}, 'sign or birth_date is required');
      await refuses(`horoscope/${id}`, { sign: ' ', birth_date: null }, 'sign or birth_date is required');
    }
    for (const raw of [{}, { sign_a: 'leo' }, { birth_date_b: '1990-01-01' }]) {
      await refuses(
        'horoscope/compatibility',
        raw,
        'sign_a and sign_b (or birth_date_a and birth_date_b) are required',
      );
    }
    await refuses('horoscope/chinese-zodiac', {}, 'birth_year or birth_date is required');
    await refuses('horoscope/chinese-year-forecast', { year: 2026 }, 'birth_year or birth_date is required');
    await refuses('horoscope/biorhythm', {}, 'birth_date is required');
    for (const id of [
      ...['numerological-numbers', 'lifepath-number', 'challenge-numbers', 'personal-day-prediction'],
      ...['personal-month-prediction', 'personal-year-prediction'],
    ]) {
      await refuses(`numerology/${id}`, {}, 'birth_date is required');
    }
    for (const id of ['personality-number', 'expression-number', 'soul-urge-number', 'subconscious-self-number']) {
      await refuses(`numerology/${id}`, {}, 'full_name is required');
      await refuses(`numerology/${id}`, { full_name: '12 34' }, 'full_name must contain at least one letter');
    }
  });

  it('name what is not allowed', async () => {
    const allSigns = new RegExp(`^sign must be one of ${signs.join(', ')}$`);
    await refuses('horoscope/daily-horoscope', { sign: 'ophiuchus' }, allSigns);
    await refuses('horoscope/daily-horoscope', { sign: 7 }, allSigns);
    await refuses('horoscope/daily-horoscope', { sign: { a: 1 } }, allSigns);
    await refuses(
      'horoscope/tarot-reading',
      { spread: 'horseshoe' },
      'spread must be one of single, three, celtic_cross',
    );
    await refuses('horoscope/tarot-reading', { question: 'x'.repeat(501) }, /^question must be text of at most 500/);
    await refuses('horoscope/daily-horoscope', { sign: 'leo', date: '2026-02-29' }, /^date must be a date/);
    await refuses('horoscope/daily-horoscope', { sign: 'leo', date: '05/01/2026' }, /^date must be a date/);
    await refuses('horoscope/daily-horoscope', { sign: 'leo', date: '1799-12-31' }, /^date must be from 1800-01-01/);
    await refuses('horoscope/daily-horoscope', { birth_date: '2201-01-01' }, /^birth_date must be from 1800-01-01/);
    await refuses('horoscope/monthly-horoscope', { sign: 'leo', month: '2026-13' }, /^month must be a month/);
    await refuses('horoscope/zodiac-profile', { birth_date: '1990-01-01', birth_time: '25:00' }, /^birth_time must be/);
    await refuses(
      'horoscope/zodiac-profile',
      { birth_date: '1990-01-01', birth_time: '12:00', location: 'Xyzzyville' },
      /^location "Xyzzyville" is not a known city/,
    );
    await refuses('horoscope/zodiac-profile', { sign: 'leo', location: '95,10' }, /^location must have a latitude/);
    await refuses('horoscope/chinese-zodiac', { birth_year: 1799 }, /^birth_year must be a whole number from 1800/);
    await refuses('horoscope/chinese-zodiac', { birth_year: 'soon' }, /^birth_year must be a whole number/);
    await refuses('horoscope/biorhythm', { birth_date: '2026-02-01', date: '2026-01-01' }, /must not be later/);
    await refuses('numerology/personal-year-prediction', { birth_date: '1990-01-01', year: 26 }, /^year must be/);
    await refuses('numerology/lifepath-number', { birth_date: '1990-02-30' }, /^birth_date must be a date/);
    await refuses('horoscope/daily-horoscope', { sign: 'leo', language: 'english' }, /^language must be/);
  });

  it('accept signs in any case, numbers as text, leap days and dates at both ends of what is calculated', async () => {
    const daily = await loadHandler('horoscope/daily-horoscope');
    for (const raw of [
      { sign: 'LEO', date: '2028-02-29' },
      { sign: ' Leo ', date: '1800-01-01' },
      { birth_date: '1988-02-29', date: '2200-12-31' },
      { birth_date: '2200-12-31' },
    ]) {
      await runHandler(daily, raw);
    }
    const chinese = await loadHandler('horoscope/chinese-zodiac');
    for (const birth_year of ['1800', '2200', 1990]) await runHandler(chinese, { birth_year });
    await runHandler(chinese, { birth_date: '1800-01-01' });
  });

  it(seeded('never fail on random input'), async () => {
    const random = randomFrom(String(seed));
    const odd = [
      null,
      '',
      ' ',
      0,
      -1,
      1e12,
      2.5,
      true,
      [],
      ['leo'],
      {},
      { a: {} },
      '🦁',
      'лев',
      '獅子座',
      'a'.repeat(5000),
    ];
    const usual = [
      'leo',
      '1990-05-05',
      '2026-01-01',
      '12:30',
      'Paris',
      '10,20',
      '2026-05',
      1990,
      'three',
      'José',
      'de',
      'xx',
    ];
    for (const endpoint of endpoints) {
      const handler = await loadHandler(endpoint.id);
      const fields = Object.keys(endpoint.request.properties);
      for (let round = 0; round < 60; round++) {
        const raw = Object.fromEntries(
          fields
            .filter(() => random.chance(0.7))
            .map((field) => [field, random.pick(random.chance(0.5) ? odd : usual)]),
        );
        try {
          await runHandler(handler, raw);
        } catch (error) {
          ok(error instanceof ApiError, `${endpoint.id} ${JSON.stringify(raw)}: ${error}`);
          equal(error.status, 422, `${endpoint.id} ${JSON.stringify(raw)}`);
        }
      }
    }
  });

  it('cost what the price list says', () => {
    const prices = new Map(endpoints.map(({ id, cost }) => [id, cost / 1_000_000]));
    equal(prices.get('horoscope/tarot-reading'), 0.03);
    equal(prices.get('numerology/numerological-numbers'), 0.03);
    deepEqual([...new Set([...prices.values()])].sort(), [0.02, 0.03]);
    equal([...prices.values()].filter((price) => price === 0.03).length, 2);
  });
});
